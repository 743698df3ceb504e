type OwnElement = Element & { own?: true };

/** Marks an element that the SDK puts into the page. */
export function markOwn(element: OwnElement): void {
  element.part = 'service';
  element.own = true;
}

/**
 * Removes copies of our elements, which have the attribute alone. A router that keeps a page as markup brings them back with
 * it: frames that nobody listens to, and a dialog that nobody can close.
 */
export function removeCopies(): void {
  for (const element of document.querySelectorAll<OwnElement>('[part=service]')) element.own || element.remove();
}
