import { formatMoney } from '../../domain/money.ts';
import { formatShipWindow, type ShipWindow } from '../../domain/ship-window.ts';
import { translate } from '../../messages/catalogue.ts';
import type { ButtonDocument, ButtonVariantView, PriceDocument, PriceVariantView } from '../../protocol/wire/views.ts';
import type { Store } from '../stores/queries.ts';
import type { Waitlist, WaitlistVariant } from '../waitlists/queries.ts';
import type { PlacedProduct } from './queries.ts';

export type PlacementFacts = {
  store: Store;
  product: PlacedProduct;
  /** The waitlist that sells at this moment. */
  waitlist: Waitlist | null;
  /** The SKU that named the product, if one did. */
  sku: string | null;
  locale: string;
  now: Date;
};

/** What a product that nobody knows shows: nothing. */
const NOTHING = { waitlist: null, chosen: null, variants: {} } as const;
const NO_BUTTON: ButtonVariantView = { sku: '', state: 'none', text: '', label: '' };
const NO_PRICE: PriceVariantView = { sku: '', price: '', compareAt: '' };

const modalTexts = (locale: string): ButtonDocument['modal'] => ({
  title: translate(locale, 'modal.title'),
  loading: translate(locale, 'modal.loading'),
  failed: translate(locale, 'modal.failed'),
});

const learnTexts = (locale: string): ButtonDocument['learn'] => ({
  link: translate(locale, 'learn.link'),
  title: translate(locale, 'learn.title'),
  loading: translate(locale, 'learn.loading'),
  failed: translate(locale, 'learn.failed'),
});

export function emptyButton(locale: string): ButtonDocument {
  return { ...NOTHING, unchosen: NO_BUTTON, soldOutText: '', origins: null, modal: modalTexts(locale), learn: null };
}

export function emptyPrice(locale: string): PriceDocument {
  return { ...NOTHING, unchosen: NO_PRICE, testText: '', compareAtText: translate(locale, 'price.compare_at') };
}

export function buttonDocument(facts: PlacementFacts): ButtonDocument {
  const { store, waitlist, locale } = facts;
  const soldOutText = translate(locale, 'button.sold_out');
  const label = (text: string) => [text, testText(facts)].filter(Boolean).join(' · ');
  const view = (sku: string, offers: WaitlistVariant[], hint: string): ButtonVariantView => {
    if (offers.length === 0) return { ...NO_BUTTON, sku, label: label('') };
    if (offers.every(({ left }) => left === 0)) return { sku, state: 'sold_out', text: soldOutText, label: label('') };
    return { sku, state: 'order', text: translate(locale, 'button.order'), label: label(hint) };
  };
  return {
    ...placementDocument(facts),
    variants: eachVariant(facts, (sku, offers) => view(sku, offers, shipsText(facts, offers[0]?.ships))),
    // Nobody can order before they have chosen, and each variant may have dates of its own.
    unchosen: view('', waitlist?.variants ?? [], translate(locale, 'checkout.variant.choose')),
    soldOutText,
    origins: store.mode === 'test' ? null : store.origins,
    modal: modalTexts(locale),
    learn: waitlist && learnTexts(locale),
  };
}

export function priceDocument(facts: PlacementFacts): PriceDocument {
  const { store, waitlist, locale } = facts;
  const money = (amount: number) => formatMoney(amount, store.currency, locale);
  const offers = waitlist?.variants ?? [];
  const prices = offers.map(({ price }) => price);
  const lowest = prices.length > 0 ? money(Math.min(...prices)) : '';
  const isOne = new Set(prices).size === 1;
  return {
    ...placementDocument(facts),
    variants: eachVariant(facts, (sku, [offer]) => ({
      sku,
      price: offer ? money(offer.price) : '',
      compareAt: offer?.compareAtPrice ? money(offer.compareAtPrice) : '',
    })),
    unchosen: { ...NO_PRICE, price: isOne || !lowest ? lowest : translate(locale, 'price.from', { price: lowest }) },
    testText: testText(facts),
    compareAtText: translate(locale, 'price.compare_at'),
  };
}

function testText({ store, locale }: PlacementFacts): string {
  return store.mode === 'test' ? translate(locale, 'button.test_store') : '';
}

function placementDocument({ product, waitlist, sku }: PlacementFacts) {
  const offered = product.variants.filter(({ gone }) => !gone);
  const [only] = offered;
  const chosen =
    sku === null ? (offered.length === 1 ? only : undefined) : offered.find((variant) => variant.sku === sku);
  return {
    waitlist: waitlist?.id ?? null,
    chosen: chosen?.externalId ?? null,
  };
}

/** A view of every variant, made of what the waitlist sells of it: one offer or none. */
function eachVariant<View>(
  { product, waitlist }: PlacementFacts,
  view: (sku: string, offers: WaitlistVariant[]) => View,
): Record<string, View> {
  return Object.fromEntries(
    product.variants.map(({ externalId, sku }) => [
      externalId,
      view(sku, waitlist?.variants.filter((offer) => offer.externalId === externalId) ?? []),
    ]),
  );
}

function shipsText({ locale, store, now }: PlacementFacts, ships: ShipWindow | undefined): string {
  if (!ships) return '';
  // The year is left out while the reader of the store's calendar is in it.
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: store.timeZone }).format(now);
  const window = formatShipWindow(ships, locale, { style: 'short', currentYear: Number(year) });
  return translate(locale, 'button.ships', { window });
}
