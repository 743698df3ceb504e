import { walletConsentText } from '../../core/checkouts/consent.ts';
import type { PreorderLine } from '../../core/preorders/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { OwnTexts } from '../../core/texts/queries.ts';
import type { MailFacts } from './templates/facts.ts';

/** The day on which the samples are written. */
export const SAMPLE_DAY = '2030-02-01';
const WINDOW = { version: 1, from: '2030-06-10', until: '2030-06-15' };

/** Returns a placed and paid line item of a jacket. */
export function sampleLine(number: number, changes: Partial<PreorderLine> = {}): PreorderLine {
  return {
    id: `line-${number}`,
    number,
    state: 'placed',
    variantId: 'variant',
    variantExternalId: '100102',
    variantTitle: 'Lichen / M',
    sku: 'AUR-LIC-M',
    imageUrl: null,
    properties: null,
    batchId: 'batch',
    batch: 1,
    promise: WINDOW,
    promisedNow: WINDOW,
    unitPrice: 28_900,
    discount: 0,
    shipping: 260,
    tax: 0,
    total: 29_160,
    dueNow: 29_160,
    kept: 0,
    givenBack: 0,
    dueFrom: null,
    paid: 29_160,
    refunded: 0,
    releasedAt: null,
    fulfilledAt: null,
    deliveredAt: null,
    returnedAt: null,
    cancelledAt: null,
    cancelReason: null,
    letDown: false,
    ...changes,
  };
}

/** Returns a pre-order of three jackets for Maya in Berlin, placed and paid. */
export function samplePreorder(): MailFacts['preorder'] {
  return {
    id: 'p',
    reference: 'PO-7K2M-9QXT-X',
    state: 'placed',
    placedAt: new Date(0),
    updatedAt: new Date(0),
    waitlistId: 'w',
    customerKey: 'k',
    productExternalId: '1001',
    productTitle: 'Aurora Jacket',
    locale: 'en-GB',
    currency: 'EUR',
    paymentPlan: 'pay_now',
    depositRefundable: true,
    withdrawalExclusion: null,
    discount: 0,
    discountCode: null,
    dueNow: 87_490,
    subtotal: 86_700,
    shipping: 790,
    tax: 13_969,
    total: 87_490,
    pricesIncludeTax: true,
    marketingConsent: false,
    marketing: null,
    consentText: 'I agree to the terms of sale of Aldersund Oy Ab.',
    contact: {
      email: 'maya@example.com',
      address: {
        firstName: 'Maya',
        lastName: 'Lindqvist',
        line1: 'Lindenstraße 12',
        city: 'Berlin',
        postalCode: '10969',
        country: 'DE',
      },
    },
    lines: [sampleLine(1), sampleLine(2), sampleLine(3, { properties: { Engraving: 'Cabin 7' } })],
  };
}

/** Returns the facts of that pre-order in a store, as its shoppers in this language would read them. */
export function sampleFacts(store: Store, { locale, texts }: { locale: string; texts: OwnTexts }): MailFacts {
  const { currency, name: storeName, legalName } = store;
  const sample = samplePreorder();
  const { paymentPlan, depositRefundable } = sample;
  const consentText = walletConsentText({
    locale,
    storeName,
    legalName,
    paymentPlan,
    depositRefundable,
    withdrawalExclusion: null,
    shipsFrom: WINDOW.from,
    shipsUntil: WINDOW.until,
  });
  const preorder = { ...sample, locale, currency, consentText };
  return {
    store,
    preorder,
    today: SAMPLE_DAY,
    card: null,
    pictures: new Map(),
    texts,
    manageUrl: null,
    withdrawUrl: null,
  };
}
