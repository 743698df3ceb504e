import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createOrder, createRefund, orderOf, searchOrders, updateOrder, view } from './orders.ts';
import { gmtNow, type Json, nextId, type Product, RestError, type Shop, type Webhook } from './shop.ts';

type WooRequest = { method: string; path: string; query: URLSearchParams; body: Json };
type Answer = { json: unknown; total?: number };
type Route = [method: string, path: RegExp, answer: (shop: Shop, asked: WooRequest, id: number) => Answer];

const ROUTES: Route[] = [
  ['GET', /^data\/currencies\/current$/, (shop) => ({ json: { code: shop.currency, name: shop.currency } })],
  ['GET', /^products$/, listProducts],
  ['GET', /^products\/(\d+)$/, (shop, _, id) => ({ json: productView(shop, id) })],
  ['GET', /^products\/(\d+)\/variations$/, listVariations],
  ['GET', /^orders$/, listOrders],
  ['POST', /^orders$/, (shop, { body }) => ({ json: createOrder(shop, body) })],
  ['POST', /^orders\/batch$/, () => ({ json: [] })],
  ['GET', /^orders\/(\d+)$/, (shop, asked, id) => ({ json: view(shop, orderOf(shop, id), digitsOf(asked)) })],
  ['PUT', /^orders\/(\d+)$/, (shop, { body }, id) => ({ json: updateOrder(shop, id, body) })],
  ['GET', /^orders\/(\d+)\/refunds$/, (shop, _, id) => ({ json: orderOf(shop, id).refunds })],
  ['POST', /^orders\/(\d+)\/refunds$/, (shop, { body }, id) => ({ json: createRefund(shop, id, body) })],
  ['GET', /^orders\/(\d+)\/fulfillments$/, listFulfillments],
  ['GET', /^webhooks$/, (shop, asked) => ({ json: cut(asked, [...shop.webhooks.values()].map(webhookView)) })],
  ['POST', /^webhooks$/, (shop, { body }) => ({ json: webhookView(saveWebhook(shop, nextId(shop), body)) })],
  ['PUT', /^webhooks\/(\d+)$/, (shop, { body }, id) => ({ json: webhookView(saveWebhook(shop, id, body)) })],
  ['GET', /^settings\/(?:tax|general)\/(?:woocommerce_prices_include_tax|woocommerce_calc_taxes)$/, readSetting],
];

/** Serves a store over HTTP, on a port of the system's choice. */
export function serveShop(shop: Shop): Server {
  return createServer(async (request, response) => {
    try {
      const asked = await read(request);
      const { json, total } = answerTo(shop, request, asked);
      response.setHeader('Date', new Date(`${gmtNow(shop)}Z`).toUTCString());
      if (total !== undefined) for (const header of pagingHeaders(asked, total)) response.setHeader(...header);
      send(response, asked.method === 'POST' && asked.path !== 'orders/batch' ? 201 : 200, fieldsOf(asked, json));
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      const { status, code, message } = error;
      send(response, status, { code, message, data: { status } });
    }
  });
}

function send(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(json));
}

async function read(request: IncomingMessage): Promise<WooRequest> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://shop.example');
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const path = pathname.replace(/^\/wp-json\/?/, '').replace(/^wc\/v3\//, '');
  return { method: request.method ?? '', path, query, body: text === '' ? {} : parse(text) };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new RestError(400, 'rest_invalid_json', 'Invalid JSON body passed.');
  }
}

function answerTo(shop: Shop, { headers, url }: IncomingMessage, asked: WooRequest): Answer {
  if (asked.path === '' && url?.startsWith('/wp-json'))
    return { json: { name: 'North & Pine', url: 'https://shop.example' } };
  const route = ROUTES.find(([method, path]) => method === asked.method && path.test(asked.path));
  if (!route || !url?.startsWith('/wp-json/wc/v3/')) {
    throw new RestError(404, 'rest_no_route', 'No route was found matching the URL and request method.');
  }
  authenticate(shop, asked.method, headers.authorization ?? '');
  if (!shop.key.manages && /^(settings|webhooks)/.test(asked.path)) {
    throw new RestError(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  }
  return route[2](shop, asked, Number(route[1].exec(asked.path)?.[1] ?? 0));
}

function authenticate({ key }: Shop, method: string, given: string): void {
  const expected = Buffer.from(`${key.consumerKey}:${key.consumerSecret}`).toString('base64');
  if (given !== `Basic ${expected}`) {
    throw new RestError(
      401,
      'woocommerce_rest_authentication_error',
      'Invalid signature - provided signature does not match.',
    );
  }
  if (method !== 'GET' && !key.writes) {
    const message = 'The API key provided does not have write permissions.';
    throw new RestError(401, 'woocommerce_rest_authentication_error', message);
  }
}

const digitsOf = ({ query }: WooRequest): number => Number(query.get('dp') ?? 2);

function pageOf({ query }: WooRequest): { page: number; perPage: number } {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
  if (!Number.isInteger(page) || page < 1) throw new RestError(400, 'rest_invalid_param', 'Invalid parameter(s): page');
  if (perPage < 1 || perPage > 100) throw new RestError(400, 'rest_invalid_param', 'Invalid parameter(s): per_page');
  return { page, perPage };
}

function pagingHeaders(asked: WooRequest, total: number): [name: string, value: string][] {
  const pages = Math.ceil(total / pageOf(asked).perPage);
  return [
    ['X-WP-Total', String(total)],
    ['X-WP-TotalPages', String(pages)],
  ];
}

function cut<T>(asked: WooRequest, all: T[]): T[] {
  const { page, perPage } = pageOf(asked);
  return all.slice((page - 1) * perPage, page * perPage);
}

function byId<T extends { id: number }>({ query }: WooRequest, all: T[]): T[] {
  const isAscending = query.get('order') === 'asc';
  return [...all].sort((a, b) => (isAscending ? a.id - b.id : b.id - a.id));
}

/** `any` leaves out what is in the bin. */
function listProducts(shop: Shop, asked: WooRequest): Answer {
  const isInBin = asked.query.get('status') === 'trash';
  const all = modifiedIn(
    asked,
    [...shop.products.values()].filter(({ status }) => (status === 'trash') === isInBin),
  );
  return { json: cut(asked, sorted(asked, all)).map(viewOf), total: all.length };
}

type Dated = Json & { id: number };
const modifiedAt = (one: Dated): string => String(one.date_modified_gmt);

function modifiedIn<T extends Dated>({ query }: WooRequest, all: T[]): T[] {
  const after = query.get('modified_after');
  return after === null ? all : all.filter((one) => modifiedAt(one) > after);
}

function sorted<T extends Dated>(asked: WooRequest, all: T[]): T[] {
  if (asked.query.get('orderby') !== 'modified') return byId(asked, all);
  return [...all].sort((a, b) => (modifiedAt(a) < modifiedAt(b) ? -1 : Number(modifiedAt(a) > modifiedAt(b))));
}

function listVariations(shop: Shop, asked: WooRequest, id: number): Answer {
  const product = shop.products.get(id);
  if (!product) throw new RestError(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');
  return { json: cut(asked, byId(asked, product.variations)), total: product.variations.length };
}

function listOrders(shop: Shop, asked: WooRequest): Answer {
  const found = modifiedIn(asked, searchOrders(shop, asked.query));
  const all = asked.query.get('orderby') === 'modified' ? sorted(asked, found) : found;
  return { json: cut(asked, all).map((order) => view(shop, order, digitsOf(asked))), total: all.length };
}

const viewOf = (product: Product): Json => ({ ...product, variations: product.variations.map(({ id }) => id) });

/** An id of a variation answers as well, as a product with a parent. */
function productView(shop: Shop, id: number): Json {
  const product = shop.products.get(id);
  if (product) return viewOf(product);
  for (const parent of shop.products.values()) {
    const variation = parent.variations.find((one) => one.id === id);
    const own = { name: parent.name, slug: '', status: 'publish', type: 'variation', parent_id: parent.id, images: [] };
    if (variation) return { ...own, description: '', variations: [], ...variation, attributes: [] };
  }
  throw new RestError(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');
}

/** Answers the fields that were asked for alone, of one thing or of each in a list. */
function fieldsOf({ query }: WooRequest, json: unknown): unknown {
  const names = query.get('_fields')?.split(',');
  if (!names) return json;
  const pick = (one: Json) => Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name)));
  return Array.isArray(json) ? json.map(pick) : pick(json as Json);
}

const TOPICS = /^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/;

function saveWebhook(shop: Shop, id: number, body: Json): Webhook {
  const known = shop.webhooks.get(id) ?? { id, status: 'active', topic: '', delivery_url: '', secret: '' };
  const saved = { ...known, ...body, id } as Webhook;
  if (!TOPICS.test(saved.topic)) {
    throw new RestError(400, 'woocommerce_rest_webhook_invalid_topic', 'Webhook topic is required and must be valid.');
  }
  shop.webhooks.set(id, saved);
  return saved;
}

/** The secret is never told. */
const webhookView = ({ secret: _, ...shown }: Webhook): Json => shown;

function readSetting(shop: Shop, { path }: WooRequest): Answer {
  const isOn = path.endsWith('calc_taxes') ? shop.taxRate !== null : shop.pricesIncludeTax;
  return { json: { id: path.split('/').at(-1), value: isOn ? 'yes' : 'no' } };
}

/** The route is there while the merchant has the feature on. */
function listFulfillments(shop: Shop, _: WooRequest, id: number): Answer {
  if (shop.fulfillments) return { json: shop.fulfillments.get(id) ?? [] };
  throw new RestError(404, 'rest_no_route', 'No route was found matching the URL and request method.');
}
