import { readerLocale } from '../../messages/catalogue.ts';
import type { FrameAssets } from '../../platform/browser-build.ts';
import { createCompression } from '../../platform/compression.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { answerRead } from '../placements/answer.ts';
import { FrameQuery, productNameOf } from '../placements/frame-query.ts';
import { loadCheckoutDocument } from './document.ts';

/** `GET /frames/1/checkout`: what the SDK opens in its dialog. An unknown key or product is a document that says so. */
export function registerCheckoutDocument(
  app: App,
  deps: Pick<Deps, 'db' | 'answers' | 'limits' | 'paymentsFor' | 'accounts'>,
  assets: FrameAssets,
): void {
  app.get(
    '/frames/1/checkout',
    { schema: { hide: true, querystring: FrameQuery }, onSend: createCompression() },
    (request, reply) => {
      const { key: storeKey, lang: language } = request.query;
      const name = productNameOf(request.query);
      return answerRead(
        deps,
        { request, reply },
        {
          storeKey,
          about: `checkout ${JSON.stringify(name)} ${readerLocale(language)}`,
          load: () => loadCheckoutDocument(deps, assets, { storeKey, name, language }),
        },
      );
    },
  );
}
