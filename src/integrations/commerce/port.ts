import type { CatalogProduct } from '../../domain/catalog.ts';
import type { Minor } from '../../domain/money.ts';
import type { KeptAccess, PlatformApp } from './app-port.ts';
import type { DeliveryPage } from './delivery-port.ts';
import type { PlatformHttp } from './http-port.ts';
import type { IncomingWebhook, PlatformChange, WebhookReading } from './webhook-port.ts';

export type { AppSession, AppTokens, KeptAccess, PlatformApp } from './app-port.ts';
export type { DeliveryPage, PlatformDelivery } from './delivery-port.ts';
export { CommerceError, type CommerceErrorKind, explaining, quoting } from './error.ts';
export type { PlatformChange, PrivacyAsk, WebhookReading } from './webhook-port.ts';

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
  /** Absent of an order that is fully paid, as every order is that is handed over at release. */
  unpaid?: boolean;
  /** The rate of its tax in parts of a million. Absent where it is not known: then the amounts say it. */
  taxRate?: number;
  /** Calendar days in the store's time zone, both inclusive, where the platform should know when the line items leave. */
  shipWindow?: ShipDays;
  /** What went back to the shopper after the order was handed over, the oldest first. */
  refunds?: StoreRefund[];
};

/** Days as YYYY-MM-DD. */
export type ShipDays = { from: string; until: string };

export type StoreRefund = {
  /** Our id: a refund is recorded once, however often it is told. */
  id: string;
  amount: Minor;
  lineIds: string[];
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
  /** True while the line item must wait: its unit has not come, or is not paid. */
  held?: boolean;
  /** Somebody withdrew from it: it is to be cancelled if it was not sent. It is ours to cancel only once the platform has. */
  asked?: boolean;
  /** Of a cancelled line item that was paid: the platform is told of the payment, and of the refund once it is done. */
  wasPaid?: boolean;
};

/**
 * Takes orders for the store's own system, as they should be there. Calls reject with `CommerceError`. After `refused` an order
 * waits until it changes; after every other error the same order is handed over again.
 */
export type CommerceConnector = {
  readonly name: string;
  /**
   * Creates the order in the store's system, or updates it. Idempotent by its id: an order that is handed over twice exists
   * once. One that vanished is created anew only if a person asked for `again`. Resolves with the store system's reference, which is the same every time, and with those of the line items that it was asked to
   * cancel which are cancelled there; left out where the system does not tell. The reference is null if another process handed the
   * order over meanwhile: then it may have changed, and is read again.
   */
  put(order: StoreOrder, asked?: { again: boolean }): Promise<{ ref: string | null; cancelledIds?: string[] }>;
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

/**
 * A platform with a store's products and orders. One adapter for each kind of platform, in a folder of its own; all keep the
 * contract in `test/support/platform-contract/`. An adapter translates and makes no decisions. All ids are the platform's,
 * and all amounts are integer minor units. Calls reject with `CommerceError` alone. What the platform cannot do stands in `can`,
 * and the core does not ask for it.
 */
export type CommercePlatform = {
  readonly kind: string;
  readonly can: PlatformCan;
  /** Says whose account this is, and whether the credentials have all rights that are needed. */
  check(): Promise<PlatformShop>;
  /**
   * Lists all products in an order that does not change, page by page. `cursor` is null for the first page, then the `next`
   * of the page before. A cursor stays valid while products change, so a list can go on after hours.
   */
  listProducts(cursor: string | null): Promise<ProductPage>;
  /**
   * Returns a product with all of its variants, published or not. Null if the platform does not know it, or no longer. Throws
   * `malformed` if it cannot be read.
   */
  getProduct(id: string): Promise<PlatformProduct | null>;
  /**
   * Lists what changed since a cursor, at least once each; each has to be read anew. With the cursor null, resolves with the
   * cursor of now and no changes. Throws `not_found` for a cursor that the platform has forgotten: everything has to be listed.
   */
  changes(cursor: string | null): Promise<ChangePage>;
  /** Returns how many units the platform has of these variants. Leaves out variants that it does not know. */
  stock(variantIds: readonly string[]): Promise<VariantStock[]>;
  /** Lists the merchant's purchase orders that are not closed, page by page as products. Absent where `can.deliveries` is false. */
  deliveries?(cursor: string | null): Promise<DeliveryPage>;
  orders: PlatformOrders;
  /** Asks the platform to post its webhooks to an address; again changes nothing. Absent if people of the store set that up there. */
  subscribe?(address: string): Promise<void>;
  /** Names what the platform was asked to tell this address and does not, because it switched that off. Absent where it never does. */
  silentTopics?(address: string): Promise<string[]>;
  /**
   * Verifies a webhook on its raw body, and says what it is about. Any of the secrets may have signed it: during a rotation two
   * are live. A webhook that is too old, or from the future, is refused. Whether it came before is the caller's to see, by its id.
   */
  readWebhook(webhook: IncomingWebhook): WebhookReading;
};

/** What a platform can do. The core asks for nothing else, says so to the merchant, and does what is possible instead. */
export type PlatformCan = {
  /** Lists what changed. Without it everything is compared at times. */
  changes: boolean;
  webhooks: boolean;
  stock: boolean;
  /** Takes orders that are not paid yet. Without it orders are handed over once they are paid. */
  unpaidOrders: boolean;
  /** Keeps an order, or some of its line items, from being sent. Without it orders are handed over at release alone. */
  hold: 'lines' | 'order' | 'no';
  /** Shows when the line items will leave. */
  shipWindow: boolean;
  /** Cancels line items of an order, or only a whole order. What is not possible becomes an alert for a person. */
  cancel: 'lines' | 'order' | 'no';
  /** Records refunds whose money was sent by our payment provider. */
  refunds: boolean;
  /** Tells what was sent, and how it is followed. */
  fulfilments: boolean;
  /** Tells the merchant's purchase orders: what is on its way. Without it they come as a file. */
  deliveries: boolean;
};

export type PlatformShop = {
  /** The platform's id of the account: a connection never moves to another one. */
  id: string;
  name: string;
  currency: string;
  /** The rights that the credentials lack; empty if all is well. */
  missingScopes: string[];
  /** Whether prices are entered with tax. Absent where the platform computes none, or keeps both. */
  pricesIncludeTax?: boolean;
  /** What it keeps from us all the same. Absent if the platform has no such limits. */
  limits?: PlatformLimit[];
};

/**
 * What a platform does not show, although it takes the credentials. The connection works without it, and says what is lost.
 * `old_orders`: orders of more than 60 days; `people`: names, addresses and e-mails of orders; `orders`: all orders.
 */
export type PlatformLimit = 'old_orders' | 'people' | 'orders';

/** A product in the platform's words. Titles are text, as the platform has them: who shows one makes it safe. */
export type PlatformProduct = CatalogProduct & {
  /** False while shoppers of the platform cannot see it. */
  published: boolean;
  /** The currency of its prices. */
  currency: string;
  /** Prices are finer there than the currency, and were rounded. */
  pricesRounded?: true;
  /** How the platform taxes it, if that is not its usual way: a name of the platform. */
  taxClass?: string;
};

/** One product that cannot be read does not keep the others of its page from coming. */
export type ProductPage = { products: PlatformProduct[]; unreadable: UnreadableProduct[]; next: string | null };

export type UnreadableProduct = { id: string | null; reason: string };

/** `more`: further changes are waiting, so the caller asks again at once. */
export type ChangePage = {
  changes: PlatformChange[];
  cursor: string;
  more: boolean;
  /** There may be changes that the platform does not tell, such as products that are gone: everything has to be compared. */
  compare?: boolean;
};

export type VariantStock = { variantId: string; inStock: number };

/**
 * Orders of a platform. All calls may be repeated: each says how the order should be, and changes nothing if it is so already.
 * `ref` is the platform's id of the order. Line items are named by our ids.
 */
export type PlatformOrders = {
  /**
   * Returns an order by our id, or null. Sees each order that an earlier call created, also one whose answer was lost. `ref` is what the
   * platform called it, where that is known. An order in a bin is not there.
   */
  find(key: OrderKey, ref?: string): Promise<PlatformOrder | null>;
  /**
   * Creates an order with all line items, also cancelled ones, and paid for those of `payableLines`; with its properties and the pre-order's reference, where people
   * see them. Only for an order that `find` does not know. Takes no units from the shelf of what is sold beside it.
   */
  create(order: StoreOrder): Promise<PlatformOrder>;
  /** Records that all is paid, at our payment provider. */
  markPaid(ref: string, payment: { amount: Minor; currency: string }): Promise<void>;
  setAddress(ref: string, to: Pick<StoreOrder, 'email' | 'address'>): Promise<void>;
  setShipWindow(ref: string, window: ShipDays): Promise<void>;
  /** Holds exactly these line items, and lets all others be sent. Holds the whole order for one of them if it cannot do better. */
  hold(ref: string, lineIds: readonly string[]): Promise<void>;
  cancelLines(ref: string, lineIds: readonly string[]): Promise<void>;
  recordRefund(ref: string, refund: StoreRefund & { currency: string }): Promise<void>;
  fulfilments(ref: string): Promise<PlatformFulfilment[]>;
};

export type OrderKey = Pick<StoreOrder, 'id' | 'reference' | 'number'>;

/** An order as the platform has it. What a platform cannot tell is what it was created with. */
export type PlatformOrder = {
  ref: string;
  /** The number that the merchant sees. */
  name: string;
  paid: boolean;
  email: string | null;
  address: Record<string, string> | null;
  shipWindow: ShipDays | null;
  heldLineIds: string[];
  cancelledLineIds: string[];
  refundIds: string[];
  /** What the platform did not show of it. */
  limits?: PlatformLimit[];
};

/** What left the store together. Texts are empty where the platform has none. */
export type PlatformFulfilment = {
  ref: string;
  lineIds: string[];
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  sentAt: string;
  deliveredAt: string | null;
};

/** A kind of platform: what a merchant gives to connect one, and its adapter. */
export type PlatformKind = {
  kind: string;
  /** The name that people use, such as “Shopify”. */
  title: string;
  settings: readonly PlatformSetting[];
  /** What the platform allows over a long time. */
  requestsPerSecond: number;
  /** Returns the secrets that may sign its webhooks: two during a rotation. */
  webhookSecrets(settings: Readonly<Record<string, string>>): readonly string[];
  /** Throws `invalid_parameter` with the setting's name. */
  open(settings: Readonly<Record<string, string>>, tools: PlatformTools): CommercePlatform;
};

export type Platforms = {
  kinds: readonly PlatformKind[];
  /** The app of this installation on a platform, if the operator has made one. */
  app: PlatformApp | null;
  /** Returns the adapter of a connection; null if the kind is unknown. Throws as the kind does. */
  open(connection: PlatformConnection): CommercePlatform | null;
  /** Hands orders over to a platform; resolves with the order as the platform has it. */
  orders(platform: CommercePlatform): OrderHandOver;
};

export type OrderHandOver = { put(order: StoreOrder, earlier?: EarlierHandOver): Promise<PlatformOrder> };

/** What is known of earlier hand-overs of an order. */
export type EarlierHandOver = {
  /** The platform's id and number of it; null if the platform has not answered yet. */
  known: Pick<PlatformOrder, 'ref' | 'name'> | null;
  /** A person asked for another try. Only then an order that vanished is created anew. */
  again?: boolean;
};

export type PlatformConnection = {
  kind: string;
  settings: Readonly<Record<string, string>>;
  currency: string;
  /** Connections with the same text share their rate of requests. */
  paceOf: string;
  /** Set where the merchant installed our app instead of giving credentials. */
  access?: KeptAccess | undefined;
};

/** `generated`: a secret that we make if the merchant gives none. */
export type PlatformSetting = { name: string; secret: boolean; optional?: boolean; generated?: boolean; about: string };

/** What an adapter needs of the world. */
export type PlatformTools = {
  /** Every request of an adapter goes through it: it paces, repeats, and bounds time and size. */
  http: PlatformHttp;
  /** Of the store: prices are read and written in it. */
  currency: string;
  /** The platform's clock may be another one; this one is for signatures. */
  now: () => Date;
  /** Instead of credentials in the settings. */
  access?: KeptAccess | undefined;
};
