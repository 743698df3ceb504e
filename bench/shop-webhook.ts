import { createHmac, randomUUID } from 'node:crypto';

/** Where a store's platform posts its webhooks, and with what it signs them. */
export type ShopHook = { port: number; storeId: string; secret: string };

/** Posts a webhook about a product as Shopify does. Throws unless the service takes it. */
export async function tellProduct({ port, storeId, secret }: ShopHook, productId: string): Promise<void> {
  const body = JSON.stringify({ id: Number(productId) });
  const response = await fetch(`http://127.0.0.1:${port}/webhooks/commerce/${storeId}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'products/update',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the webhook was answered ${response.status}`);
}
