import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import { isShopDomain } from '../../../domain/shop-domain.ts';
import { isOf } from '../../../platform/schema-check.ts';
import { Type } from '../../../platform/type.ts';
import type { AppWebhookReading } from '../app-port.ts';
import type { PlatformChange } from '../port.ts';
import type { IncomingWebhook, PrivacyAsk, WebhookReading } from '../webhook-port.ts';

const Id = Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 100 })]);
const Body = Type.Object({
  id: Type.Optional(Id),
  order_id: Type.Optional(Id),
  shop_domain: Type.Optional(Type.String()),
});
// Shopify leaves out what it does not know of a person.
const Ids = Type.Optional(Type.Union([Type.Array(Id), Type.Null()]));
const PrivacyBody = Type.Object({
  customer: Type.Optional(
    Type.Object({ email: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])) }),
  ),
  orders_requested: Ids,
  orders_to_redact: Ids,
});

const PRIVACY: Readonly<Record<string, PrivacyAsk['what']>> = {
  'customers/data_request': 'export',
  'customers/redact': 'erase',
  'shop/redact': 'erase_store',
};

/** What we subscribe to, as the schema names it. A product's topic also tells of its stock. */
export const TOPICS = [
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'ORDERS_FULFILLED',
  'ORDERS_PARTIALLY_FULFILLED',
  'ORDERS_DELETE',
  'APP_UNINSTALLED',
  'APP_SCOPES_UPDATE',
] as const;

/**
 * Verifies Shopify's signature over the bytes of the body. It does not cover the headers: a topic or a time that somebody changed
 * makes us read something anew, or asks about a person whom Shopify named to us.
 */
export function readWebhook({ body, headers, secrets }: IncomingWebhook, domain: string | null): WebhookReading {
  const refused = (reason: string): WebhookReading => ({ kind: 'refused', reason });
  const { 'x-shopify-hmac-sha256': shown, 'x-shopify-webhook-id': id, 'x-shopify-topic': topic } = headers;
  if (!shown || !id || !topic) return refused('It is not signed.');
  const from = headers['x-shopify-shop-domain'];
  if (domain !== null && from !== domain) return refused('It comes from another store.');
  if (!isSigned(body, shown, secrets)) return refused('No secret of this connection signed it.');
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    if (!isOf(Body, read)) return refused('It does not say what it is about.');
    // An app has one secret for all stores that have it, and the signature does not cover the header that names the store.
    if (domain !== null && (read.shop_domain ?? domain) !== domain) return refused('It is about another store.');
    const what = PRIVACY[topic];
    if (what === undefined) return { kind: 'genuine', id, changes: changesOf(topic, read) };
    if (!isOf(PrivacyBody, read)) return refused('It does not say whom it is about.');
    return { kind: 'genuine', id, changes: [], privacy: askOf(what, read) };
  } catch {
    return refused('It is not JSON.');
  }
}

/** Verifies a webhook that Shopify sends for all stores that have the app, and says which store it is about. */
export function readAppWebhook(webhook: IncomingWebhook): AppWebhookReading {
  const shop = webhook.headers['x-shopify-shop-domain'];
  if (!isShopDomain(shop)) return { kind: 'refused', reason: 'It names no store.' };
  const reading = readWebhook(webhook, shop);
  return reading.kind === 'genuine' ? { ...reading, shop } : reading;
}

function isSigned(body: Buffer, shown: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(shown, 'base64');
  const fits = secrets.map((secret) => {
    const expected = createHmac('sha256', secret).update(body).digest();
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return fits.includes(true);
}

function askOf(what: PrivacyAsk['what'], body: Static<typeof PrivacyBody>): PrivacyAsk {
  const refs = body.orders_requested ?? body.orders_to_redact ?? [];
  return { what, email: body.customer?.email?.trim() || null, orderRefs: refs.map(String) };
}

function changesOf(topic: string, { id, order_id }: Static<typeof Body>): PlatformChange[] {
  if (topic === 'app/uninstalled' || topic === 'app/scopes_update') return [{ what: 'connection' }];
  if (topic.startsWith('products/') && id !== undefined) return [{ what: 'product', id: String(id) }];
  if (topic.startsWith('orders/') && id !== undefined) return [{ what: 'order', ref: String(id) }];
  if (topic.startsWith('fulfillments/') && order_id !== undefined) return [{ what: 'order', ref: String(order_id) }];
  return [];
}
