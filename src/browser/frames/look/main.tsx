import { render } from 'preact';
import { fromColumns } from '../../../protocol/wire/checkout-countries.ts';
import type { LookDocument, LookMessage } from '../../../protocol/wire/look-document.ts';
import { createApi } from '../checkout/api.ts';
import { createFlow } from '../checkout/flow.ts';
import { createSession } from '../checkout/session.ts';
import { createContext } from '../checkout/state.ts';
import { createTexts } from '../checkout/texts.ts';
import { App } from '../checkout/views/app.tsx';
import { readData } from '../connect.ts';

// Shows the checkout to a merchant who changes its look. Nothing in it can be used, and nothing is asked of the service.
const { portal, ...sent } = readData<LookDocument>();
const offer = sent.offer && { ...sent.offer, countries: fromColumns(sent.offer.countries, sent.locale) };
const root = document.documentElement;
document.body.inert = true;

if (offer) {
  const data = { ...sent, offer };
  const context = createContext({
    document: data,
    offer,
    t: createTexts(data),
    send: () => {},
    api: createApi(offer.key, () => {}),
    card: null,
    session: createSession('look', null),
  });
  const flow = createFlow(context);
  render(<App context={context} flow={flow} />, document.body);
  flow.receive({ t: 'open', variantId: offer.variants[0]?.id ?? null, lineItemProperties: null });
}

addEventListener('message', ({ origin, data }: MessageEvent<LookMessage | undefined>) => {
  if (origin !== portal || data?.t !== 'look') return;
  root.style.cssText = '';
  root.style.colorScheme = data.scheme;
  for (const [name, value] of Object.entries(data.tokens)) root.style.setProperty(name, value);
});
