import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { readAs } from '../read.ts';
import { type Ask, unlessDenied } from './client.ts';
import { PAGE } from './orders.ts';
import { WooSubscription } from './wire.ts';

// What WooCommerce tells of by itself: a product of the bin, too, and one that left it.
const TOPICS = ['product.created', 'product.updated', 'product.deleted', 'product.restored', 'order.updated'] as const;

type Subscription = Static<typeof WooSubscription>;

/**
 * Makes the webhooks that are missing, gives all of them the secret, and switches on again those that are off. Does nothing for a key whose
 * user may not see webhooks: changes are asked for all the same.
 */
export async function subscribe(ask: Ask, address: string, secret: string): Promise<void> {
  const known = await subscriptionsTo(ask, address);
  if (known === null) return;
  for (const topic of TOPICS) {
    const { id } = known.find((one) => one.topic === topic) ?? {};
    const body = { name: `Pre-orders: ${topic}`, topic, delivery_url: address, secret, status: 'active' };
    if (id === undefined) await ask('POST', 'wc/v3/webhooks', { body });
    else await ask('PUT', `wc/v3/webhooks/${id}`, { body });
  }
}

/** Returns the topics that WooCommerce does not tell of: it switches a webhook off after five deliveries that failed. */
export async function silentTopics(ask: Ask, address: string): Promise<string[]> {
  const known = await subscriptionsTo(ask, address);
  if (known === null) return [];
  return TOPICS.filter((topic) => !known.some((one) => one.topic === topic && one.status === 'active'));
}

async function subscriptionsTo(ask: Ask, address: string): Promise<Subscription[] | null> {
  const query = { per_page: PAGE, _fields: 'id,topic,status,delivery_url' };
  const json = await unlessDenied(async () => (await ask('GET', 'wc/v3/webhooks', { query })).json);
  if (json === null) return null;
  return readAs(Type.Array(WooSubscription), json, 'its webhooks').filter((one) => one.delivery_url === address);
}
