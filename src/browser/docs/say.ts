const AGAIN_MS = 50;

/** Has a screen reader say the text, also the same one twice. */
export function say(text: string): void {
  const spoken = document.querySelector('[data-spoken]');
  if (!spoken) return;
  spoken.textContent = '';
  setTimeout(() => {
    spoken.textContent = text;
  }, AGAIN_MS);
}
