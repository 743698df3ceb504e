import type { FromLearnMore } from '../../../protocol/wire/frame-messages.ts';
import { connect, readState } from '../connect.ts';

const state = readState();
// Light in a light shop, whatever the reader's system is set to; where the shop follows the system, so do we.
if (state.c) document.documentElement.style.colorScheme = state.c === 'normal' ? 'light' : state.c;

const send = connect<never, FromLearnMore>(state, { title: document.title, view: null }, () => {});

// In a page the frame covers all of it, and only the card is seen.
document.documentElement.classList.toggle('within', parent !== window);
// As a page of its own it has nobody to close it, and nowhere to order.
if (parent !== window) {
  for (const t of ['close', 'order'] as const) {
    const button = document.getElementById(t);
    if (!button) continue;
    button.hidden = false;
    button.onclick = () => send({ t });
  }
  // Beside the card is the page behind it, dimmed: whoever presses there wants to be back.
  addEventListener('click', ({ target }) => target === document.documentElement && send({ t: 'close' }));
  // Where a reader begins, and what a screen reader says first.
  addEventListener('focus', () => document.querySelector('h1')?.focus({ preventScroll: true }), { once: true });
  addEventListener('keydown', ({ key }) => key === 'Escape' && send({ t: 'close' }));
}
