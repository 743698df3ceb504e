import type { FirstVariant } from '../../../../protocol/wire/first-drawing.ts';
import type { FromCheckout, ToCheckout } from '../../../../protocol/wire/frame-messages.ts';
import { connect, readState } from '../../connect.ts';

// A script of its own, which the browser runs once the head of the document is there. It says hello, so that the page shows the
// frame with what the service has drawn, and gives everything over to the checkout's script, which comes last.

declare global {
  interface Window {
    first: First;
  }
}

export type First = {
  send: (message: FromCheckout) => void;
  /** Gives the messages to the checkout from now on, beginning with those that have come. */
  handOver(receive: (message: ToCheckout) => void): void;
};

// Longer than a phone takes on a usual network.
const SLOW_MS = 6_000;

const state = readState();
// Uses the store page's colour scheme. A page without one (`normal`) is light, whatever the system's scheme is.
if (state.c) document.documentElement.style.colorScheme = state.c === 'normal' ? 'light' : state.c;

const came: ToCheckout[] = [];
let receive = (message: ToCheckout) => {
  if (message.t === 'back') close();
  else came.push(message);
};

// On phones it fills the page. The corners are round where the panel does not reach the edges.
const panel =
  'width:min(100%,992px);height:min(100%,max(840px,(992px - 100vw)*9));border-radius:min(100vw - 992px,12px)';
const hello = { title: document.title, view: null, panel };
// With the focus, which the page has given to the frame at the hello. A browser that was still replacing the frame's former document has
// lost that: then Escape would do nothing.
const take = (message: ToCheckout) => {
  if (message.t === 'open') {
    focus();
    showVariant(message.variantId);
  }
  receive(message);
};
const send = connect<ToCheckout, FromCheckout>(state, hello, take);
const close = () => send({ t: 'close' });
const again = () => location.reload();

document.onclick = ({ target }) => {
  if ((target as Element).closest('.header__close')) close();
  if ((target as Element).closest('#again')) again();
};
document.onkeydown = ({ key }) => key === 'Escape' && close();
addEventListener('online', again);
try {
  // The button has noted it. The page's message comes a moment later, when this is painted already.
  showVariant(sessionStorage.variant);
} catch {} // Storage is blocked.
const slow = setTimeout(() => {
  const note = document.querySelector<HTMLElement>('#slow');
  if (note) note.hidden = false;
}, SLOW_MS);

/** Writes what differs between the variants into the places that the service has drawn. */
function showVariant(id: string | null | undefined): void {
  const variants = JSON.parse(document.querySelector('#first')?.textContent ?? '[]') as FirstVariant[];
  const variant = variants.find((one) => one.id === id);
  for (const place of document.querySelectorAll<HTMLElement>('[data-first]')) {
    const text = variant?.[place.dataset.first as keyof FirstVariant];
    if (text && place instanceof HTMLImageElement) place.src = text;
    else if (text) place.textContent = text;
  }
}

window.first = {
  send,
  handOver(next) {
    clearTimeout(slow);
    document.onclick = document.onkeydown = null;
    removeEventListener('online', again);
    receive = next;
    for (const message of came) take(message);
  },
};
