import { createServer, type IncomingMessage } from 'node:http';
import { TOPICS } from '../../../src/integrations/commerce/shopify/webhooks.ts';
import { ship } from './fulfilments.ts';
import { appQuery } from './oauth.ts';
import { setStock } from './products.ts';
import type { ShopifyStandIn } from './server.ts';
import { numberOf, type Order, type Shop } from './things.ts';
import { signed } from './webhooks.ts';

type Form = Record<string, string>;
type Acts = Readonly<Record<string, (form: Form) => unknown>>;

const SHOP = { shop_id: 548380009, shop_domain: 'north-and-pine.myshopify.com' };

/** Starts a page on which a person does what a merchant does in Shopify's admin. Resolves with its address. */
export async function startDesk(standIn: ShopifyStandIn, port: number): Promise<{ url: string; stop(): void }> {
  const acts = actsOn(standIn);
  const server = createServer(async (request, response) => {
    let said = '';
    if (request.method === 'POST') {
      const form = await readForm(request);
      try {
        said = String((await acts[form.act ?? '']?.(form)) ?? 'Done.');
      } catch (error) {
        said = error instanceof Error ? error.message : 'It did not work.';
      }
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(standIn.shop, said));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

async function readForm(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
}

function actsOn(standIn: ShopifyStandIn): Acts {
  const { shop } = standIn;
  const orderOf = (id = '') => shop.orders.find((order) => order.id === id);
  let hook = '';
  const ask = (topic: string, payload: Record<string, unknown>) =>
    standIn
      .post(hook, signed(shop, topic, { ...SHOP, ...payload }))
      .then((status) => `The service answered ${status}.`);
  return {
    webhooks({ address = '' }) {
      hook = address;
      shop.subscriptions.splice(0);
      for (const topic of TOPICS) {
        const id = shop.nextId('WebhookSubscription');
        shop.subscriptions.push({ __typename: 'WebhookSubscription', id, topic, uri: address });
      }
    },
    stock: ({ variant = '', units }) => setStock(shop, variant, Number(units)),
    send({ order, company = '', number = '', url = '' }) {
      const found = orderOf(order);
      if (found) ship(shop, found, { company, number, url });
    },
    open: async ({ address = '' }) => `Within a minute, load ${address}?${await appQuery(shop)}`,
    uninstall: () => standIn.uninstall(),
    install: () => `The new access token is ${standIn.install()}.`,
    data_request: ({ email }) => ask('customers/data_request', { customer: { id: 1, email }, orders_requested: [] }),
    redact: ({ email }) => ask('customers/redact', { customer: { id: 1, email }, orders_to_redact: [] }),
    redact_shop: () => ask('shop/redact', {}),
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const form = (act: string, fields: string, button: string) =>
  `<form method="post"><input type="hidden" name="act" value="${act}">${fields}<button>${button}</button></form>`;

const field = (name: string, label: string, value = '') =>
  `<label>${label} <input name="${name}" value="${escaped(value)}"></label> `;

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`;

function pageOf(shop: Shop, said: string): string {
  const products = shop.products.flatMap(({ title, variants }) =>
    variants.map(({ id, selectedOptions, inventoryQuantity }) => {
      const name = [title, ...selectedOptions.map(({ value }) => value)].join(', ');
      const fields = hidden('variant', String(numberOf(id))) + field('units', 'Units', String(inventoryQuantity));
      return `<tr><td>${numberOf(id)}<td>${escaped(name)}<td>${form('stock', fields, 'Set')}`;
    }),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in for Shopify</title>
<style>body{font:16px system-ui;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse;width:100%}
td,th{padding:.4rem;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}form{margin:.2rem 0}input{padding:.3rem}</style>
<h1>${escaped(shop.name)}, a stand-in for Shopify</h1><p role="status"><strong>${escaped(said)}</strong>
<h2>Webhooks</h2>${form('webhooks', field('address', 'Address that the service prints', shop.subscriptions[0]?.uri ?? ''), 'Post there')}
<h2>Products</h2><table><tr><th>Id<th>Variant<th>${products.join('')}</table>
<h2>Orders</h2>${shop.orders.map(orderHtml).join('') || '<p>None.'}
<h2>The app</h2>${form('open', field('address', 'Its page', 'http://127.0.0.1:4000/shopify/app'), 'Open the app')}${form('uninstall', '', 'Uninstall')}${form('install', '', 'Install again')}
<h2>What people ask by law</h2>${form('data_request', field('email', 'E-mail'), 'Ask for their data')}
${form('redact', field('email', 'E-mail'), 'Ask to erase them')}${form('redact_shop', '', 'Ask to forget the store')}`;
}

function orderHtml(order: Order): string {
  const { id, name, tags, email, fullyPaid, cancelledAt, fulfillmentOrders, fulfillments } = order;
  const held = fulfillmentOrders.some(({ status }) => status === 'ON_HOLD') ? ', held' : '';
  const state = cancelledAt ? 'cancelled' : `${fullyPaid ? 'paid' : 'not paid'}${held}`;
  const details = order.customAttributes.map(({ key, value }) => `${key}: ${value}`).join(' · ');
  const lines = order.lineItems.map(({ title, customAttributes, fulfilled, currentQuantity }) => {
    const properties = customAttributes.filter(({ key }) => !key.startsWith('_'));
    const shown = properties.map(({ key, value }) => `${key}: ${value}`).join(', ');
    const what = currentQuantity === 0 ? 'removed' : fulfilled > 0 ? 'sent' : 'not sent';
    return `<tr><td>${escaped(title)}<td>${escaped(shown)}<td>${what}`;
  });
  const parcels = fulfillments.flatMap(({ trackingInfo }) => trackingInfo.map(({ number }) => number));
  const fields = field('company', 'Carrier', 'DHL') + field('number', 'Number') + field('url', 'Link');
  return `<h3>${escaped(name)} (${state})</h3><p>${escaped(tags.join(', '))} · ${escaped(email ?? '')} · ${escaped(details)}
<table>${lines.join('')}</table><p>${escaped(parcels.join(', '))}${form('send', hidden('order', id) + fields, 'Send all')}`;
}
