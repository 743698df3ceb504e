import { createHash } from 'node:crypto';
import type { GraphQLResolveInfo } from 'graphql';

/** The objects of the stand-in, with the names that they have in Shopify's schema. */

export type Money = { amount: string; currencyCode: string };
export type Bag = { shopMoney: Money; presentmentMoney: Money };
export type UserError = { field: string[] | null; message: string; code?: string | null };
export type Attribute = { key: string; value: string };

export type Variant = {
  __typename: 'ProductVariant';
  id: string;
  title: string;
  sku: string | null;
  price: string;
  compareAtPrice: string | null;
  inventoryQuantity: number;
  inventoryPolicy: 'CONTINUE' | 'DENY';
  inventoryItem: { id: string; tracked: boolean };
  selectedOptions: { name: string; value: string }[];
  media: { __typename: 'MediaImage'; id: string; image: { url: string } }[];
  product: Product;
};

export type Product = {
  __typename: 'Product';
  id: string;
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';
  publishedAt: string | null;
  hasOnlyDefaultVariant: boolean;
  options: { name: string; values: string[] }[];
  featuredMedia: { __typename: 'MediaImage'; id: string; preview: { image: { url: string } | null } } | null;
  variants: Variant[];
  updatedAt: string;
};

export type LineItem = {
  __typename: 'LineItem';
  id: string;
  title: string;
  sku: string | null;
  quantity: number;
  currentQuantity: number;
  fulfilled: number;
  readonly unfulfilledQuantity: number;
  price: number;
  customAttributes: Attribute[];
  originalUnitPriceSet: Bag;
  taxLines: unknown[];
  variant: Variant | null;
};

export type Transaction = {
  __typename: 'OrderTransaction';
  id: string;
  kind: string;
  status: string;
  gateway: string;
  amount: number;
  amountSet: Bag;
  createdAt: string;
  parentTransaction: Transaction | null;
};

export type Refund = {
  __typename: 'Refund';
  id: string;
  note: string | null;
  createdAt: string;
  transactions: Transaction[];
  totalRefundedSet: Bag;
};

export type Hold = {
  __typename: 'FulfillmentHold';
  id: string;
  handle: string | null;
  reason: string;
  reasonNotes: string | null;
  heldByRequestingApp: boolean;
};

export type FulfillmentOrder = {
  __typename: 'FulfillmentOrder';
  id: string;
  status: 'OPEN' | 'ON_HOLD' | 'CLOSED' | 'CANCELLED';
  fulfillmentHolds: Hold[];
  lineItems: FulfillmentOrderLine[];
};

export type FulfillmentOrderLine = {
  __typename: 'FulfillmentOrderLineItem';
  id: string;
  lineItem: LineItem;
  remainingQuantity: number;
};

export type Fulfillment = {
  __typename: 'Fulfillment';
  id: string;
  status: 'SUCCESS' | 'CANCELLED';
  createdAt: string;
  deliveredAt: string | null;
  trackingInfo: { company: string | null; number: string | null; url: string | null }[];
  fulfillmentLineItems: { id: string; lineItem: LineItem; quantity: number }[];
};

export type Order = {
  __typename: 'Order';
  id: string;
  name: string;
  email: string | null;
  note: string | null;
  tags: string[];
  test: boolean;
  currencyCode: string;
  sourceIdentifier: string | null;
  shippingAddress: Record<string, string | null> | null;
  customAttributes: Attribute[];
  metafields: { namespace: string; key: string; type: string; value: string }[];
  lineItems: LineItem[];
  shipping: number;
  shippingTaxLines: unknown[];
  discount: number;
  discountCodes: string[];
  taxesIncluded: boolean;
  transactions: (args?: { first?: number }) => Transaction[];
  allTransactions: Transaction[];
  refunds: Refund[];
  fulfillments: Fulfillment[];
  fulfillmentOrders: FulfillmentOrder[];
  cancelledAt: string | null;
  createdAt: string;
  updatedAt: string;
  readonly fullyPaid: boolean;
  readonly totalOutstandingSet: Bag;
  readonly currentTotalPriceSet: Bag;
};

export type Subscription = { __typename: 'WebhookSubscription'; id: string; topic: string; uri: string };

export type BulkOperation = {
  __typename: 'BulkOperation';
  id: string;
  query: string;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  errorCode: string | null;
  objectCount: string;
  rootObjectCount: string;
  fileSize: string | null;
  url: string | null;
  lines: string;
};

export type Args = Readonly<Record<string, unknown>>;
export type Root = Readonly<Record<string, (args: Args, info: GraphQLResolveInfo) => unknown>>;

export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/** The points of an app in a store. They come back over time. */
export type Bucket = {
  /** Takes points, or says that there are too few. */
  take(cost: number): boolean;
  giveBack(cost: number): void;
  status(): ThrottleStatus;
};

/** The tokens of a public app. Each pair ends the one before, but what renews it works until the new one is used. */
export type Offline = { access: string; refresh: string; before: string | null };

/** A store with everything that it has. What happens to it is found by all that ask later. */
export type Shop = {
  gid: string;
  name: string;
  domain: string;
  currency: string;
  development: boolean;
  /** Tokens that work, with their scopes. */
  tokens: Map<string, readonly string[]>;
  /** When tokens end, in milliseconds, of those that do. */
  ends: Map<string, number>;
  /** True while the merchant has the app. */
  installed: boolean;
  /** The rights that the merchant has granted to it. */
  granted: readonly string[];
  /** The tokens of a public app. */
  offline: Offline | null;
  /** Signs webhooks. */
  clientId: string;
  clientSecret: string;
  bucket: Bucket;
  products: Product[];
  orders: Order[];
  events: {
    __typename: 'BasicEvent';
    id: string;
    action: string;
    subjectId: string;
    subjectType: string;
    createdAt: string;
  }[];
  subscriptions: Subscription[];
  bulkOperations: BulkOperation[];
  metafieldDefinitions: { ownerType: string; namespace: string; key: string; type: string }[];
  /** Answers of mutations with an idempotency key. */
  done: Map<string, { input: string; answer: unknown }>;
  root: Root;
  nextId(type: string): string;
  now(): string;
  /** Hours or days that passed. */
  clock: { aheadMs: number };
  /** The scopes of the request that is answered. */
  asking: readonly string[];
  /** Protected customer data for which the app is not approved, such as `Order` or `MailingAddress.firstName`. */
  denied: Set<string>;
  /** Called for each change that webhooks tell. */
  tell: (topic: string, payload: Record<string, unknown>) => void;
};

const READABLE_DAYS = 60;

/** The orders that the request may see. Without `read_all_orders` Shopify acts as if those of more than 60 days were not there. */
export function readableOrders({ orders, asking, now }: Shop): Order[] {
  if (asking.includes('read_all_orders')) return orders;
  const since = Date.parse(now()) - READABLE_DAYS * 86_400_000;
  return orders.filter(({ createdAt }) => Date.parse(createdAt) > since);
}

export function numberOf(gid: string): number {
  return Number(/(\d+)(\?.*)?$/.exec(gid)?.[1]);
}

export function moneyBag(amount: number, currencyCode: string): { shopMoney: Money; presentmentMoney: Money } {
  const money = { amount: amount.toFixed(2), currencyCode };
  return { shopMoney: money, presentmentMoney: money };
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
