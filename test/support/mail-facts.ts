import type { PreorderLine } from '../../src/core/preorders/queries.ts';
import type { MailFacts } from '../../src/surfaces/mails/templates/facts.ts';

const WINDOW = { version: 1, from: '2030-06-10', until: '2030-06-15' };

/** Returns a placed and paid line item of a jacket. */
export function mailLine(number: number, changes: Partial<PreorderLine> = {}): PreorderLine {
  return {
    id: `line-${number}`,
    number,
    state: 'placed',
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
    returnedAt: null,
    cancelledAt: null,
    cancelReason: null,
    letDown: false,
    ...changes,
  };
}

type Changes = {
  store?: Partial<MailFacts['store']>;
  preorder?: Partial<MailFacts['preorder']>;
  lines?: PreorderLine[];
  card?: MailFacts['card'];
  manageUrl?: string;
  pictures?: MailFacts['pictures'];
};

const STORE: MailFacts['store'] = {
  mode: 'live',
  publicKey: '5b1f3f7e-0000-4000-8000-000000000001',
  brand: null,
  name: 'Aldersund',
  legalName: 'Aldersund Oy Ab',
  timeZone: 'Europe/Helsinki',
  legalAddress: 'Skeppsbron 4\n10900 Hanko\nFinland',
  returnAddress: '',
  contactEmail: 'hello@aldersund.example',
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
};

/** Returns the facts of a pre-order of three jackets for Maya in Berlin, by default placed and paid. */
export function mailFacts({
  store,
  preorder,
  lines,
  card = null,
  manageUrl,
  pictures = new Map(),
}: Changes = {}): MailFacts {
  return {
    store: { ...STORE, ...store },
    preorder: {
      id: 'p',
      reference: 'PO-7K2M-9QXT-X',
      state: 'placed',
      placedAt: new Date(0),
      updatedAt: new Date(0),
      waitlistId: 'w',
      productExternalId: '1001',
      productTitle: 'Aurora Jacket',
      locale: 'en-GB',
      currency: 'EUR',
      paymentPlan: 'pay_now',
      depositRefundable: true,
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
      lines: lines ?? [mailLine(1), mailLine(2), mailLine(3, { properties: { Engraving: 'Cabin 7' } })],
      ...preorder,
    },
    card,
    pictures,
    manageUrl: manageUrl ?? null,
  };
}
