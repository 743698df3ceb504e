import { connect, readState } from './connect.ts';

/**
 * Runs a document that is a card over the dimmed page: it closes by its cross, by Escape, and by a press beside it. Returns
 * how to speak to the SDK.
 */
export function runCard<Incoming, Outgoing extends { t: string }>(
  receive: (message: Incoming) => void,
): (message: Outgoing | { t: 'close' }) => void {
  const state = readState();
  const root = document.documentElement;
  // Light in a light shop, whatever the reader's system is set to; where the shop follows the system, so do we.
  if (state.c) root.style.colorScheme = state.c === 'normal' ? 'light' : state.c;

  const send = connect<Incoming, Outgoing | { t: 'close' }>(state, { title: document.title, view: null }, receive);

  // In a page only the card is seen of the frame.
  root.classList.toggle('within', parent !== window);
  // As a page of its own it has nobody to close it.
  if (parent !== window) {
    const close = document.getElementById('close');
    if (close) {
      close.hidden = false;
      close.onclick = () => send({ t: 'close' });
    }
    // Beside the card is the page behind it, dimmed: whoever presses there wants to be back.
    addEventListener('click', ({ target }) => target === root && send({ t: 'close' }));
    // Where a reader begins, and what a screen reader says first.
    addEventListener('focus', () => document.querySelector('h1')?.focus({ preventScroll: true }), { once: true });
    addEventListener('keydown', ({ key }) => key === 'Escape' && send({ t: 'close' }));
  }
  return send;
}
