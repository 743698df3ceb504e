import { hasMadeId } from '../../../core/catalog/made-ids.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { type OwnTexts, wordsOf } from '../../../core/texts/queries.ts';
import type { Launch, PlacedProduct, ProductName } from '../../../core/waitlists/queries/on-sale.ts';
import type { Waitlist, WaitlistVariant } from '../../../core/waitlists/queries.ts';
import { explainId, type IdFinding } from '../../../domain/id-finding.ts';
import { formatMoney, type Minor } from '../../../domain/money.ts';
import { formatShipWindow, type ShipWindow } from '../../../domain/ship-window.ts';
import { translate } from '../../../messages/catalogue.ts';
import type {
  ButtonDocument,
  ButtonVariantView,
  PlacementDocument,
  PriceDocument,
  PriceVariantView,
} from '../../../protocol/wire/views.ts';

export type PlacementFacts = {
  store: Store;
  product: PlacedProduct;
  /** The waitlist that is open now. */
  waitlist: Waitlist | null;
  /** When the first hold ends, by our ids of the variants that are held; null if that cannot be said. */
  heldUntil: ReadonlyMap<string, Date | null>;
  /** Launches of scheduled waitlists, the next one first. */
  launches: Launch[];
  /** The SKU that named the product, if one did. */
  sku: string | null;
  locale: string;
  /** The words of the store on its button. */
  texts: OwnTexts;
  now: Date;
  /** The lowest prices of 30 days, by our ids of the variants; only where shoppers read them beside a struck price. */
  lowestPrices?: ReadonlyMap<string, Minor>;
};

/** The facts when the product is unknown in the store, or the key is unknown. */
export type MissingFacts = {
  store: Store | null;
  product: null;
  name: ProductName;
  /** What is known of an unknown id; only in test stores. */
  finding: IdFinding | null;
  locale: string;
  texts: OwnTexts;
};

/** Returns whether others are paying for the last units. Those may come back, sold ones do not. */
export const isHeld = ({ left, held }: Pick<WaitlistVariant, 'left' | 'held'>): boolean => left === 0 && held > 0;

const NOTHING = { waitlist: null, chosen: null, variants: {} } as const;
const NO_BUTTON: ButtonVariantView = { sku: '', state: 'none', text: '', label: '' };
const NO_PRICE: PriceVariantView = { sku: '', price: '', compareAt: '' };

const modalTexts = (locale: string): ButtonDocument['modal'] => ({
  title: translate(locale, 'modal.title'),
  loading: translate(locale, 'modal.loading'),
  failed: translate(locale, 'modal.failed'),
  close: translate(locale, 'checkout.close'),
});

const learnTexts = ({ locale, texts }: PlacementFacts): ButtonDocument['learn'] => ({
  link: wordsOf(texts, locale)('learn.link'),
  title: translate(locale, 'learn.title'),
});

export function emptyButton(facts: MissingFacts): ButtonDocument {
  const { store, locale, texts } = facts;
  const soldOut = { ...NO_BUTTON, text: wordsOf(texts, locale)('button.sold_out') };
  const common = { ...NOTHING, ...forDeveloper(facts), origins: null, modal: modalTexts(locale), learn: null };
  return { ...common, unchosen: store ? soldOut : NO_BUTTON };
}

export function emptyPrice(facts: MissingFacts): PriceDocument {
  const compareAtText = translate(facts.locale, 'price.compare_at');
  return { ...NOTHING, ...forDeveloper(facts), unchosen: NO_PRICE, compareAtText };
}

export function buttonDocument(facts: PlacementFacts): ButtonDocument {
  const { store, waitlist, launches, locale, texts } = facts;
  const words = wordsOf(texts, locale);
  const soldOutText = words('button.sold_out');
  const none = (sku: string, launch: Launch | undefined): ButtonVariantView => ({
    sku,
    state: 'none',
    text: launch ? words('button.coming_soon') : soldOutText,
    label: launch ? launchText(facts, launch) : '',
  });
  const view = (sku: string, offers: WaitlistVariant[], hint: string): ButtonVariantView => {
    // Without a text nothing is shown, not even “Sold Out”: the store's own button sells it.
    if (offers.every(({ leftToShelf }) => leftToShelf)) return { ...NO_BUTTON, sku };
    const order = { sku, state: 'order', text: words('button.order'), label: hint } as const;
    if (offers.some(({ left }) => left > 0)) return order;
    if (offers.some(isHeld)) return { ...order, ...heldView(facts, offers.filter(isHeld)) };
    return { sku, state: 'sold_out', text: soldOutText, label: '' };
  };
  return {
    ...placementDocument(facts),
    ...heldOf(facts),
    variants: eachVariant(facts, ({ externalId, sku }, offers) =>
      offers.length === 0
        ? none(
            sku,
            launches.find((launch) => launch.variants.includes(externalId)),
          )
        : view(sku, offers, shipsText(facts, offers[0]?.ships)),
    ),
    // Asks to choose: a shopper can only order a variant, and each variant may have a ship window of its own.
    unchosen: waitlist
      ? view('', waitlist.variants, translate(locale, 'checkout.variant.choose'))
      : none('', launches[0]),
    origins: store.mode === 'test' ? null : store.origins,
    modal: modalTexts(locale),
    learn: waitlist && learnTexts(facts),
  };
}

function heldView(
  { heldUntil, locale }: PlacementFacts,
  offers: WaitlistVariant[],
): Pick<ButtonVariantView, 'state' | 'heldUntil' | 'label'> {
  const [first] = offers.flatMap(({ variantId }) => heldUntil.get(variantId)?.toISOString() ?? []).sort();
  const label = first ? translate(locale, 'button.held_until', { time: '{time}' }) : translate(locale, 'button.held');
  return { state: 'held', heldUntil: first ?? null, label };
}

function heldOf({ store, product, waitlist, locale }: PlacementFacts): Pick<ButtonDocument, 'held'> {
  if (!waitlist?.variants.some(isHeld)) return {};
  const session = `checkout:${store.publicKey}:${product.externalId}`;
  return { held: { session, goOn: translate(locale, 'button.go_on') } };
}

export function priceDocument(facts: PlacementFacts): PriceDocument {
  const { store, waitlist, locale } = facts;
  const money = (amount: number) => formatMoney(amount, store.currency, locale);
  const offers = waitlist?.variants.filter(({ leftToShelf }) => !leftToShelf) ?? [];
  const prices = offers.map(({ price }) => price);
  const lowest = prices.length > 0 ? money(Math.min(...prices)) : '';
  const isOne = new Set(prices).size === 1;
  return {
    ...placementDocument(facts),
    variants: eachVariant(facts, ({ sku }, [offer]) => ({
      sku,
      price: offer && !offer.leftToShelf ? money(offer.price) : '',
      compareAt: offer?.compareAtPrice && !offer.leftToShelf ? money(offer.compareAtPrice) : '',
      ...lowestOf(facts, offer),
    })),
    unchosen: { ...NO_PRICE, price: isOne || !lowest ? lowest : translate(locale, 'price.from', { price: lowest }) },
    compareAtText: translate(locale, 'price.compare_at'),
  };
}

function lowestOf(
  { lowestPrices, store, locale }: PlacementFacts,
  offer: WaitlistVariant | undefined,
): Pick<PriceVariantView, 'lowest'> {
  const lowest = offer && !offer.leftToShelf ? lowestPrices?.get(offer.variantId) : undefined;
  if (lowest === undefined) return {};
  return { lowest: translate(locale, 'price.lowest', { price: formatMoney(lowest, store.currency, locale) }) };
}

function placementDocument(facts: PlacementFacts) {
  const { product, waitlist, sku } = facts;
  const offered = product.variants.filter(({ gone }) => !gone);
  const [only] = offered;
  const chosen =
    sku === null ? (offered.length === 1 ? only : undefined) : offered.find((variant) => variant.sku === sku);
  return {
    waitlist: waitlist?.id ?? null,
    chosen: chosen?.externalId ?? null,
    ...forDeveloper(facts),
  };
}

/**
 * Returns the message for the page's developer when nothing is shown. A live store has none: a product without a waitlist is
 * not a fault there, and its shoppers' consoles stay clean. It is in English, like all texts for developers.
 */
function forDeveloper(facts: PlacementFacts | MissingFacts): Pick<PlacementDocument, 'developer'> {
  const { store } = facts;
  if (!store) return { developer: { mode: null, why: 'Service: nothing is shown, for no store has this apiKey' } };
  if (store.mode === 'live') return {};
  return { developer: { mode: 'test', why: whyNothing(facts), noVariant: noVariantText(facts) } };
}

function whyNothing(facts: PlacementFacts | MissingFacts): string {
  const { product } = facts;
  if (product && sellsAll(facts)) return '';
  const [column, value] = product ? ['externalId', product.externalId] : (Object.entries(facts.name)[0] ?? []);
  const named = `${OPTIONS[column as 'sku']} ${value}`;
  if (!product) {
    const finding = 'finding' in facts ? facts.finding : null;
    const more = finding && finding.why !== 'unknown' ? `. ${explainId(finding)}` : '';
    return `Service: nothing is shown for ${named}, for this test store has no such product${more}`;
  }
  const closed = facts.launches.length > 0 ? 'its waitlist opens later' : 'it has no open waitlist';
  const reason = facts.waitlist ? 'its waitlist does not sell this variant' : closed;
  return `Service: nothing is shown for ${named}, for ${reason} (said in test stores only)`;
}

/** Returns the message for a page that names a variant by an id that none of the product's has. */
function noVariantText({ product }: PlacementFacts | MissingFacts): string {
  if (!product) return '';
  const why = hasMadeId(product)
    ? 'the service made their ids, because the import had none: ./service products map sets those of your platform'
    : `its variants have other ids: see ./service products show ${product.handle}`;
  return `Service: no variant of ${product.handle} has the skuId {id}, for ${why} (said in test stores only)`;
}

const sellsAll = ({ product, waitlist }: PlacementFacts): boolean =>
  product.variants.every(({ externalId }) => waitlist?.variants.some((offer) => offer.externalId === externalId));

/** The SDK's options that name a product. */
const OPTIONS = { externalId: 'productId', handle: 'productCode', sku: 'sku' } as const;

/**
 * Makes a view of every variant from its offer on the waitlist; `offers` has one element or none. Ids that a variant had earlier,
 * which a page may still have, get its view too.
 */
function eachVariant<View extends object>(
  { product, waitlist }: PlacementFacts,
  view: (variant: PlacedProduct['variants'][number], offers: WaitlistVariant[]) => View,
): Record<string, View & { id?: string }> {
  return Object.fromEntries(
    product.variants.flatMap((variant) => {
      const { externalId: id, earlierIds } = variant;
      const shown = view(variant, waitlist?.variants.filter((offer) => offer.externalId === id) ?? []);
      return [[id, shown] as const, ...earlierIds.map((earlier) => [earlier, { ...shown, id }] as const)];
    }),
  );
}

/** Returns "From 12 Jun" with the day in the store's time zone. */
function launchText(facts: PlacementFacts, { at }: Launch): string {
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: facts.store.timeZone }).format(at);
  return translate(facts.locale, 'button.launches', { date: shortWindow(facts, { from: day, until: day }) });
}

function shipsText(facts: PlacementFacts, ships: ShipWindow | undefined): string {
  return ships ? translate(facts.locale, 'button.ships', { window: shortWindow(facts, ships) }) : '';
}

function shortWindow({ locale, store, now }: PlacementFacts, window: ShipWindow): string {
  // The current year, in the store's time zone, is left out of dates.
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: store.timeZone }).format(now);
  return formatShipWindow(window, locale, { style: 'short', currentYear: Number(year) });
}
