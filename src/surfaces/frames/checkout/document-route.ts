import { readerLocale } from '../../../messages/catalogue.ts';
import { inlineAsset } from '../../../platform/browser-build.ts';
import { createCompression } from '../../../platform/compression.ts';
import type { App } from '../../../platform/http.ts';
import { answerRead } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { FrameQuery, productNameOf } from '../query.ts';
import { type CheckoutAssets, loadCheckoutDocument } from './document.ts';
import { registerWalletsScript, walletsScript } from './wallets-route.ts';

/**
 * Registers `GET /frames/1/checkout`, which the SDK opens in its dialog, and `GET /checkout`, a page of its own for shoppers
 * of an isolated page. An unknown key or product gets a document that says so; the page also has the error's status.
 */
export function registerCheckoutDocument(
  app: App,
  deps: Pick<Deps, 'db' | 'answers' | 'limits' | 'paymentsFor' | 'accounts' | 'baseUrl'>,
  build: Omit<CheckoutAssets, 'wallets' | 'first' | 'standalone'> & Record<'first' | 'standalone' | 'wallets', string>,
): void {
  const assets = {
    ...build,
    first: inlineAsset(build.first),
    standalone: inlineAsset(build.standalone),
    wallets: walletsScript(deps.baseUrl, build.wallets),
  };
  registerWalletsScript(app, build.wallets);
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
