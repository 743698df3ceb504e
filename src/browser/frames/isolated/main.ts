import type { FromIsolated, ToCheckout } from '../../../protocol/wire/frame-messages.ts';
import { runCard } from '../card.ts';

const link = document.getElementById('go') as HTMLAnchorElement;

// What the shopper has chosen goes along: the variant for everybody to see, what they wrote not even to the server.
const lead = (variantId: string | null, lineItemProperties: unknown) => {
  const address = new URL(`../../checkout${location.search}`, location.href);
  if (variantId) address.searchParams.set('variant', variantId);
  if (lineItemProperties) address.hash = encodeURIComponent(JSON.stringify(lineItemProperties));
  link.href = address.href;
};
lead(null, null);

const send = runCard<ToCheckout, FromIsolated>((message) => {
  if (message.t === 'open') lead(message.variantId, message.lineItemProperties);
});

// Who comes back to a page that the browser had kept has left this card behind.
addEventListener('pageshow', ({ persisted }) => persisted && send({ t: 'close' }));
