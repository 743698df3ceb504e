import { readerLocale } from '../../../messages/catalogue.ts';
import type { FrameAssets } from '../../../platform/browser-build.ts';
import { createCompression } from '../../../platform/compression.ts';
import type { App } from '../../../platform/http.ts';
import { answerRead } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { FrameQuery, productNameOf } from '../query.ts';
import { loadCheckoutDocument } from './document.ts';

/**
 * `GET /frames/1/checkout`: what the SDK opens in its dialog. `GET /checkout`: the same as a page of its own, where an isolated
 * page's shopper pays. An unknown key or product is a document that says so, and as a page has the status of its code.
 */
export function registerCheckoutDocument(
  app: App,
  deps: Pick<Deps, 'db' | 'answers' | 'limits' | 'paymentsFor' | 'accounts'>,
  assets: FrameAssets,
): void {
  const serve = (path: string, standalone: boolean) =>
    app.get(
      path,
      { schema: { hide: true, querystring: FrameQuery }, onSend: createCompression() },
      (request, reply) => {
        const { key: storeKey, lang: language } = request.query;
        const name = productNameOf(request.query);
        return answerRead(
          deps,
          { request, reply },
          {
            storeKey,
            about: `checkout${standalone ? ' page' : ''} ${JSON.stringify(name)} ${readerLocale(language)}`,
            load: () => loadCheckoutDocument(deps, assets, { storeKey, name, language, standalone }),
          },
        );
      },
    );
  serve('/frames/1/checkout', false);
  serve('/checkout', true);
}
