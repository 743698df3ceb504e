import { type CardForm, readCardForm } from '../../../core/accounts/queries.ts';
import { readShownSafety } from '../../../core/catalog/queries/safety.ts';
import { findProduct, type Product } from '../../../core/catalog/queries.ts';
import { addressRules } from '../../../core/checkouts/address-rules.ts';
import { walletConsentText } from '../../../core/checkouts/consent.ts';
import { takesDiscounts } from '../../../core/discounts/queries.ts';
import { findStoreByKey, type Store } from '../../../core/stores/queries.ts';
import { planText } from '../../../core/waitlists/plan-text.ts';
import { findNamedProduct, type ProductName } from '../../../core/waitlists/queries/on-sale.ts';
import {
  msUntilScheduledChange,
  openWaitlistOf,
  readWaitlist,
  type Waitlist,
} from '../../../core/waitlists/queries.ts';
import { currencyDigits } from '../../../domain/currency.ts';
import { ERROR_STATUS } from '../../../domain/error.ts';
import { withoutMarks } from '../../../domain/marked-text.ts';
import { formatShipWindow } from '../../../domain/ship-window.ts';
import { shipsTo } from '../../../domain/waitlist.ts';
import { storeLocale, translate } from '../../../messages/catalogue.ts';
import type { FrameAssets, InlineAsset } from '../../../platform/browser-build.ts';
import type { Content } from '../../../platform/ready-answer.ts';
import { type MadeOffer, type SentCheckoutDocument, toColumns } from '../../../protocol/wire/checkout-countries.ts';
import type { CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import type { SafetyView } from '../../../protocol/wire/product-safety.ts';
import type { LoadedAnswer } from '../../answer-cache.ts';
import { logoOf } from '../../brand.ts';
import type { Deps } from '../../deps.ts';
import { scriptedPage } from '../../page.ts';
import { sellerOf } from '../../seller.ts';
import { beforeContract, type OfficialFiles, officialSources, readOfficialFiles } from '../before-contract.ts';
import { frameAncestors } from '../embedding.ts';
import { safetyView } from '../product-safety.ts';
import { checkoutMessages } from './checkout-messages.ts';
import { firstDrawing } from './first-drawing.ts';
import { sourceOfScript, type WalletsScript } from './wallets-route.ts';

export type CheckoutQuestion = {
  storeKey: string;
  name: ProductName;
  language: string | undefined;
  /** True for a page of its own, false for a frame. */
  standalone: boolean;
};

/** The frame's script and style, those of stores whose service completes addresses, and scripts that run before either. */
export type CheckoutAssets = {
  plain: FrameAssets;
  completing: FrameAssets;
  first: InlineAsset;
  standalone: InlineAsset;
  wallets: WalletsScript;
};

/**
 * Loads the checkout frame's document. Script and style are inlined, so that it is one request and its script is of the same
 * build, also while servers are being replaced. It is the same for every shopper; personal data comes from the API.
 */
export async function loadCheckoutDocument(
  deps: Pick<Deps, 'db' | 'paymentsFor' | 'accounts'>,
  { plain, completing, wallets, ...scripts }: CheckoutAssets,
  { storeKey, name, language, standalone }: CheckoutQuestion,
): Promise<LoadedAnswer> {
  const store = await findStoreByKey(deps.db, storeKey);
  const locale = storeLocale(language, store?.mode);
  const named = store && (await findNamedProduct(deps.db, store.id, name));
  const product = named && (await findProduct(deps.db, store.id, { externalId: named.externalId }));
  if (!store || !product) {
    const unknown = store ? 'product_not_found' : 'invalid_api_key';
    const content = checkoutPage(
      { ...plain, ...scripts },
      { offer: null, unknown, store, locale, form: null, standalone },
    );
    return { storeId: store?.id ?? null, productId: null, msUntilChange: null, content };
  }
  // The scheduled change is read first: read last, it would miss a launch in between.
  const msUntilChange = await msUntilScheduledChange(deps.db, store.id, product.id);
  const waitlistId = await openWaitlistOf(deps.db, store.id, product.id);
  const waitlist = waitlistId === null ? null : await readWaitlist(deps.db, store.id, waitlistId);
  const provider = (await deps.paymentsFor(store))?.name;
  const form = await readCardForm(deps, store, provider);
  const offer =
    waitlist && provider
      ? makeOffer({
          store,
          product,
          waitlist,
          provider,
          locale,
          safety: safetyView(await readShownSafety(deps.db, { storeId: store.id, productId: product.id }), {
            store,
            locale,
          }),
          script: form.script,
          wallets: form.hasWallets ? wallets : null,
          files: await readOfficialFiles(deps, store, product),
          codes: await takesDiscounts(deps.db, store.id, { productId: product.id, waitlistId: waitlist.id }),
        })
      : null;
  const assets = store.addressSearch === null ? plain : completing;
  const content = checkoutPage({ ...assets, ...scripts }, { offer, store, locale, form, standalone });
  return { storeId: store.id, productId: product.id, msUntilChange, content };
}

/** What is offered, as far as shoppers see it in the checkout. */
export type Offered = {
  product: Pick<Product, 'externalId' | 'title' | 'imageUrl'> & {
    variants: readonly Pick<Product['variants'][number], 'id' | 'imageUrl'>[];
  };
  waitlist: Pick<Waitlist, 'id' | 'plan' | 'description' | 'limitPerCustomer' | 'countries' | 'withdrawalExclusion'> & {
    variants: readonly Pick<
      Waitlist['variants'][number],
      'variantId' | 'externalId' | 'title' | 'price' | 'left' | 'ships'
    >[];
  };
};

type OfferFacts = Offered & {
  store: Store;
  provider: string;
  script: CheckoutOffer['script'];
  wallets: CheckoutOffer['wallets'];
  locale: string;
  codes: boolean;
  safety?: SafetyView | null;
  files: OfficialFiles;
};

export function makeOffer({
  store,
  product,
  waitlist,
  provider,
  script,
  wallets,
  locale,
  codes,
  safety,
  files,
}: OfferFacts): MadeOffer {
  const { name, legalName, country } = store;
  const { plan: paymentPlan, depositRefundable } = waitlist.plan;
  const { withdrawalExclusion } = waitlist;
  const agreed = { locale, storeName: name, legalName, paymentPlan, depositRefundable, withdrawalExclusion };
  const consentFor = ({ from, until }: { from: string; until: string }) =>
    walletConsentText({ ...agreed, shipsFrom: from, shipsUntil: until });
  const images = new Map(product.variants.map((variant) => [variant.id, variant.imageUrl]));
  return {
    key: store.publicKey,
    store: {
      name,
      ...sellerOf(store),
      country,
      test: store.mode === 'test',
      logo: logoOf(store),
    },
    currency: store.currency,
    currencyDigits: currencyDigits(store.currency),
    pricesIncludeTax: store.pricesIncludeTax,
    holdMinutes: store.holdMinutes,
    provider,
    script,
    wallets,
    waitlistId: waitlist.id,
    plan: { kind: waitlist.plan.plan, text: planText(waitlist.plan, { currency: store.currency, locale }).long },
    takesDiscounts: codes,
    description: withoutMarks(waitlist.description),
    limitPerCustomer: waitlist.limitPerCustomer,
    before: beforeContract(store, waitlist, { files, locale }),
    product: { id: product.externalId, title: product.title, image: product.imageUrl },
    variants: waitlist.variants.map((variant) => ({
      id: variant.externalId,
      title: variant.title,
      image: images.get(variant.variantId) ?? null,
      price: variant.price,
      left: variant.left,
      ships: formatShipWindow(variant.ships, locale, { style: 'long' }),
      ...(wallets && { walletConsent: consentFor(variant.ships) }),
    })),
    countries: shippingCountries(store, waitlist, locale),
    ...(safety && { safety }),
  };
}

function shippingCountries(
  { shipping, tax, phoneCountries }: Store,
  { countries }: Pick<Waitlist, 'countries'>,
  locale: string,
): MadeOffer['countries'] {
  const rates = new Map(tax.map(({ country, region = '', millionths }) => [`${country} ${region}`, millionths]));
  const regionsOf = (country: string) => tax.filter((rate) => rate.country === country && rate.region);
  return shipping
    .filter(({ country }) => shipsTo(countries, country))
    .flatMap(({ country, amount }) => {
      const address = addressRules(country, locale);
      if (!address) return [];
      const listsRegions = address.regions !== null;
      const taxMillionths = rates.get(`${country} `) ?? 0;
      const regions = regionsOf(country).map(({ region, millionths }) => [region, millionths]);
      // Left out if empty, because most countries have none and a document may list all countries.
      const regional = regions.length > 0 ? { regionTax: Object.fromEntries(regions) } : {};
      const terms = { shipping: amount, taxMillionths, ...regional };
      const needsPhone = phoneCountries.includes(country);
      return [{ code: country, ...terms, address: { ...address, regions: null, needsPhone }, listsRegions }];
    });
}

type Page = {
  offer: MadeOffer | null;
  unknown?: NonNullable<SentCheckoutDocument['unknown']>;
  store: Store | null;
  locale: string;
  form: CardForm | null;
  standalone: boolean;
};

/** Makes the page with the strictest policy that the provider's card form allows. */
function checkoutPage(
  assets: FrameAssets & Pick<CheckoutAssets, 'first' | 'standalone'>,
  { offer, unknown, store, locale, form, standalone }: Page,
): Content {
  const data: SentCheckoutDocument = {
    offer: offer && { ...offer, countries: toColumns(offer.countries) },
    locale,
    standalone,
    messages: checkoutMessages(locale, offer?.countries ?? [], {
      completing: (store?.addressSearch ?? null) !== null,
      wallets: offer?.wallets != null,
      phone: offer?.countries.some(({ address }) => address.needsPhone) === true,
      discounts: offer?.takesDiscounts === true,
      officials: offer !== null && officialSources(offer.before).length > 0,
      testCards: offer?.provider === 'test',
      unknown: unknown !== undefined,
    }),
    ...(unknown && { unknown }),
  };
  return scriptedPage(assets, {
    locale,
    title: offer
      ? translate(locale, 'checkout.title', { store: offer.store.name })
      : translate(locale, 'checkout.closed.title'),
    data,
    store,
    early: assets.first,
    ...(standalone && { first: assets.standalone }),
    ...(offer && { body: firstDrawing(offer, locale) }),
    policy: {
      'img-src': ['https:', ...plainImageOrigins(offer), ...(offer ? officialSources(offer.before) : [])],
      ...(form?.policy.directives ?? {}),
      'script-src': [
        assets.script.csp,
        assets.first.csp,
        ...(standalone ? [assets.standalone.csp] : []),
        ...(offer?.wallets ? [sourceOfScript(offer.wallets)] : []),
        ...(form?.policy.scripts ?? []),
      ],
      'frame-ancestors': standalone ? ["'none'"] : frameAncestors(store),
    },
    headers: {
      // The same for every shopper. A browser that has it asks each time whether it is still true, and gets a word if so.
      'cache-control': standalone ? 'no-store' : 'no-cache',
      ...(standalone && { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }),
    },
    // Not for a frame, where an error status would show up in the console of the store's page.
    ...(standalone && unknown && { status: ERROR_STATUS[unknown] }),
  });
}

/** Returns the plain HTTP origins of images, which stores on a developer's own machine have. */
function plainImageOrigins(offer: MadeOffer | null): string[] {
  const images = [offer?.product.image, ...(offer?.variants.map(({ image }) => image) ?? [])];
  const origins = images.flatMap((image) => (image ? (URL.parse(image)?.origin ?? []) : []));
  // Leaves out hosts with characters that have a meaning in a policy; such an image is not shown.
  return [...new Set(origins)].filter((origin) => /^http:\/\/[\w.:[\]-]+$/.test(origin));
}
