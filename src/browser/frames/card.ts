import type { Back } from '../../protocol/wire/frame-messages.ts';
import { connect, readState } from './connect.ts';

/**
 * Runs a document that is a card over the dimmed page. The close button, Escape and a press beside the card close it.
 * Returns the function that sends messages to the SDK.
 */
export function runCard<Incoming, Outgoing extends { t: string }>(
  receive: (message: Incoming) => void,
): (message: Outgoing | { t: 'close' }) => void {
  const state = readState();
  const root = document.documentElement;
  // Uses the store page's colour scheme. A page without one (`normal`) is light, whatever the system's scheme is.
  if (state.c) root.style.colorScheme = state.c === 'normal' ? 'light' : state.c;

  const send = connect<Incoming | Back, Outgoing | { t: 'close' }>(
    state,
    { title: document.title, view: null },
    (message) => (isBack(message) ? send({ t: 'close' }) : receive(message)),
  );

  // Only the SDK can close it, and gives it a nonce. It is also a page of its own, and older clients embed it.
  const within = parent !== window && state.n !== undefined;
  // In a store page only the card is visible of the frame.
  root.classList.toggle('within', within);
  if (within) {
    const close = document.getElementById('close');
    if (close) {
      close.hidden = false;
      close.onclick = () => send({ t: 'close' });
    }
    // A press on the dimmed page beside the card closes the card.
    addEventListener('click', ({ target }) => target === root && send({ t: 'close' }));
    // Starts keyboard users and screen readers at the heading.
    addEventListener('focus', () => document.querySelector('h1')?.focus({ preventScroll: true }), { once: true });
    addEventListener('keydown', ({ key }) => key === 'Escape' && send({ t: 'close' }));
  }
  return send;
}

function isBack(message: unknown): message is Back {
  return (message as Back).t === 'back';
}
