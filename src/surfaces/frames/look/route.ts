import { findProduct } from '../../../core/catalog/queries.ts';
import { findStoreByKey, type Store } from '../../../core/stores/queries.ts';
import { listWaitlists } from '../../../core/waitlists/queries/list.ts';
import { AppError } from '../../../domain/error.ts';
import { storeLocale } from '../../../messages/catalogue.ts';
import { type FrameAssets, inlineAsset } from '../../../platform/browser-build.ts';
import { createCompression } from '../../../platform/compression.ts';
import type { Sql } from '../../../platform/db.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import { type MadeOffer, toColumns } from '../../../protocol/wire/checkout-countries.ts';
import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';
import type { LetterDocument } from '../../../protocol/wire/letter-document.ts';
import type { LookDocument } from '../../../protocol/wire/look-document.ts';
import { brandSources, changeableStyle } from '../../brand.ts';
import type { Deps } from '../../deps.ts';
import { scriptedPage } from '../../page.ts';
import { NO_FILES } from '../before-contract.ts';
import { checkoutMessages } from '../checkout/checkout-messages.ts';
import { makeOffer } from '../checkout/document.ts';
import { pictureSources } from '../embedding.ts';
import { sampleOffer } from './sample.ts';

const Query = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 100 }),
  lang: Type.Optional(Type.String({ maxLength: 100 })),
});

/**
 * Registers `GET /frames/1/look`: the checkout as a picture of itself, whose colours the portal changes while a merchant chooses them.
 * It shows what every shopper may see, and only the portal may embed it.
 */
export function registerLook(
  app: App,
  { db, limits, portalUrl }: Pick<Deps, 'db' | 'limits' | 'portalUrl'>,
  assets: FrameAssets,
): void {
  const schema = { hide: true, querystring: Query };
  app.get(`/frames/${PROTOCOL}/look`, { schema, onSend: createCompression() }, async (request, reply) => {
    const { key, lang } = request.query;
    limits.reads.take(request.clientAddress, key);
    const store = await findStoreByKey(db, key);
    if (!store) throw new AppError('invalid_api_key', 'No store has this key.', { param: 'key' });
    const locale = storeLocale(lang, store.mode);
    const offer = await offerOf(db, store, locale);
    const data: LookDocument = {
      offer: { ...offer, countries: toColumns(offer.countries) },
      locale,
      standalone: false,
      messages: checkoutMessages(locale, offer.countries),
      portal: new URL(portalUrl).origin,
    };
    const page = scriptedPage(
      { ...assets, style: inlineAsset(changeableStyle(assets.sheet, store)) },
      {
        locale,
        title: store.name,
        data,
        store: null,
        policy: {
          ...brandSources(store),
          'img-src': ["'self'", ...pictureSources(store)],
          'frame-ancestors': [data.portal],
        },
      },
    );
    return reply
      .type(page.type)
      .headers({ ...page.headers, 'cache-control': 'no-store' })
      .send(page.body);
  });
}

/**
 * Registers `GET /frames/1/letter`: an empty page in which the portal shows a mail. It is in a sandbox, and its policy allows what a mail
 * has: styles, and pictures inside.
 */
export function registerLetter(app: App, { portalUrl }: Pick<Deps, 'portalUrl'>, assets: FrameAssets): void {
  const data: LetterDocument = { portal: new URL(portalUrl).origin };
  const page = scriptedPage(assets, {
    locale: 'en',
    title: 'Mail',
    data,
    store: null,
    policy: {
      sandbox: ['allow-scripts'],
      'style-src': ["'unsafe-inline'"],
      'img-src': ['data:'],
      // The mail is parsed in the page; what it holds can neither run nor load.
      'require-trusted-types-for': null,
      'trusted-types': null,
      'frame-ancestors': [data.portal],
    },
  });
  app.get(`/frames/${PROTOCOL}/letter`, { schema: { hide: true }, onSend: createCompression() }, (_request, reply) =>
    reply
      .type(page.type)
      .headers({ ...page.headers, 'cache-control': 'no-cache' })
      .send(page.body),
  );
}

/** Returns the newest offer of the store, or one that it could make. */
async function offerOf(db: Sql, store: Store, locale: string): Promise<MadeOffer> {
  const [waitlist] = await listWaitlists(db, store.id, { limit: 1 });
  const product = waitlist && (await findProduct(db, store.id, { externalId: waitlist.product.externalId }));
  const offered = waitlist && product ? { product, waitlist } : sampleOffer(store);
  // Without a country there would be no form to look at.
  const shipping = store.shipping.length > 0 ? store.shipping : [{ country: store.country ?? 'DE', amount: 0 }];
  const facts = { ...offered, store: { ...store, shipping }, locale };
  return makeOffer({ ...facts, provider: 'test', script: null, wallets: null, codes: false, files: NO_FILES });
}
