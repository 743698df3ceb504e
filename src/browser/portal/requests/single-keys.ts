const KEPT = 'portal.single-keys';
const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Whether keys of one letter do something. Who speaks to their computer would press them with every word (WCAG 2.1.4). */
export const areKeysOn = (): boolean => localStorage.getItem(KEPT) !== 'off';

export function setKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
}

/** Returns whether a key is pressed for the page: not in a field or window, not with another key, and not switched off. */
export function isForPage({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
  return !(ctrlKey || metaKey || altKey || isTyping || document.querySelector('dialog[open]')) && areKeysOn();
}
