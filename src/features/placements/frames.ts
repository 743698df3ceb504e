import { storeLocale, translate } from '../../messages/catalogue.ts';
import type { FrameAssets } from '../../platform/browser-build.ts';
import { html } from '../../platform/html.ts';
import type { Content } from '../../platform/ready-answer.ts';
import type { PlacementType } from '../../protocol/wire/frame-messages.ts';
import type { ButtonDocument, PriceDocument } from '../../protocol/wire/views.ts';
import type { Deps } from '../deps.ts';
import { findStoreByKey } from '../stores/queries.ts';
import { msUntilScheduledChange, openWaitlistOf, readWaitlist } from '../waitlists/queries.ts';
import type { LoadedAnswer } from './cache.ts';
import { framePage, ISOLATION_HEADERS } from './frame-page.ts';
import { findNamedProduct, type ProductName } from './queries.ts';
import { buttonDocument, emptyButton, emptyPrice, type PlacementFacts, priceDocument } from './views.ts';

export type ProductQuestion = { storeKey: string; name: ProductName; language: string | undefined };

export type PlacementQuestion = ProductQuestion & { type: PlacementType };

/**
 * The document of a button or price with every variant of the product in it. What nobody knows, or sells, is a document
 * that shows nothing: an error in a frame would be one on the console of the store's page.
 */
export async function loadPlacement(
  deps: Pick<Deps, 'db' | 'clock'>,
  assets: FrameAssets,
  { type, ...question }: PlacementQuestion,
): Promise<LoadedAnswer> {
  return loadProductPage(deps, question, (locale, facts) => placementPage(assets, { type, locale, facts }));
}

/** A document about a product, made from what is so at this moment; `facts` are null for a product that nobody knows. */
export async function loadProductPage(
  deps: Pick<Deps, 'db' | 'clock'>,
  { storeKey, name, language }: ProductQuestion,
  page: (locale: string, facts: PlacementFacts | null) => Content,
): Promise<LoadedAnswer> {
  const { db } = deps;
  const store = await findStoreByKey(db, storeKey);
  const locale = storeLocale(language, store?.mode);
  const product = store && (await findNamedProduct(db, store.id, name));
  if (!store || !product) {
    return { storeId: store?.id ?? null, productId: null, msUntilChange: null, content: page(locale, null) };
  }
  // The clock first: were it read last, a launch in between would be missed.
  const msUntilChange = await msUntilScheduledChange(db, store.id, product.id);
  const waitlistId = await openWaitlistOf(db, store.id, product.id);
  const waitlist = waitlistId === null ? null : await readWaitlist(db, store.id, waitlistId);
  const sku = 'sku' in name ? name.sku : null;
  const content = page(locale, { store, product, waitlist, sku, locale, now: deps.clock.now() });
  return { storeId: store.id, productId: product.id, msUntilChange, content };
}

type Page = { type: PlacementType; locale: string; facts: PlacementFacts | null };

function placementPage(assets: FrameAssets, { type, locale, facts }: Page): Content {
  const common = { locale, title: title(type, locale, facts), headers: ISOLATION_HEADERS, small: true } as const;
  if (type === 'button') {
    const data: ButtonDocument = facts ? buttonDocument(facts) : emptyButton(locale);
    const body = html`<button id="button" aria-haspopup="dialog" aria-describedby="ships"></button><p id="label"><span id="ships"></span> <button id="learn" aria-haspopup="dialog"></button></p>`;
    return framePage(assets, { ...common, data, body });
  }
  const data: PriceDocument = facts ? priceDocument(facts) : emptyPrice(locale);
  const body = html`<span id="price"></span> <span id="compare-at"><span class="hidden">${data.compareAtText} </span><s></s></span> <small id="test"></small>`;
  return framePage(assets, { ...common, data, body });
}

/** What screen readers call the iframe. */
function title(type: PlacementType, locale: string, facts: PlacementFacts | null): string {
  const text = translate(locale, type === 'button' ? 'button.title' : 'price.title');
  return facts ? `${text}: ${facts.product.title}` : text;
}
