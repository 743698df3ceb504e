import { randomBytes } from 'node:crypto';

/** The state of a stand-in for a store with WooCommerce, written from the public documentation of its REST API, version 3. */
export type Shop = {
  currency: string;
  digits: number;
  /** The percentage of tax that the store adds to orders; null if it computes none. */
  taxRate: number | null;
  key: { consumerKey: string; consumerSecret: string; writes: boolean };
  products: Map<number, Product>;
  orders: Map<number, Order>;
  lastId: number;
};

export type Json = Record<string, unknown>;
export type Product = Json & { id: number; status: string; type: string; variations: Variation[] };
export type Variation = Json & { id: number };
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
  const key = { consumerKey: `ck_${letters()}`, consumerSecret: `cs_${letters()}`, writes: true };
  return { currency, digits, taxRate: null, key, products: new Map(), orders: new Map(), lastId: 100 };
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

/** WordPress writes times of GMT without a zone. */
export const gmtNow = (): string => new Date().toISOString().slice(0, 19);
