/**
 * The commerce port: where the store's own system is handed what it is to fulfil. Amounts are integer minor units of
 * `currency`. An adapter translates; it decides nothing.
 */
export type StoreOrder = {
  /** Ours, and the same however often it is handed over. */
  id: string;
  store: string;
  /** Of a test store: nobody paid, nobody waits. */
  test: boolean;
  /** What the shopper knows it by. */
  reference: string;
  /** From 1: the line items of a pre-order may come in several orders, as they arrive. */
  number: number;
  placedAt: string;
  currency: string;
  /** Null: the buyer was erased after the order was handed over. The order is sent again to say what is cancelled. */
  email: string | null;
  address: Record<string, string> | null;
  lines: StoreOrderLine[];
};

export type StoreOrderLine = {
  id: string;
  /** The platform's ids. */
  productId: string;
  variantId: string;
  sku: string;
  title: string;
  /** What was agreed for it, all of it paid. */
  unitPrice: number;
  shipping: number;
  tax: number;
  discount: number;
  total: number;
  properties: unknown;
  /** It is not to be sent any more: it was cancelled after it had been handed over. */
  cancelled: boolean;
};

/**
 * Calls fail with `CommerceError`: `unreachable` means nothing is known of what happened (a time-out, a lost answer), and
 * the same order is handed over again; `refused` means the store's system will not have it as it is.
 */
export type CommerceConnector = {
  readonly name: string;
  /**
   * Makes the order there or brings it up to date. Idempotent by its id: handed over twice, it is there once. Resolves
   * with what the store's system calls it, the same every time.
   */
  put(order: StoreOrder): Promise<{ ref: string }>;
  /** Only where orders are kept instead of handed over. */
  archive?: OrderArchive;
};

/** Orders that are kept, by their id. */
export type OrderArchive = {
  /** The files that hold the order. */
  filesOf(orderId: string): Promise<string[]>;
  /** Removes them; there may be none. */
  remove(orderId: string): Promise<void>;
};

export class CommerceError extends Error {
  readonly kind: 'unreachable' | 'refused';

  constructor(kind: 'unreachable' | 'refused', message: string) {
    super(message);
    this.name = 'CommerceError';
    this.kind = kind;
  }
}
