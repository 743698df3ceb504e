import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isOf } from '../../../platform/schema-check.ts';
import type { PlatformChange } from '../port.ts';
import type { IncomingWebhook, WebhookReading } from '../webhook-port.ts';
import { WooWebhook } from './wire.ts';

// What WooCommerce posts, unsigned, when a webhook is made; another answer than 2xx switches the webhook off.
const PING = /^webhook_id=\d{1,12}$/;

/** Verifies a webhook: base64 of the HMAC of its raw body. It has no time, so a copied one is known by its id alone. */
export function readWebhook({ body, headers, secrets }: IncomingWebhook): WebhookReading {
  if (PING.test(body.subarray(0, 40).toString('latin1'))) return { kind: 'genuine', id: `ping ${body}`, changes: [] };
  const given = Buffer.from(headers['x-wc-webhook-signature'] ?? '');
  const fits = secrets.map((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits.includes(true)) return { kind: 'refused', reason: 'No secret of this connection signed it.' };
  const change = changeIn(body, headers['x-wc-webhook-resource'] ?? '');
  if (change === null) return { kind: 'refused', reason: 'It cannot be read.' };
  return { kind: 'genuine', id: deliveryOf(headers, body), changes: change };
}

// The id is no part of what is signed; with the content it can be used once only.
function deliveryOf(headers: IncomingWebhook['headers'], body: Buffer): string {
  const delivery = headers['x-wc-webhook-delivery-id'] ?? headers['x-wc-delivery-id'] ?? '';
  return `${delivery} ${createHash('sha256').update(body).digest('base64url')}`;
}

/** Returns what changed. A variation comes as if it were a product, with the id of its product beside its own. */
function changeIn(body: Buffer, resource: string): PlatformChange[] | null {
  if (resource !== 'product' && resource !== 'order') return [];
  const about = parse(body);
  if (!isOf(WooWebhook, about)) return null;
  if (resource === 'order') return [{ what: 'order', ref: String(about.id) }];
  return [{ what: 'product', id: String(about.parent_id || about.id) }];
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
