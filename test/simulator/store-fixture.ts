import { randomUUID } from 'node:crypto';
import { readStore } from '../../src/core/stores/queries.ts';
import type { Database } from '../../src/platform/db.ts';
import type { CheckoutAddress } from '../../src/protocol/schema/frame-api.ts';
import type { Random } from '../support/faults.ts';
import { createTestProduct, createTestStore, type TestProduct } from '../support/merchant.ts';

/** A shopper. After an erasure the shopper returns as a new person, without a link to the old one. */
export type Shopper = {
  number: number;
  /** Part of all personal data of the shopper, so that any trace is found after an erasure. */
  mark: string;
  email: string;
  address: CheckoutAddress;
  /** The last request for units, granted or not. It may be repeated. */
  asked: OpenCheckout | null;
  checkout: OpenCheckout | null;
  preorders: PlacedByShopper[];
};

export type OpenCheckout = {
  id: string;
  /** The Idempotency-Key and the body of the request, to repeat it. */
  key: string;
  body: string;
  /** The request of the last payment. */
  payment: { key: string; token: string } | null;
};

/** A pre-order as it was confirmed to its shopper. */
export type PlacedByShopper = {
  id: string;
  reference: string;
  /** Null after a swap, which may have changed it. */
  total: number | null;
  lineIds: string[];
  ships: string;
  cancelled: Set<string>;
  /** The number of parcels that were sent. */
  parcels: number;
  /** The newest swap that needs a payment. */
  swapId?: string;
};

export type OfferedWaitlist = { id: string; product: TestProduct };

export type StoreFixture = {
  storeId: string;
  storeKey: string;
  products: TestProduct[];
  waitlists: OfferedWaitlist[];
  shoppers: Shopper[];
  /** Every confirmed pre-order, including those of erased persons. */
  confirmed: PlacedByShopper[];
  releases: string[];
  /** Discount codes, including ended ones. */
  discounts: string[];
  /** The marks of erased persons, with the time of the erasure. */
  erased: { mark: string; at: number }[];
};

const SHOPPERS = 8;
/**
 * The decimals of the stores' currencies, independent of the code: none, two, three, and one currency on which runtimes
 * have differed.
 */
export const DECIMALS: Record<string, number> = { EUR: 2, HUF: 2, JPY: 0, KWD: 3, USD: 2 };
const TIME_ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland'];

type Chance = { random: Random; now: () => number };

/** Creates a store with two products. The history opens the waitlists. */
export async function createStoreFixture(db: Database, { random }: Chance): Promise<StoreFixture> {
  const storeId = await createTestStore(db, {
    slug: `store-${randomUUID().slice(0, 8)}`,
    currency: random.pick(Object.keys(DECIMALS)),
    timeZone: random.pick(TIME_ZONES),
    pricesIncludeTax: random.chance(50),
    shipping: [
      { country: 'DE', amount: random.pick([0, 490, 333]) },
      { country: 'FR', amount: 991 },
    ],
    tax: [{ country: 'DE', millionths: random.pick([0, 70_000, 190_000, 192_500]) }],
  });
  const { publicKey } = await readStore(db, storeId);
  await db.query('INSERT INTO worker_life (alive_at) VALUES (app_now())');
  const products = [
    await createTestProduct(db, storeId, { prices: [12_900, 9_999], handle: 'jacket' }),
    await createTestProduct(db, storeId, { prices: [1_001], handle: 'mug' }),
  ];
  const shoppers = Array.from({ length: SHOPPERS }, (_, number) => newShopper(number, random));
  return {
    storeId,
    storeKey: publicKey,
    products,
    waitlists: [],
    shoppers,
    confirmed: [],
    releases: [],
    discounts: [],
    erased: [],
  };
}

export function newShopper(number: number, random: Random): Shopper {
  const mark = randomUUID().slice(0, 8);
  return {
    number,
    mark,
    email: `quill-${mark}@shopper.example`,
    address: {
      firstName: `Quill${mark}`,
      lastName: `Feather${mark}`,
      line1: `Brambleby Lane ${mark}`,
      line2: '',
      city: `Town${mark}`,
      region: '',
      postalCode: '10115',
      phoneNumber: '',
      country: random.chance(85) ? 'DE' : 'FR',
    },
    asked: null,
    checkout: null,
    preorders: [],
  };
}
