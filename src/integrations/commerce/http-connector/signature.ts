import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingWebhook } from '../webhook-port.ts';

// The format is that of Standard Webhooks. Their library reads the machine's clock when it verifies, and ours is given.

// Older ones are refused, so that a copied one is of no use for long; clocks of servers differ by less.
const AGE_MAX_S = 300;

type Signed = { id: string; timestamp: string; content: string };

function signatureOf(secret: string, { id, timestamp, content }: Signed): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${content}`).digest('base64');
  return Buffer.from(`v1,${mac}`);
}

/** Returns the headers that sign a content, with one signature for each secret. */
export function signedHeaders(content: string, secrets: readonly string[], now: Date): Record<string, string> {
  const signed = { id: randomUUID(), timestamp: String(Math.floor(now.getTime() / 1_000)), content };
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': signed.timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
  };
}

/** Returns why a webhook is refused, or null if one of the secrets signed it lately. */
export function refusalOf({ body, headers, secrets, now }: IncomingWebhook): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': shown } = headers;
  if (!id || !timestamp || !shown) return 'It is not signed.';
  if (!/^\d{1,12}$/.test(timestamp)) return 'Its time cannot be read.';
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > AGE_MAX_S) return 'It is too old, or from the future.';
  const content = body.toString('utf8');
  const given = shown.split(' ').map((one) => Buffer.from(one));
  const fits = secrets.map((secret) => {
    const expected = signatureOf(secret, { id, timestamp, content });
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  return fits.includes(true) ? null : 'No secret of this connection signed it.';
}
