/**
 * An order that the commerce port hands to the store's own system for fulfilment. Amounts are integer minor units of
 * `currency`. An adapter translates orders and makes no decisions.
 */
export type StoreOrder = {
  /** Our id. It stays the same when the order is handed over again. */
  id: string;
  store: string;
  /** True for an order of a test store: no money was paid and nothing has to be sent. */
  test: boolean;
  /** The pre-order's reference, which the shopper knows. */
  reference: string;
  /** Counts the orders of a pre-order from 1. Line items that are released at different times come in separate orders. */
  number: number;
  placedAt: string;
  currency: string;
  /** Null if the shopper was erased after the order was handed over; it is then sent again only to report cancelled line items. */
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
  /** The agreed price, which is fully paid. */
  unitPrice: number;
  shipping: number;
  tax: number;
  discount: number;
  total: number;
  properties: unknown;
  /** True if the line item was cancelled after it was handed over; it must not be sent. */
  cancelled: boolean;
};

/**
 * Calls reject with `CommerceError`. `unreachable` means that the outcome is unknown (a time-out, a lost answer); the same order
 * is handed over again. `refused` means that the store's system does not accept the order in this form.
 */
export type CommerceConnector = {
  readonly name: string;
  /**
   * Creates the order in the store's system, or updates it. Idempotent by its id: an order that is handed over twice exists
   * once. Resolves with the store system's reference, which is the same every time.
   */
  put(order: StoreOrder): Promise<{ ref: string }>;
  /** Set if orders are kept as files instead of handed over. */
  archive?: OrderArchive;
};

/** Access to kept orders by their id. */
export type OrderArchive = {
  /** Returns the paths of the order's files. */
  filesOf(orderId: string): Promise<string[]>;
  /** Removes the order's files, if there are any. */
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
