// Signatures of the connector, both ways: those of Standard Webhooks (https://www.standardwebhooks.com).
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

const AGE_MAX_S = 300; // older requests are refused, and those that are this far in the future

function signatureOf(secret, { id, timestamp, content }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${content}`).digest('base64')}`;
}

/** Returns the headers of a request with this content, with a signature of each secret. */
export function sign(secrets, content, now) {
  const [id, timestamp] = [randomUUID(), String(Math.floor(now.getTime() / 1_000))];
  const signatures = secrets.map((secret) => signatureOf(secret, { id, timestamp, content }));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Returns true if one of the secrets signed the content within the last minutes. */
export function isGenuine({ headers, content, secrets, now }) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': shown } = headers;
  if (!id || !/^\d{1,12}$/.test(timestamp ?? '') || !shown) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > AGE_MAX_S) return false;
  const expected = secrets.map((secret) => Buffer.from(signatureOf(secret, { id, timestamp, content })));
  const given = shown.split(' ').map((one) => Buffer.from(one));
  return expected.some((one) => given.some((other) => one.length === other.length && timingSafeEqual(one, other)));
}
