import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type GraphQLError, parse, validate } from 'graphql';
import { allows, requirementsOf } from './access.ts';
import { finish } from './bulk.ts';
import { actualCost, COST_MAX, requestedCost } from './cost.ts';
import { run } from './execute.ts';
import { grant, newToken } from './oauth.ts';
import { API_VERSION, adminSchema } from './schema.ts';
import { createShop, type ShopOptions } from './shop.ts';
import type { Args, Shop } from './things.ts';
import { signed, topicName, type Webhook } from './webhooks.ts';

/** How one answer goes wrong. `lost`: the operation is done, and the connection ends before its answer. */
export type Fault = '429' | '500' | 'html' | 'half' | 'silence' | 'lost' | 'throttled';

export type ShopifyStandIn = {
  shop: Shop;
  url: string;
  /** The next answers go wrong in this way, one after the other. */
  fail(...faults: Fault[]): void;
  /** Names of the operations that came, with what they cost. */
  calls: { name: string; cost: number }[];
  /** Webhooks that were sent, the oldest first. */
  sent: Webhook[];
  /** Resolves once all webhooks were answered. */
  delivered(): Promise<void>;
  /** Posts a webhook by hand, such as a privacy topic. Resolves with the status. */
  post(uri: string, webhook: Webhook): Promise<number>;
  /** The merchant removes the app: its tokens stop working, and its webhooks go nowhere. */
  uninstall(): void;
  /** The merchant grants other scopes to the app. */
  regrant(scopes: readonly string[]): void;
  /** The merchant installs the app again. Returns its new token. */
  install(): string;
  stop(): Promise<void>;
};

/** Starts a store with Shopify's Admin API over its own schema, on loopback. */
export async function startShopify({
  port = 0,
  ...options
}: ShopOptions & { port?: number } = {}): Promise<ShopifyStandIn> {
  adminSchema(); // takes a second, for which no request should wait
  const shop = createShop(options);
  const faults: Fault[] = [];
  const calls: ShopifyStandIn['calls'] = [];
  const server = createServer((request, response) => {
    answer({ shop, faults, calls, origin: () => url }, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  const url = `http://127.0.0.1:${address.port}`;
  const webhooks = startWebhooks(shop);
  return {
    shop,
    url,
    calls,
    ...webhooks,
    fail: (...more) => faults.push(...more),
    uninstall() {
      shop.tell('app/uninstalled', { id: 548380009, domain: shop.domain });
      shop.tokens.clear();
      shop.subscriptions.splice(0);
      Object.assign(shop, { installed: false, offline: null });
    },
    regrant(scopes) {
      shop.granted = scopes;
      for (const token of shop.tokens.keys()) shop.tokens.set(token, scopes);
      shop.tell('app/scopes_update', { id: 548380009, current: scopes });
    },
    install() {
      shop.installed = true;
      return newToken(shop, options.scopes ?? []);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function startWebhooks(shop: Shop): Pick<ShopifyStandIn, 'sent' | 'delivered' | 'post'> {
  const sent: Webhook[] = [];
  const waiting = new Set<Promise<unknown>>();
  const post = async (uri: string, { body, headers }: Webhook) =>
    (await fetch(uri, { method: 'POST', body, headers })).status;
  shop.tell = (topic, payload) => {
    for (const { uri } of shop.subscriptions.filter((one) => one.topic === topicName(topic))) {
      const webhook = signed(shop, topic, payload);
      sent.push(webhook);
      const posting = post(uri, webhook).catch(() => 0);
      waiting.add(posting);
      void posting.finally(() => waiting.delete(posting));
    }
  };
  return { sent, post, delivered: async () => void (await Promise.all(waiting)) };
}

type World = { shop: Shop; faults: Fault[]; calls: ShopifyStandIn['calls']; origin: () => string };

async function answer(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  if (path.startsWith('/bulk/')) return sendFile(world.shop, request, response);
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (path === '/admin/oauth/access_token') {
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    const granted = await grant(world.shop, { method: request.method, form });
    // The store has given the tokens, and their answer is lost.
    if (world.faults[0] === 'lost' && world.faults.shift()) return void response.destroy();
    return send(response, granted.status, granted.body);
  }
  if (path !== `/admin/api/${API_VERSION}/graphql.json` || request.method !== 'POST')
    return send(response, 404, { errors: 'Not Found' });
  const token = String(request.headers['x-shopify-access-token']);
  const scopes = world.shop.tokens.get(token);
  const ended = (world.shop.ends.get(token) ?? Number.POSITIVE_INFINITY) <= Date.now() + world.shop.clock.aheadMs;
  if (!scopes || ended) {
    return send(response, 401, {
      errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
    });
  }
  const fault = world.faults.shift();
  if (fault && fault !== 'lost' && fault !== 'half') return goWrong(fault, world.shop, response);
  const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    query: string;
    variables?: Args;
  };
  const result = await perform(world, scopes, { query, variables });
  if (fault === 'lost') return void response.destroy();
  const text = JSON.stringify(result);
  if (fault !== 'half')
    return void response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text);
  response.writeHead(200, { 'content-length': text.length + 10 }).write(text.slice(0, text.length / 2));
  setImmediate(() => response.destroy());
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function goWrong(fault: Fault, shop: Shop, response: ServerResponse): void {
  if (fault === '429') response.writeHead(429, { 'retry-after': '2.0' }).end();
  if (fault === '500') send(response, 500, { errors: 'Internal Server Error' });
  if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Just a moment</h1>');
  if (fault === 'throttled') send(response, 200, throttled(shop, 10));
}

function throttled(shop: Shop, requestedQueryCost: number) {
  const error = {
    message: 'Throttled',
    extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
  };
  return {
    errors: [error],
    extensions: { cost: { requestedQueryCost, actualQueryCost: null, throttleStatus: shop.bucket.status() } },
  };
}

async function perform(
  { shop, calls, origin }: World,
  scopes: readonly string[],
  { query, variables }: { query: string; variables: Args },
) {
  const schema = adminSchema();
  const refuse = (message: string, code?: string) => ({
    errors: [{ message, ...(code ? { extensions: { code } } : {}) }],
  });
  const document = parse(query);
  const [wrong] = validate(schema.schema, document);
  if (wrong) return refuse(wrong.message, 'graphqlValidation');
  const cost = requestedCost(document, variables);
  if (cost > COST_MAX)
    return refuse(
      `Query cost is ${cost}, which exceeds the single query max cost limit (${COST_MAX}).`,
      'MAX_COST_EXCEEDED',
    );
  if (!shop.bucket.take(cost)) return throttled(shop, cost);
  const missing = requirementsOf(schema, document).find((one) => !allows(scopes, one));
  if (missing) {
    return refuse(
      `Access denied for ${missing.what}. Required access: \`${missing.anyOf.join('` or `')}\` access scope.`,
      'ACCESS_DENIED',
    );
  }
  // Nothing in between waits, so no other request changes it.
  shop.asking = scopes;
  const { data, errors } = await run({ shop }, document, variables);
  for (const operation of shop.bulkOperations) finish(operation, origin());
  const [, kind, name = ''] = /(query|mutation)\s+(\w+)/.exec(query) ?? [];
  const actualQueryCost = Math.min(cost, actualCost(data, kind === 'mutation'));
  shop.bucket.giveBack(cost - actualQueryCost);
  calls.push({ name, cost: actualQueryCost });
  const told = errors?.map((error: GraphQLError) => error.toJSON());
  const spent = { requestedQueryCost: cost, actualQueryCost, throttleStatus: shop.bucket.status() };
  return { data, ...(told ? { errors: told } : {}), extensions: { cost: spent } };
}

/** Sends the file of a bulk operation, or the range that was asked for. */
function sendFile(shop: Shop, request: IncomingMessage, response: ServerResponse): void {
  const id = decodeURIComponent((request.url ?? '').slice('/bulk/'.length).replace(/\.jsonl$/, ''));
  const operation = shop.bulkOperations.find((one) => one.id === id);
  if (operation?.status !== 'COMPLETED') return void response.writeHead(404).end();
  const bytes = Buffer.from(operation.lines);
  const [, from, until] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined) return void response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  if (Number(from) >= bytes.length) return void response.writeHead(416).end();
  const end = until ? Math.min(Number(until), bytes.length - 1) : bytes.length - 1;
  const part = bytes.subarray(Number(from), end + 1);
  response
    .writeHead(206, { 'content-range': `bytes ${from}-${end}/${bytes.length}`, 'content-length': part.length })
    .end(part);
}
