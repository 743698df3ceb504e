import Type from 'typebox';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import { resolveLocale } from '../../messages/catalogue.ts';
import type { FrameAssets } from '../../platform/browser-build.ts';
import { createCompression } from '../../platform/compression.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { answerRead } from '../placements/answer.ts';
import { loadCheckoutDocument } from './document.ts';

const Query = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 100 }),
  product: Type.String({ minLength: 1, maxLength: 500 }),
  lang: Type.Optional(Type.String({ maxLength: 100 })),
});

/** `GET /frames/1/checkout`: what the SDK opens in its dialog. An unknown key or product is a document that says so. */
export function registerCheckoutDocument(
  app: App,
  deps: Pick<Deps, 'db' | 'answers' | 'limits' | 'paymentsFor'>,
  assets: FrameAssets,
): void {
  app.get(
    '/frames/1/checkout',
    { schema: { hide: true, querystring: Query }, onSend: createCompression() },
    (request, reply) => {
      const { key: storeKey, product, lang: language } = request.query;
      const productId = parseExternalId(product);
      if (productId === null) throw new AppError('invalid_parameter', 'This cannot be an id.', { param: 'product' });
      return answerRead(
        deps,
        { request, reply },
        {
          storeKey,
          about: `checkout ${productId} ${resolveLocale(language)}`,
          load: () => loadCheckoutDocument(deps, assets, { storeKey, productId, language }),
        },
      );
    },
  );
}
