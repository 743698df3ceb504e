import type { FromIsolated, ToCheckout } from '../../../protocol/wire/frame-messages.ts';
import { runCard } from '../card.ts';
import { readState } from '../connect.ts';
import { createReturn } from './return.ts';

const link = document.getElementById('go') as HTMLAnchorElement;

// What the shopper has chosen goes along: the variant for everybody to see, what they wrote not even to the server.
const lead = (variantId: string | null, along = '') => {
  const address = new URL(`../../checkout${location.search}`, location.href);
  if (variantId) address.searchParams.set('variant', variantId);
  address.hash = along;
  link.href = address.href;
};
lead(null);

const send = runCard<ToCheckout, FromIsolated>((message) => {
  if (message.t !== 'open') return;
  const { variantId, lineItemProperties } = message;
  const along = new URLSearchParams({ properties: JSON.stringify(lineItemProperties ?? null) });
  lead(variantId, `${along}`);
  void way.relay().then((relay) => {
    along.set('relay', relay);
    lead(variantId, `${along}`);
  });
});

const way = createReturn(`${new URLSearchParams(location.search).get('key')}`, readState().o, send);
void way.look();
document.addEventListener('visibilitychange', () => document.hidden || void way.look());
// Who comes back to a page that the browser had kept has left this card behind.
addEventListener('pageshow', async ({ persisted }) => {
  if (!persisted) return;
  await way.look();
  send({ t: 'close' });
});
