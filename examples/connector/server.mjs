import { createServer } from 'node:http';
import { ANSWERS } from './shop.mjs';
import { isGenuine } from './signature.mjs';

const BODY_LENGTH_MAX = 1_000_000;
const REPLAYS_MS = 600_000; // as long as a signature may be valid in either direction

/** Serves a store: checks each signature, and that no changing request comes twice. */
export function serveShop(shop) {
  const seen = new Map();
  return createServer(async (request, response) => {
    const [status, value] = await answer(shop, seen, request).catch(({ message }) => [400, { message }]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  });
}

async function answer(shop, seen, request) {
  const { method, url, headers } = request;
  const body = await readText(request);
  const signed = { headers, content: `${method} ${url}\n${body}`, secrets: shop.secrets, now: shop.now() };
  if (!isGenuine(signed)) return [401, { message: 'The signature does not fit, or the request is too old.' }];
  if (method !== 'GET' && isReplayed(seen, headers['webhook-id'], Number(shop.now()))) {
    return [401, { message: 'This very request came before.' }];
  }
  const { pathname, searchParams } = new URL(url, 'http://shop');
  const [, noun, id, part] = pathname.split('/').map(decodeURIComponent);
  const route = `${method} /${[noun, id === undefined ? [] : ':id', part ?? []].flat().join('/')}`;
  if (!Object.hasOwn(ANSWERS, route)) return [404, { message: 'Unknown address.' }];
  return ANSWERS[route](shop, { id, query: searchParams, body: body === '' ? null : JSON.parse(body) });
}

function isReplayed(seen, id, now) {
  for (const [other, at] of seen) if (now - at > REPLAYS_MS) seen.delete(other);
  if (seen.has(id)) return true;
  seen.set(id, now);
  return false;
}

async function readText(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > BODY_LENGTH_MAX) throw new Error('The request is too large.');
  }
  return text;
}
