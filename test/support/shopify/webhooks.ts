import { createHmac, randomUUID } from 'node:crypto';
import type { Root, Shop } from './things.ts';

/** A webhook as it leaves Shopify: the text that was signed, and its headers. */
export type Webhook = { topic: string; body: string; headers: Record<string, string> };

/** Subscriptions are kept once for each topic and address. */
export function subscriptionRoot(shop: Shop): Root {
  return {
    webhookSubscriptions: ({ topics, uri }) => {
      const wanted = topics as string[] | undefined;
      return shop.subscriptions.filter(
        (one) => (wanted?.includes(one.topic) ?? true) && (uri === undefined || one.uri === uri),
      );
    },
    webhookSubscriptionCreate: ({ topic, webhookSubscription }) => {
      const { uri = '' } = webhookSubscription as { uri?: string };
      const refuse = (message: string) => ({
        webhookSubscription: null,
        userErrors: [{ field: ['webhookSubscription', 'uri'], message }],
      });
      if (shop.denied.has('Order') && String(topic).startsWith('ORDERS_')) {
        return refuse('This app is not approved to subscribe to webhook topics containing protected customer data.');
      }
      if (!/^https?:\/\//.test(uri)) return refuse('Address is invalid');
      if (shop.subscriptions.some((one) => one.topic === topic && one.uri === uri)) {
        return refuse('Address for this topic has already been taken');
      }
      const id = shop.nextId('WebhookSubscription');
      shop.subscriptions.push({ __typename: 'WebhookSubscription', id, topic: String(topic), uri });
      return { webhookSubscription: shop.subscriptions.at(-1), userErrors: [] };
    },
    webhookSubscriptionDelete: ({ id }) => {
      const index = shop.subscriptions.findIndex((one) => one.id === id);
      if (index === -1)
        return {
          deletedWebhookSubscriptionId: null,
          userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
        };
      shop.subscriptions.splice(index, 1);
      return { deletedWebhookSubscriptionId: id, userErrors: [] };
    },
  };
}

/** Signs a webhook as Shopify does: HMAC-SHA256 in base64 over the bytes of the body. */
export function signed(shop: Shop, topic: string, payload: Record<string, unknown>): Webhook {
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': shop.domain,
    'x-shopify-api-version': '2026-10',
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-event-id': randomUUID(),
    'x-shopify-triggered-at': new Date(Date.parse(shop.now())).toISOString(),
    'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
  };
  return { topic, body, headers };
}

/** Names a topic as its enum does: `orders/create` is `ORDERS_CREATE`. */
export function topicName(topic: string): string {
  return topic.replace('/', '_').toUpperCase();
}
