import type { FromLearnMore } from '../../../protocol/wire/frame-messages.ts';
import { runCard } from '../card.ts';

const send = runCard<never, FromLearnMore>(() => {});

// Opened as a page of its own, it has no store page around it that could open the checkout.
const order = document.getElementById('order');
if (order && document.documentElement.classList.contains('within')) {
  order.hidden = false;
  order.onclick = () => send({ t: 'order' });
}
