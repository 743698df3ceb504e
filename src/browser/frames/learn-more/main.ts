import type { FromLearnMore } from '../../../protocol/wire/frame-messages.ts';
import { runCard } from '../card.ts';

const send = runCard<never, FromLearnMore>(() => {});

// As a page of its own it has nowhere to order.
const order = document.getElementById('order');
if (order && parent !== window) {
  order.hidden = false;
  order.onclick = () => send({ t: 'order' });
}
