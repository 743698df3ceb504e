import { randomUUID } from 'node:crypto';
import { readStore } from '../../src/core/stores/queries.ts';
import type { Database } from '../../src/platform/db.ts';
import type { CheckoutAddress } from '../../src/protocol/schema/frame-api.ts';
import type { Random } from '../support/faults.ts';
import { createTestProduct, createTestStore, type TestProduct } from '../support/merchant.ts';

/** Somebody who shops. Who was erased comes back as somebody new: nothing may lead from the one to the other. */
export type Shopper = {
  number: number;
  /** Stands in every word that names them, so that whatever is left of them is found. */
  mark: string;
  email: string;
  address: CheckoutAddress;
  /** The last request for units, granted or not: it may be sent again. */
  asked: OpenCheckout | null;
  checkout: OpenCheckout | null;
  preorders: PlacedByShopper[];
};

export type OpenCheckout = {
  id: string;
  /** The Idempotency-Key and the body of the request that made it, to ask again. */
  key: string;
  body: string;
  /** What the last payment was tried with. */
  payment: { key: string; token: string } | null;
};

/** What a shopper was told, and may hold us to. */
export type PlacedByShopper = {
  id: string;
  reference: string;
  /** Null once a swap may have changed it. */
  total: number | null;
  lineIds: string[];
  ships: string;
  cancelled: Set<string>;
  /** The newest swap that was to be paid. */
  swapId?: string;
};

export type OfferedWaitlist = { id: string; product: TestProduct };

export type Scenery = {
  storeId: string;
  storeKey: string;
  products: TestProduct[];
  waitlists: OfferedWaitlist[];
  shoppers: Shopper[];
  /** Every pre-order that somebody was told of, also of those who were erased since. */
  told: PlacedByShopper[];
  releases: string[];
  /** Discount codes, ended ones too. */
  discounts: string[];
  /** Marks of who was erased, and when that was. */
  erased: { mark: string; at: number }[];
};

const SHOPPERS = 8;
/**
 * How many decimals the stores' currencies have, written down once more: without, with two, with three, and one of those for
 * which runtimes have had different answers.
 */
export const DECIMALS: Record<string, number> = { EUR: 2, HUF: 2, JPY: 0, KWD: 3, USD: 2 };
const TIME_ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland'];

type Chance = { random: Random; now: () => number };

/** A store with two products; its waitlists are opened by the history itself. */
export async function setScene(db: Database, { random }: Chance): Promise<Scenery> {
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
    told: [],
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
