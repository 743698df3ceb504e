import { AppError } from '../../../domain/error.ts';
import type { PlatformRequest } from '../http-port.ts';
import {
  CommerceError,
  type CommercePlatform,
  type PlatformCan,
  type PlatformKind,
  type PlatformOrders,
  type PlatformTools,
} from '../port.ts';
import { readAs } from '../read.ts';
import type { WebhookReading } from '../webhook-port.ts';
import { fromWire, refundToWire, toWire } from './orders.ts';
import { readProduct, readProducts } from './products.ts';
import { refusalOf, signedHeaders } from './signature.ts';
import {
  WireChanges,
  WireDeliveries,
  type WireDeliveryLineValue,
  WireFulfilments,
  WireKnownOrder,
  type WireOrderChangeValue,
  WireProducts,
  WireShop,
  WireStock,
  WireWebhook,
} from './wire.ts';

/** Any platform whose store speaks our protocol, see docs/guides/connect-any-platform.md. */
export const httpConnector: PlatformKind = {
  kind: 'http',
  title: 'Any platform, by the HTTP connector',
  requestsPerSecond: 20,
  settings: [
    { name: 'url', secret: false, about: 'The address of your connector, such as https://shop.example/connector' },
    {
      name: 'secret',
      secret: true,
      about: 'whsec_ and at least 24 bytes in base64; two of them, with a space between, while you change it',
    },
    {
      name: 'cannot',
      secret: false,
      optional: true,
      about:
        'What your connector cannot do, with commas: changes, webhooks, stock, unpaid, hold, hold_lines, ship_window, cancel, cancel_lines, refunds, fulfilments, deliveries',
    },
  ],
  webhookSecrets: ({ secret }) => readSecrets(secret),
  open: openHttpConnector,
};

type Send = (method: PlatformRequest['method'], path: string, body?: unknown) => Promise<unknown>;

function openHttpConnector(settings: Readonly<Record<string, string>>, tools: PlatformTools): CommercePlatform {
  const base = readUrl(settings.url);
  const secrets = readSecrets(settings.secret);
  const send: Send = async (method, path, body) => {
    const url = `${base}${path}`;
    const text = body === undefined ? '' : JSON.stringify(body);
    const { pathname, search } = new URL(url);
    const headers = () => ({
      accept: 'application/json',
      ...(text === '' ? {} : { 'content-type': 'application/json' }),
      ...signedHeaders(`${method} ${pathname}${search}\n${text}`, secrets, tools.now()),
    });
    const more = text === '' ? {} : { body: text };
    // Each request of the protocol says how something should be, so a second one changes nothing.
    return (await tools.http.send({ method, url, headers, repeatable: true, ...more })).json;
  };
  return {
    kind: httpConnector.kind,
    can: readCan(settings.cannot ?? ''),
    ...catalogueBy(send),
    orders: ordersBy(send),
    readWebhook(webhook): WebhookReading {
      const refusal = refusalOf(webhook);
      if (refusal !== null) return { kind: 'refused', reason: refusal };
      try {
        const { changes } = readAs(WireWebhook, JSON.parse(webhook.body.toString('utf8')), 'a webhook');
        return { kind: 'genuine', id: webhook.headers['webhook-id'] ?? '', changes };
      } catch (error) {
        return { kind: 'refused', reason: error instanceof CommerceError ? error.message : 'It is not JSON.' };
      }
    },
  };
}

function catalogueBy(
  send: Send,
): Pick<CommercePlatform, 'check' | 'listProducts' | 'getProduct' | 'changes' | 'stock' | 'deliveries'> {
  return {
    async check() {
      const { missing_scopes = [], ...shop } = readAs(WireShop, await send('GET', '/shop'), 'its description');
      return { id: shop.id, name: shop.name, currency: shop.currency, missingScopes: missing_scopes };
    },
    async listProducts(cursor) {
      const page = readAs(WireProducts, await send('GET', `/products${withCursor(cursor)}`), 'a page of products');
      return { ...readProducts(page.products), next: page.next };
    },
    getProduct: (id) =>
      orNull(async () => {
        const product = readProduct(await send('GET', `/products/${encodeURIComponent(id)}`));
        if (product.externalId === id) return product;
        throw new CommerceError('malformed', `The platform sent product ${product.externalId} instead of ${id}.`);
      }),
    changes: async (cursor) => readAs(WireChanges, await send('GET', `/changes${withCursor(cursor)}`), 'changes'),
    async stock(variantIds) {
      if (variantIds.length === 0) return [];
      const query = new URLSearchParams(variantIds.map((id) => ['variant_id', id]));
      const { stock } = readAs(WireStock, await send('GET', `/stock?${query}`), 'its stock');
      return stock.map(({ variant_id, in_stock }) => ({ variantId: variant_id, inStock: in_stock }));
    },
    async deliveries(cursor) {
      const answer = await send('GET', `/deliveries${withCursor(cursor)}`);
      const { deliveries, next } = readAs(WireDeliveries, answer, 'deliveries');
      const lineOf = ({ product_id, variant_id, units, arrived }: WireDeliveryLineValue) => {
        return { productId: product_id, variantId: variant_id, units, arrived };
      };
      return { deliveries: deliveries.map(({ lines, ...one }) => ({ ...one, lines: lines.map(lineOf) })), next };
    },
  };
}

function ordersBy(send: Send): PlatformOrders {
  const path = (id: string) => `/orders/${encodeURIComponent(id)}`;
  const change = async (ref: string, to: WireOrderChangeValue) => {
    await send('PATCH', path(ref), to);
  };
  return {
    find: ({ id }) => orNull(async () => fromWire(readAs(WireKnownOrder, await send('GET', path(id)), 'an order'))),
    create: async (order) =>
      fromWire(readAs(WireKnownOrder, await send('PUT', path(order.id), toWire(order)), 'an order')),
    markPaid: (ref) => change(ref, { paid: true }),
    setAddress: (ref, to) => change(ref, to),
    setShipWindow: (ref, window) => change(ref, { ship_window: window }),
    hold: (ref, lineIds) => change(ref, { held_line_ids: [...lineIds] }),
    cancelLines: (ref, lineIds) => change(ref, { cancelled_line_ids: [...lineIds] }),
    recordRefund: (ref, { currency, ...refund }) => change(ref, { refund: refundToWire(refund, currency) }),
    async fulfilments(ref) {
      const found = readAs(WireFulfilments, await send('GET', `${path(ref)}/fulfilments`), 'fulfilments');
      return found.fulfilments.map(({ line_ids, tracking_number, tracking_url, sent_at, delivered_at, ...one }) => ({
        ...one,
        lineIds: line_ids,
        trackingNumber: tracking_number,
        trackingUrl: tracking_url,
        sentAt: sent_at,
        deliveredAt: delivered_at,
      }));
    },
  };
}

const withCursor = (cursor: string | null) => (cursor === null ? '' : `?${new URLSearchParams({ cursor })}`);

async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CommerceError && error.kind === 'not_found') return null;
    throw error;
  }
}

function readUrl(text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash) {
    return url.href.replace(/\/$/, '');
  }
  throw new AppError('invalid_parameter', 'url is an address such as https://shop.example/connector.', {
    param: 'url',
  });
}

// Standard Webhooks wants 24 bytes at least, which are 32 letters of base64.
const SECRETS = /^whsec_[\w+/-]{32,88}={0,2}( whsec_[\w+/-]{32,88}={0,2})?$/;

function readSecrets(text = ''): string[] {
  if (SECRETS.test(text)) return text.split(' ');
  const message =
    'secret is whsec_ and at least 24 bytes in base64; two of them, with a space between, while you change it.';
  throw new AppError('invalid_parameter', message, { param: 'secret' });
}

const PARTS = [
  'changes',
  'webhooks',
  'stock',
  'unpaid',
  'hold',
  'hold_lines',
  'ship_window',
  'cancel',
  'cancel_lines',
  'refunds',
  'fulfilments',
  'deliveries',
];

function readCan(text: string): PlatformCan {
  const missing = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const unknown = missing.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) {
    const message = `cannot has “${unknown.slice(0, 40)}”; it may have ${PARTS.join(', ')}.`;
    throw new AppError('invalid_parameter', message, { param: 'cannot' });
  }
  const can = (part: string) => !missing.includes(part);
  const lines = (part: string) => (!can(part) ? 'no' : can(`${part}_lines`) ? 'lines' : 'order');
  return {
    changes: can('changes'),
    webhooks: can('webhooks'),
    stock: can('stock'),
    unpaidOrders: can('unpaid'),
    hold: lines('hold'),
    shipWindow: can('ship_window'),
    cancel: lines('cancel'),
    refunds: can('refunds'),
    fulfilments: can('fulfilments'),
    deliveries: can('deliveries'),
  };
}
