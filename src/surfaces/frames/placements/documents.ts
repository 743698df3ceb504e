import { findId } from '../../../core/catalog/queries/find-id.ts';
import { readHeldUntil } from '../../../core/stock/queries/held.ts';
import { findStoreByKey } from '../../../core/stores/queries.ts';
import { NO_TEXTS, readOwnTexts } from '../../../core/texts/queries.ts';
import { findNamedProduct, listLaunches, type ProductName } from '../../../core/waitlists/queries/on-sale.ts';
import { msUntilScheduledChange, openWaitlistOf, readWaitlist } from '../../../core/waitlists/queries.ts';
import { storeLocale, translate } from '../../../messages/catalogue.ts';
import { type FrameAssets, type InlineAsset, inlineAsset } from '../../../platform/browser-build.ts';
import { html } from '../../../platform/html.ts';
import type { Content } from '../../../platform/ready-answer.ts';
import type { StyledType } from '../../../protocol/wire/frame-messages.ts';
import type { ButtonDocument, PriceDocument } from '../../../protocol/wire/views.ts';
import type { LoadedAnswer } from '../../answer-cache.ts';
import { fontOf } from '../../brand.ts';
import type { Deps } from '../../deps.ts';
import { scriptedPage } from '../../page.ts';
import { ISOLATION_HEADERS } from '../embedding.ts';
import { withLowestPrices } from './lowest-price.ts';
import {
  buttonDocument,
  emptyButton,
  emptyPrice,
  isHeld,
  type MissingFacts,
  type PlacementFacts,
  priceDocument,
} from './views.ts';

export type ProductQuestion = { storeKey: string; name: ProductName; language: string | undefined };

export type PlacementQuestion = ProductQuestion & { type: StyledType };

export type PlacementAssets = FrameAssets & {
  developer: InlineAsset;
  /** The script of a button whose units are held. */
  held: string;
};

/**
 * Loads the document of a button or price with every variant of the product. An unknown product or one without a waitlist
 * gets a document that shows nothing, or "Sold Out" if the page asks for that. It is not an error response, because that
 * would show up in the console of the store's page.
 */
export async function loadPlacement(
  deps: Pick<Deps, 'db' | 'clock'>,
  assets: PlacementAssets,
  { type, ...question }: PlacementQuestion,
): Promise<LoadedAnswer> {
  return loadProductPage(deps, question, async (facts) =>
    placementPage(assets, type, type === 'price' ? await withLowestPrices(deps.db, facts) : facts),
  );
}

/** Loads a document about a product from the current state. */
export async function loadProductPage(
  deps: Pick<Deps, 'db' | 'clock'>,
  { storeKey, name, language }: ProductQuestion,
  page: (facts: PlacementFacts | MissingFacts) => Content | Promise<Content>,
): Promise<LoadedAnswer> {
  const { db } = deps;
  const store = await findStoreByKey(db, storeKey);
  const locale = storeLocale(language, store?.mode);
  const product = store && (await findNamedProduct(db, store.id, name));
  const texts = store ? await readOwnTexts(db, { storeId: store.id, locale }, 'button') : NO_TEXTS;
  if (!store || !product) {
    const finding =
      store?.mode === 'test' && 'externalId' in name
        ? await findId(db, store.id, { id: name.externalId, as: 'product' })
        : null;
    const content = await page({ store, product: null, name, finding, locale, texts });
    return { storeId: store?.id ?? null, productId: null, msUntilChange: null, content };
  }
  // The scheduled change is read first: read last, it would miss a launch in between.
  const msUntilChange = await msUntilScheduledChange(db, store.id, product.id);
  const waitlistId = await openWaitlistOf(db, store.id, product.id);
  const waitlist = waitlistId === null ? null : await readWaitlist(db, store.id, waitlistId);
  const launches = await listLaunches(db, store.id, product.id);
  const sku = 'sku' in name ? name.sku : null;
  const lastHeld = waitlist?.variants.filter(isHeld).map(({ variantId }) => variantId) ?? [];
  const heldUntil =
    waitlist && lastHeld.length > 0
      ? await readHeldUntil(db, { storeId: store.id, waitlistId: waitlist.id, variantIds: lastHeld })
      : new Map<string, Date | null>();
  const content = await page({
    store,
    product,
    waitlist,
    heldUntil,
    launches,
    sku,
    locale,
    texts,
    now: deps.clock.now(),
  });
  return { storeId: store.id, productId: product.id, msUntilChange, content };
}

function placementPage(assets: PlacementAssets, type: StyledType, facts: PlacementFacts | MissingFacts): Content {
  const developer = facts.store?.mode === 'live' ? undefined : assets.developer;
  // Button and price have the look that the page gives them, in the font of the store.
  const common = {
    locale: facts.locale,
    title: title(type, facts),
    first: developer,
    headers: ISOLATION_HEADERS,
    small: true as const,
    store: fontOf(facts.store),
    onlyFont: true as const,
  };
  if (type === 'button') {
    const data: ButtonDocument = facts.product ? buttonDocument(facts) : emptyButton(facts);
    // Only the button says it: a page with price and button would say it twice. Browsers draw `mark` as black text on yellow, which can
    // be read on every ground, and its spaces are the padding: a style would cost bytes in every live store.
    const test =
      facts.store?.mode === 'test' && html`<mark>\u00a0${translate(facts.locale, 'button.test_store')}\u00a0</mark> `;
    const body = html`<button id="button" aria-haspopup="dialog" aria-describedby="ships"></button><p id="label"><span id="ships"></span> ${test}<button id="learn" aria-haspopup="dialog"></button></p>`;
    // It asks again whether units that others hold are back.
    const first = data.held ? inlineAsset([developer?.text ?? '', assets.held].join('\n')) : developer;
    return scriptedPage(assets, { ...common, data, body, first, policy: { 'connect-src': ["'self'"] } });
  }
  const data: PriceDocument = facts.product ? priceDocument(facts) : emptyPrice(facts);
  const body = html`<span id="price"></span> <span id="compare-at"><span class="hidden">${data.compareAtText} </span><s></s></span><span id="lowest"></span>`;
  return scriptedPage(assets, { ...common, data, body });
}

/** Returns the iframe's title for screen readers. */
function title(type: StyledType, { locale, product }: PlacementFacts | MissingFacts): string {
  const text = translate(locale, type === 'button' ? 'button.title' : 'price.title');
  return product ? `${text}: ${product.title}` : text;
}
