import { test } from 'vitest';
import type { CatalogVariant } from '../../../src/domain/catalog.ts';
import type { Minor } from '../../../src/domain/money.ts';
import type {
  CommercePlatform,
  PlatformCan,
  PlatformChange,
  PlatformDelivery,
  PlatformFulfilment,
  PlatformProduct,
} from '../../../src/integrations/commerce/port.ts';
import type { FaultyWay } from './faulty-way.ts';

/** A product as a person of the store enters it: the platform gives the ids. */
export type SeedProduct = Omit<PlatformProduct, 'externalId' | 'currency' | 'variants'> & { variants: SeedVariant[] };
export type SeedVariant = Omit<CatalogVariant, 'externalId'>;
export type Seeded = { id: string; variantIds: string[] };

/** An order as people of the store see it: our ids of its line items, and minor units. */
export type SeenOrder = {
  /** What has to be sent. */
  openIds: string[];
  sentIds: string[];
  /** What the platform counts as paid, less what went back. */
  kept: Minor;
  /** What it waits for from the shopper; below zero where it wants to give back. Absent where it counts no such thing. */
  owed?: Minor;
};

/** What people of the store do on the platform. */
export type PlatformHand = {
  add(product: SeedProduct): Promise<Seeded>;
  /** Changes everything that is not a variant. */
  change(id: string, to: Partial<Omit<SeedProduct, 'variants'>>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Waits until the platform's clock tells what was done before from what comes. Absent where it does so at once. */
  settle?(): Promise<void>;
  setStock(variantId: string, inStock: number): Promise<void>;
  /** Removes a variant and adds the same one again. Resolves with its new id. */
  replaceVariant(productId: string, variantId: string): Promise<string>;
  /** Reads an order as people of the store see it. */
  seen(ref: string): Promise<SeenOrder>;
  /** Deletes an order for good, where that is possible. */
  deleteOrder?(ref: string): Promise<void>;
  /** Lets time pass there. A platform's own server goes by the clock of the machine. */
  pass?(ms: number): Promise<void>;
  /** Counts the orders with this reference. */
  countOrders(reference: string): Promise<number>;
  /** Returns the properties of a line item as people of the store see them. */
  propertiesOf(ref: string, lineId: string): Promise<unknown>;
  /** Orders goods from a supplier, or changes that order. Absent where `can.deliveries` is false. */
  putDelivery?(delivery: PlatformDelivery): Promise<void>;
  /** Sends these line items. */
  fulfil(
    ref: string,
    lineIds: string[],
    tracking: Pick<PlatformFulfilment, 'carrier' | 'trackingNumber' | 'trackingUrl'>,
  ): Promise<void>;
};

export type PlatformUnderTest = {
  platform: CommercePlatform;
  /** Asks with credentials that the platform does not know, or no longer. */
  withDeadCredentials: CommercePlatform;
  hand: PlatformHand;
  way: FaultyWay;
  currency: string;
  /** A secret that signs the platform's webhooks. */
  secret: string;
  /** Returns a webhook as the platform signs it. */
  webhook(
    change: PlatformChange,
    signing: { secret: string; at: Date },
  ): { body: Buffer; headers: Record<string, string> };
  close(): Promise<void>;
};

export type ContractOptions = {
  name: string;
  /** What the adapter says that its platform can do: tests of other things are left out. */
  can: PlatformCan;
  /** Currencies that the platform can be opened in. */
  currencies: readonly string[];
  open(currency: string): Promise<PlatformUnderTest>;
  /** True if the platform only tells that a whole order was sent. */
  wholeOrders?: boolean;
  /** True if people of the store can delete an order for good. */
  deletesOrders?: boolean;
  /** What becomes of a title there, if it is not kept as it is. */
  titleKept?: (title: string) => string;
  /** True if no two variants of the platform have the same SKU. */
  uniqueSkus?: boolean;
  /** True if the platform keeps no address at which a parcel can be followed. */
  withoutTrackingLinks?: boolean;
  /** How many variants a product has that is read in parts: 2,000, or fewer where it takes the platform long to make them. */
  manyVariants?: number;
};

export const seedVariant = (more: Partial<SeedVariant> = {}): SeedVariant => ({
  sku: 'LAMP',
  optionValues: [],
  price: 8_900,
  compareAtPrice: null,
  imageUrl: null,
  inStock: 3,
  oversellEnabled: false,
  ...more,
});

let seeds = 0;

export function seedProduct(more: Partial<SeedProduct> = {}): SeedProduct {
  seeds += 1;
  return {
    handle: `harbour-lamp-${seeds}`,
    title: 'Harbour Lamp',
    descriptionHtml: '<p>Made of brass.</p>',
    vendor: 'North & Pine',
    imageUrl: null,
    published: true,
    optionNames: [],
    variants: [seedVariant()],
    ...more,
  };
}

/** Returns `test` for what a platform can do, and leaves out the others. */
export function testIf(possible: boolean): (name: string, body: () => Promise<void>) => void {
  return (name, body) => {
    if (possible) test(name, body);
  };
}
