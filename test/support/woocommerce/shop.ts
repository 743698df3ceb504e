import { randomBytes } from 'node:crypto';

/** The state of a stand-in for a store with WooCommerce, written from the public documentation of its REST API, version 3. */
export type Shop = {
  currency: string;
  digits: number;
  /** The percentage of tax that the store adds to orders; null if it computes none. */
  taxRate: number | null;
  /** `manages`: its user may see settings and webhooks. */
  key: { consumerKey: string; consumerSecret: string; writes: boolean; manages: boolean };
  products: Map<number, Product>;
  orders: Map<number, Order>;
  webhooks: Map<number, Webhook>;
  /** Parcels by their order, which WooCommerce 11 keeps if its merchant asks for that; null if not. */
  fulfillments: Map<number, Json[]> | null;
  pricesIncludeTax: boolean;
  /** “Round tax at subtotal level”. Without it a store with prices without tax rounds the tax of each line. */
  roundsTaxOnce: boolean;
  /** How far its clock is ahead, in milliseconds. */
  aheadMs: number;
  lastId: number;
};

export type Json = Record<string, unknown>;
export type Product = Json & { id: number; status: string; type: string; variations: Variation[] };
export type Variation = Json & { id: number };
export type Webhook = Json & { id: number; topic: string; status: string; delivery_url: string; secret: string };
export type Meta = { id: number; key: string; value: unknown };
export type Item = Json & { id: number; name: string; total: string; total_tax: string; meta_data: Meta[] };
export type Order = Json & {
  id: number;
  status: string;
  line_items: Item[];
  shipping_lines: Item[];
  fee_lines: Item[];
  refunds: { id: number; reason: string; total: string }[];
  meta_data: Meta[];
};

export const nextId = (shop: Shop): number => {
  shop.lastId += 1;
  return shop.lastId;
};

export function createShop(currency: string, digits: number): Shop {
  const letters = () => randomBytes(20).toString('hex');
  const key = { consumerKey: `ck_${letters()}`, consumerSecret: `cs_${letters()}`, writes: true, manages: true };
  return {
    currency,
    digits,
    taxRate: null,
    key,
    products: new Map(),
    orders: new Map(),
    webhooks: new Map(),
    fulfillments: null,
    pricesIncludeTax: true,
    roundsTaxOnce: false,
    aheadMs: 0,
    lastId: 100,
  };
}

/** An error as WordPress answers it. */
export class RestError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** WordPress writes times of GMT to the second, without a zone. */
export const gmtNow = ({ aheadMs }: Shop): string => new Date(Date.now() + aheadMs).toISOString().slice(0, 19);

/** What WooCommerce does at each change of a product, and of a variation of it. */
export function touch(shop: Shop, product: Product): void {
  product.date_modified_gmt = gmtNow(shop);
}
