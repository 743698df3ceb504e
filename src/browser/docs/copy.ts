import { say } from './say.ts';

const SHOWN_MS = 2_000;

/** Copies the sample beside the button that is clicked. */
export function copyOnClick(): void {
  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-copy]') : null;
    if (!button) return;
    const code = shownCode(button);
    if (!code) return;
    const isCopied = await copy(code.textContent ?? '');
    if (!isCopied) getSelection()?.selectAllChildren(code);
    button.textContent = isCopied ? 'Copied' : 'Selected';
    say(isCopied ? 'Copied to the clipboard' : 'The text is selected; copy it with your keyboard');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, SHOWN_MS);
  });
}

function shownCode(button: Element): Element | undefined {
  const all = button.closest('figure')?.querySelectorAll('code') ?? [];
  return [...all].find((code) => code.getClientRects().length > 0);
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not allowed, or not a secure page
  }
}
