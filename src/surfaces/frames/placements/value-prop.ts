import type { Static } from 'typebox';
import { findStoreByKey } from '../../../core/stores/queries.ts';
import type { ProductName } from '../../../core/waitlists/queries/on-sale.ts';
import { AppError } from '../../../domain/error.ts';
import { parseExternalId } from '../../../domain/external-id.ts';
import { readerLocale } from '../../../messages/catalogue.ts';
import type { BrowserBuild } from '../../../platform/browser-build.ts';
import { createCompression } from '../../../platform/compression.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import { answerRead } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { Text } from '../query.ts';
import { loadLearnMore, loadLearnMoreOfStore } from './learn-more.ts';

// Older clients write their parameters like this, and may leave out each of them. Others of theirs are ignored.
const Query = Type.Object({ apiKey: Text, productId: Text, variantId: Text, lang: Text });

/**
 * Registers `GET /embedded-checkout/pre-order-value-prop`, under which older clients open the learn-more text
 * (docs/decisions/0314). The document is that of `/frames/1/learn-more`; without a product it says where to find the texts.
 */
export function registerValueProp(
  app: App,
  deps: Pick<Deps, 'db' | 'clock' | 'answers' | 'limits'>,
  build: BrowserBuild,
): void {
  app.get(
    '/embedded-checkout/pre-order-value-prop',
    { schema: { hide: true, querystring: Query }, onSend: createCompression() },
    (request, reply) => {
      const { apiKey: storeKey = '', lang } = request.query;
      const name = productNameIn(request.query);
      const about = `value-prop ${JSON.stringify(name)} ${lang === undefined ? '' : readerLocale(lang)}`;
      const assets = build.frame('learn-more');
      const load = async () => {
        const language = lang ?? (await findStoreByKey(deps.db, storeKey))?.locale;
        return name
          ? loadLearnMore(deps, assets, { storeKey, name, language })
          : loadLearnMoreOfStore(deps, assets, { storeKey, language });
      };
      return answerRead(deps, { request, reply }, { storeKey, about, load });
    },
  );
}

function productNameIn({ productId, variantId }: Static<typeof Query>): ProductName | null {
  if (productId) return { externalId: idIn(productId, 'productId') };
  return variantId ? { variantExternalId: idIn(variantId, 'variantId') } : null;
}

function idIn(text: string, param: string): string {
  const id = parseExternalId(text);
  if (id === null) throw new AppError('invalid_parameter', `${param} is not an id.`, { param });
  return id;
}
