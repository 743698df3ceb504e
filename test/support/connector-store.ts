import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { parseMoney, toDecimal } from '../../src/domain/money.ts';
import { createPlatformHttp } from '../../src/integrations/commerce/http.ts';
import { httpConnector } from '../../src/integrations/commerce/http-connector/platform.ts';
import type { PlatformChange } from '../../src/integrations/commerce/port.ts';
import { createOutgoingHttp } from '../../src/platform/outgoing-http.ts';
import { createFaultyWay } from './platform-contract/faulty-way.ts';
import type {
  PlatformHand,
  PlatformUnderTest,
  SeedProduct,
  SeedVariant,
  SeenOrder,
} from './platform-contract/under-test.ts';

/** The reference implementation in `examples/connector`, which is plain JavaScript: what tests use of it. */
export type ExampleShop = {
  currency: string;
  hook: string | null;
  products: Map<string, ExampleProduct>;
  orders: Map<string, ExampleOrder>;
  changes: PlatformChange[];
};
type ExampleOrder = {
  reference: string;
  currency: string;
  lines: { id: string; total: string; properties: unknown; cancelled: boolean }[];
  paid_line_ids: string[];
  refunds: { amount: string }[];
  fulfilments: { line_ids: string[] }[];
};
type ExampleVariant = { id: string; in_stock: number; [field: string]: unknown };
export type ExampleProduct = { id: string; variants: ExampleVariant[]; [field: string]: unknown };
type ShopOptions = { id: string; name: string; currency: string; secrets: string[] };
type Example = {
  createShop(options: ShopOptions): ExampleShop;
  serveShop(shop: ExampleShop): Server;
  sign(secrets: string[], content: string, now: Date): Record<string, string>;
  hand: {
    putProduct(shop: ExampleShop, product: ExampleProduct): Promise<void>;
    removeProduct(shop: ExampleShop, id: string): Promise<void>;
    setStock(shop: ExampleShop, id: string, inStock: number): Promise<void>;
    putDelivery(shop: ExampleShop, delivery: Record<string, unknown>): unknown;
    fulfil(shop: ExampleShop, ref: string, fulfilment: Record<string, unknown>): Promise<void>;
  };
};

async function loadExample(): Promise<Example> {
  const load = (name: string): Promise<Partial<Example>> => import(`../../examples/connector/${name}.mjs`);
  const parts = await Promise.all(['shop', 'server', 'signature'].map(load));
  return Object.assign({}, ...parts);
}

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export type ServedExample = {
  shop: ExampleShop;
  url: string;
  secret: string;
  example: Example;
  close(): Promise<void>;
};

/** Serves the reference implementation over HTTP. */
export async function serveExample(currency: string): Promise<ServedExample> {
  const example = await loadExample();
  const secret = newSecret();
  const shop = example.createShop({ id: 'example', name: 'Example store', currency, secrets: [secret] });
  const server = example.serveShop(shop);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { shop, secret, example, url: `http://127.0.0.1:${address.port}`, close };
}

/** Opens the HTTP connector to the reference implementation, for the contract of platforms. */
export async function openConnector(currency: string): Promise<PlatformUnderTest> {
  const served = await serveExample(currency);
  const { shop, secret, example } = served;
  const way = await createFaultyWay(served.url);
  const http = createPlatformHttp({
    outgoing: createOutgoingHttp({ privateTargets: true }),
    takeTurns: async () => 0,
    pace: { of: 'test', perSecond: 1_000 },
    random: () => 0.5,
    sleep: async () => {},
    timeoutMs: 1_000,
  });
  const openWith = (secret: string) =>
    httpConnector.open({ url: way.url, secret }, { http, currency, now: () => new Date() });
  return {
    platform: openWith(secret),
    withDeadCredentials: openWith(newSecret()),
    hand: handOn(example, shop),
    way,
    currency,
    secret,
    webhook(change, signing) {
      const body = JSON.stringify({ changes: [change] });
      return { body: Buffer.from(body), headers: example.sign([signing.secret], body, signing.at) };
    },
    async close() {
      await way.close();
      await served.close();
    },
  };
}

/** Returns what people of the reference store do. */
export function handOn({ hand }: Pick<Example, 'hand'>, shop: ExampleShop): PlatformHand {
  let last = 5_000;
  const nextId = () => {
    last += 1;
    return String(last);
  };
  const productOf = (id: string): ExampleProduct => {
    const product = shop.products.get(id);
    if (!product) throw new Error(`no product ${id}`);
    return product;
  };
  return {
    async add({ variants, ...product }) {
      const id = nextId();
      const wired = variants.map((variant) => toVariant(nextId(), variant, shop.currency));
      await hand.putProduct(shop, { ...toProduct(product), id, currency: shop.currency, variants: wired });
      return { id, variantIds: wired.map((variant) => variant.id) };
    },
    change: (id, to) => hand.putProduct(shop, { ...productOf(id), ...toProduct(to) }),
    remove: (id) => hand.removeProduct(shop, id),
    setStock: (variantId, inStock) => hand.setStock(shop, variantId, inStock),
    putDelivery: async ({ lines, ...delivery }) => {
      const wired = lines.map(({ productId, variantId, ...counts }) => {
        return { product_id: productId, variant_id: variantId, ...counts };
      });
      hand.putDelivery(shop, { ...delivery, lines: wired });
    },
    async deleteOrder(ref) {
      shop.orders.delete(ref);
    },
    async replaceVariant(productId, variantId) {
      const product = productOf(productId);
      const id = nextId();
      const variants = product.variants.map((variant) => (variant.id === variantId ? { ...variant, id } : variant));
      await hand.putProduct(shop, { ...product, variants });
      return id;
    },
    countOrders: async (reference) => [...shop.orders.values()].filter((order) => order.reference === reference).length,
    seen: async (ref) => see(shop, ref),
    propertiesOf: async (ref, lineId) => shop.orders.get(ref)?.lines.find(({ id }) => id === lineId)?.properties,
    fulfil: (ref, lineIds, { carrier, trackingNumber, trackingUrl }) =>
      hand.fulfil(shop, ref, {
        carrier,
        tracking_number: trackingNumber,
        tracking_url: trackingUrl,
        line_ids: lineIds,
      }),
  };
}

function see({ orders, currency }: ExampleShop, ref: string): SeenOrder {
  const order = orders.get(ref);
  if (!order) throw new Error(`no order ${ref}`);
  const sum = (amounts: string[]) => amounts.reduce((all, amount) => all + parseMoney(amount, currency, 'amount'), 0);
  const paid = order.lines.filter(({ id }) => order.paid_line_ids.includes(id));
  const sentIds = order.fulfilments.flatMap(({ line_ids }) => line_ids);
  const open = order.lines.filter(({ id, cancelled }) => !cancelled && !sentIds.includes(id));
  return {
    openIds: open.map(({ id }) => id),
    sentIds,
    kept: sum(paid.map(({ total }) => total)) - sum(order.refunds.map(({ amount }) => amount)),
  };
}

const NAMES: Record<string, string> = {
  descriptionHtml: 'description_html',
  imageUrl: 'image_url',
  optionNames: 'option_names',
};

function toProduct(product: Partial<Omit<SeedProduct, 'variants'>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(product).map(([name, value]) => [NAMES[name] ?? name, value]));
}

function toVariant(id: string, variant: SeedVariant, currency: string): ExampleVariant {
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount, currency));
  return {
    id,
    sku: variant.sku,
    option_values: variant.optionValues,
    price: decimal(variant.price),
    compare_at_price: decimal(variant.compareAtPrice),
    image_url: variant.imageUrl,
    in_stock: variant.inStock,
    oversell: variant.oversellEnabled,
  };
}
