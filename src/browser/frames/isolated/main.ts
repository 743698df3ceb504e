import type { Back, FromIsolated, ToCheckout } from '../../../protocol/wire/frame-messages.ts';
import { runCard } from '../card.ts';
import { readState } from '../connect.ts';
import { createReturn } from './return.ts';

const link = document.getElementById('go') as HTMLAnchorElement;

// The variant goes into the query. What the shopper wrote goes into the fragment, which browsers do not send to a server.
const linkTo = (variantId: string | null, handover = '') => {
  const address = new URL(`../../checkout${location.search}`, location.href);
  if (variantId) address.searchParams.set('variant', variantId);
  address.hash = handover;
  link.href = address.href;
};
linkTo(null);

const send = runCard<Exclude<ToCheckout, Back>, FromIsolated>((message) => {
  if (message.t !== 'open') return;
  const { variantId, lineItemProperties } = message;
  const handover = new URLSearchParams({ properties: JSON.stringify(lineItemProperties ?? null) });
  linkTo(variantId, `${handover}`);
  void way.relay().then((relay) => {
    handover.set('relay', relay);
    // The checkout opens beside this page where this page would forget how to hear of it.
    if (!way.outlivesFrame()) link.target = '_blank';
    linkTo(variantId, `${handover}`);
  });
});

const way = createReturn(`${new URLSearchParams(location.search).get('key')}`, readState().o, send);
void way.look();
let hasLed = false;
link.addEventListener('click', () => {
  hasLed = true;
});
/** The shopper is back: tells the page what happened in the checkout, and closes the card where it is not needed any more. */
async function comeBack(isDone: boolean): Promise<void> {
  await way.look();
  if (isDone) send({ t: 'close' });
}
document.addEventListener('visibilitychange', () => document.hidden || void comeBack(hasLed));
// The browser restored the page from its back/forward cache.
addEventListener('pageshow', ({ persisted }) => persisted && void comeBack(true));
