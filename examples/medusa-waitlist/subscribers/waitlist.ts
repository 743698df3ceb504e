import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { changesIn } from '../waitlist/changes';

// What happens together is told together.
const PAUSE_MS = 300;
const TRIES_MS = [0, 1_000, 5_000, 30_000];

let told = new Date();
let isWaiting = false;

/** Tells the service what changed. What is never taken is found by the service when it asks. */
export default async function tellWaitlist({ container }: SubscriberArgs): Promise<void> {
  const { WAITLIST_WEBHOOK_URL: url, WAITLIST_WEBHOOK_SECRET: secret } = process.env;
  if (!url || !secret || isWaiting) return;
  isWaiting = true;
  await sleep(PAUSE_MS);
  isWaiting = false;
  const since = told;
  told = new Date(Date.now() - 1_000); // what was stamped then, and not to be seen yet
  const changes = await changesIn(container, { since, until: new Date(Date.now() + 1_000) });
  if (changes.length > 0) await post(url, secret, changes.map(toTold));
}

const toTold = ({ what, id }: { what: string; id: string }) => (what === 'order' ? { what, ref: id } : { what, id });

/** Posts in the format of Standard Webhooks. */
async function post(url: string, secret: string, changes: unknown[]): Promise<void> {
  const body = JSON.stringify({ changes });
  const id = randomUUID();
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  for (const pause of TRIES_MS) {
    await sleep(pause);
    const time = String(Math.floor(Date.now() / 1_000));
    const signature = `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
    const signed = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
    const headers = { ...signed, 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    );
    if (answer?.ok) return;
  }
}

export const config: SubscriberConfig = {
  event: [
    'product.created',
    'product.updated',
    'product.deleted',
    'product-variant.created',
    'product-variant.updated',
    'product-variant.deleted',
    'inventory.inventory-level.created',
    'inventory.inventory-level.updated',
    'inventory.inventory-level.deleted',
    'pricing.price.created',
    'pricing.price.updated',
    'pricing.price.deleted',
    'order.fulfillment_created',
    'shipment.created',
    'delivery.created',
  ],
};
