import { render } from 'preact';
import { fromColumns, type SentCheckoutDocument } from '../../../protocol/wire/checkout-countries.ts';
import type { CheckoutDocument } from '../../../protocol/wire/checkout-document.ts';
import type { ToCheckout } from '../../../protocol/wire/frame-messages.ts';
import { keepState } from '../../live/keep-state.ts';
import { readData } from '../connect.ts';
import { createApi } from './api.ts';
import { createFlow } from './flow.ts';
import { createProviderCard } from './provider-card.ts';
import { followCountry } from './regions.ts';
import { createSession } from './session.ts';
import { type Context, createContext } from './state.ts';
import { createTexts } from './texts.ts';
import { App } from './views/app.tsx';
import { Unavailable } from './views/unavailable.tsx';
import { fetchWalletScripts } from './wallet-loader.ts';

// Most of the time that the first step takes to be drawn (`bench/sdk-click-wallets.bench.ts`).
const WARM_MS = 150;

const sent = readData<SentCheckoutDocument>();
const data: CheckoutDocument = {
  ...sent,
  offer: sent.offer && { ...sent.offer, countries: fromColumns(sent.offer.countries, sent.locale) },
};
const t = createTexts(data);
const { offer } = data;

// False for a document opened by itself: no page names the variant or listens to events.
const embedded = parent !== window || data.standalone;
let receive = (message: ToCheckout) => message.t === 'back' && close();
const { send, handOver } = window.first;
// A checkout in a page of its own was reached from the store's page, or opened beside it.
const leave = () => (history.length > 1 ? history.back() : window.close());
let close = () => (data.standalone ? leave() : send({ t: 'close' }));

if (offer && embedded) {
  const { standalone } = window;
  const handover = standalone?.takeHandover();
  const relay =
    handover?.relay && standalone?.createRelay({ key: offer.key, relay: handover.relay, releaseId: offer.waitlistId });
  const context: Context = createContext({
    document: data,
    offer,
    t,
    send(message) {
      if (message.t === 'event') {
        send({ ...message, releaseId: offer.waitlistId });
        if (relay) relay(message, context.state().checkout);
      } else if (data.standalone) leave();
      else send(message);
    },
    api: createApi(offer.key, (trouble) => {
      if (context.state().trouble !== trouble) context.set({ trouble, announcement: trouble ? t('trouble') : '' });
    }),
    card: offer.script && createProviderCard(offer.script, data.locale),
    session: createSession(`${offer.key}:${offer.product.id}`),
  });
  followCountry(context);
  // A shopper who clicks at once gets the form first.
  setTimeout(fetchWalletScripts, WARM_MS, offer);
  if (LIVE) {
    keepState(context, {
      hasBegun: ({ screen }) => screen !== 'waiting',
      // What a wallet has mounted is of this document alone, and no data.
      dataOf: ({ wallets: _, ...state }) => ({ ...state, busy: null, problem: null, focus: null }),
      show: context.set,
    });
  }
  const flow = createFlow(context);
  receive = flow.receive;
  close = flow.close;
  render(<App context={context} flow={flow} />, document.body);
  if (handover) {
    const variantId = new URLSearchParams(location.search).get('variant');
    flow.receive({ t: 'open', variantId, lineItemProperties: handover.lineItemProperties });
  }
} else {
  const { unknown } = data;
  render(<Unavailable t={t} embedded={embedded} unknown={unknown} close={() => close()} />, document.body);
}

handOver((message) => receive(message));
document.addEventListener('keydown', (event) => {
  // Escape also closes a select's list; the browser has then marked the event as handled.
  if (event.key === 'Escape' && !event.defaultPrevented) close();
});
