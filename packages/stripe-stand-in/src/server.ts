import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from './books.ts';
import { answerCall, refusal } from './calls.ts';
import { answerChallenge, answeredPage, challengePage, findChallenge } from './challenge.ts';
import { runAct } from './control.ts';
import type { Books } from './database.ts';
import { startDeliveries } from './deliveries.ts';
import { elementsPage } from './elements-page.ts';
import { ENGLISH } from './english.ts';
import { API_VERSION } from './events.ts';
import type { Fault } from './faults.ts';
import type { JsonObject } from './json.ts';
import { CONSOLE_LOG, type StandInLog } from './log.ts';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
import type { PageTexts } from './page.ts';
import { readScript, type Scripts } from './scripts.ts';
import { StripeRefusal } from './stripe-error.ts';
import { walletButtonsPage, walletSheetPage } from './wallet-pages.ts';
import { readWallets } from './wallets.ts';

/** A running stand-in for Stripe: the part of its API that payments with cards need, over HTTP. It moves no money. */
export type StripeStandIn = {
  /** The address of the API, such as `http://127.0.0.1:12111`. */
  url: string;
  /** Does what the account's owner does at Stripe's dashboard, or plants a fault: the acts of `POST /fake/{act}`. */
  act(name: string, given: Record<string, string>): Promise<JsonObject>;
  stop(): Promise<void>;
};

export type StandInOptions = {
  /** State survives a crash of the process, and several processes may share it. */
  books: Books;
  /** `console.error` unless given. */
  log?: StandInLog;
  /** Returns the words of the pages for a reader of this language; English unless given. */
  texts?: (locale: string) => PageTexts;
  /** Markup for the page at `/`, below its heading. */
  about?: string;
  /** Where the scripts of the pages come from; the published package has them. */
  scripts?: Scripts;
  /** A free port unless given. */
  port?: number;
  /** The address to listen on, 127.0.0.1 unless given. `POST /fake/{act}` answers programs of this machine only. */
  host?: string;
};

const LOOPBACK = '127.0.0.1';
const CONTROL_HEADER = 'x-fake-stripe'; // a web page cannot send it without a CORS preflight, which is refused
const ABOUT = '<p>It is not Stripe’s, and it knows a part of Stripe’s API only. No money moves.</p>';

export async function startStripeStandIn(options: StandInOptions): Promise<StripeStandIn> {
  const { books, log = CONSOLE_LOG, texts = () => ENGLISH, about = ABOUT, scripts = readScript } = options;
  const { port = 0, host = LOOPBACK } = options;
  const serving = { db: books, texts, about, scripts, ownNamesOnly: isLoopbackAddress(host) };
  // Node itself would answer what has no Host.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    serve(serving, request, response)
      .catch((error: unknown) => {
        log.error({ err: error }, 'the stand-in for Stripe failed');
        if (!response.headersSent) send(response, { status: 500, body: refusal(null).body, type: JSON_TYPE });
        else response.destroy();
      })
      .finally(() => request.method === 'POST' && deliveries.wake());
  });
  server
    .on('clientError', (_error, socket) => refuseBroken(socket))
    .on('connect', (_request, socket) => refuseBroken(socket));
  server.listen(port, host);
  await once(server, 'listening');
  const deliveries = startDeliveries(books, log);
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    async act(name, given) {
      const done = await runAct(books, name, new URLSearchParams(given).toString());
      deliveries.wake();
      return done;
    },
    async stop() {
      await deliveries.stop();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html; charset=utf-8';
const BODY_BYTES_MAX = 64 * 1024;

type HttpAnswer = { status: number; body: string; type: string; headers?: Record<string, string> };

function send(response: ServerResponse, { status, body, type, headers = {} }: HttpAnswer): void {
  const common = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  response.writeHead(status, { ...common, 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

const BROKEN = `HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\nbad request`;

/** Answers what is no HTTP, or asks for a tunnel, on the bare socket. */
function refuseBroken(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end(BROKEN);
}

type Serving = Required<Pick<StandInOptions, 'texts' | 'about' | 'scripts'>> & {
  db: Books;
  /** Pages and acts answer only under a name of this machine: it listens on loopback. */
  ownNamesOnly: boolean;
};

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path, base] = [request.url ?? '/', `http://${request.headers.host ?? LOOPBACK}`];
  if (!URL.canParse(path, base)) return send(response, { status: 400, body: 'bad request', type: HTML_TYPE });
  const url = new URL(path, base);
  const body = request.method === 'POST' ? await readBody(request) : '';
  if (body === null) return send(response, { status: 413, body: 'too long', type: HTML_TYPE });
  if (url.pathname.startsWith('/v1/')) return serveApi(serving.db, { request, url, body }, response);
  if (url.pathname === '/v3/' || url.pathname.startsWith('/fake/')) {
    return serveOwn(serving, { request, url, body }, response);
  }
  send(response, url.pathname === '/' ? home(serving.about) : NOT_FOUND);
}

// People open the address of the API in a browser.
const home = (about: string): HttpAnswer => ({
  status: 200,
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A stand-in for Stripe</title><style>body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui }</style>
<h1>A stand-in for Stripe</h1>${about}`,
  type: HTML_TYPE,
});

const NOT_FOUND: HttpAnswer = { status: 404, body: 'not found', type: HTML_TYPE };

/** Returns null for a body longer than `BODY_BYTES_MAX`, which is far above any call of the API. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

type Incoming = { request: IncomingMessage; url: URL; body: string };

// The script that stands in for Stripe.js calls the API from pages of other origins. A key decides what they may read.
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
};

async function serveApi(db: Books, { request, url, body }: Incoming, response: ServerResponse): Promise<void> {
  if (request.method === 'OPTIONS') return send(response, { status: 204, body: '', type: JSON_TYPE, headers: CORS });
  const { authorization } = request.headers;
  const ended = await answerCall(db, {
    method: request.method ?? 'GET',
    path: url.pathname,
    origin: url.origin,
    authorization,
    form: request.method === 'POST' ? body : url.search.slice(1),
    idempotencyKey: oneOf(request.headers['idempotency-key']),
    version: oneOf(request.headers['stripe-version']),
  });
  if ('fault' in ended) return misbehave(ended.fault, response);
  const { answer, replayed } = ended;
  // The answer is kept under the idempotency key, so a retry would get it again.
  const inVain = answer.status >= 500 ? { 'stripe-should-retry': 'false' } : {};
  send(response, { ...answer, type: JSON_TYPE, headers: { ...CORS, ...headersOf(replayed, request), ...inVain } });
}

function headersOf(replayed: boolean, request: IncomingMessage): Record<string, string> {
  const key = oneOf(request.headers['idempotency-key']);
  return {
    'request-id': newId('req'),
    'stripe-version': API_VERSION,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  };
}

function misbehave(fault: Fault, response: ServerResponse): void {
  if (fault === 'hang' || fault === 'slow') return; // no answer until the caller gives up
  const answer = MISTAKES[fault];
  if (answer) send(response, answer);
  else response.destroy();
}

const tooMany = { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' };

const MISTAKES: Partial<Record<Fault, HttpAnswer>> = {
  http_500: { ...refusal(null), type: JSON_TYPE, headers: { 'stripe-should-retry': 'false' } },
  rate_limit: { status: 429, body: JSON.stringify({ error: tooMany }), type: JSON_TYPE },
  html: { status: 200, body: '<!doctype html><h1>Bad gateway</h1>', type: HTML_TYPE },
  empty: { status: 200, body: '', type: JSON_TYPE },
};

async function serveOwn(serving: Serving, incoming: Incoming, response: ServerResponse): Promise<void> {
  const { db, texts, scripts, ownNamesOnly } = serving;
  const { request, url, body } = incoming;
  if (ownNamesOnly && !isLoopbackHost(request.headers.host)) return send(response, NOT_FOUND);
  const reader = texts(url.searchParams.get('locale') ?? '');
  if (url.pathname === '/v3/') {
    const headers = { 'cross-origin-resource-policy': 'cross-origin' };
    return send(response, { status: 200, body: await scripts('stripe'), type: 'text/javascript', headers });
  }
  if (url.pathname === '/fake/elements') {
    return send(response, { status: 200, body: elementsPage(reader, await scripts('card-form')), type: HTML_TYPE });
  }
  if (url.pathname.startsWith('/fake/wallet-')) return serveWallet(serving, { url, texts: reader }, response);
  const challenge = /^\/fake\/challenge\/(\w+)$/.exec(url.pathname)?.[1];
  if (challenge !== undefined) return serveChallenge(serving, { id: challenge, texts: reader, url, request }, response);
  if (!isOwner(request, url)) return send(response, NOT_FOUND);
  try {
    const object = await runAct(db, url.pathname.slice('/fake/'.length), body);
    send(response, { status: 200, body: JSON.stringify(object), type: JSON_TYPE });
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    send(response, { ...refusal(error), type: JSON_TYPE });
  }
}

/** Sends the buttons or the sheet of a wallet. The publishable key says which account they belong to. */
async function serveWallet(
  { db, scripts }: Serving,
  { url, texts }: { url: URL; texts: PageTexts },
  response: ServerResponse,
): Promise<void> {
  const settings = await readWallets(db, url.searchParams.get('key') ?? '');
  const wallet = settings?.wallets.find((each) => each === url.searchParams.get('wallet'));
  if (settings && url.pathname === '/fake/wallet-buttons') {
    const page = walletButtonsPage(texts, settings, await scripts('wallet-buttons'));
    return send(response, { status: 200, body: page, type: HTML_TYPE });
  }
  if (!settings || !wallet || url.pathname !== '/fake/wallet-sheet') return send(response, NOT_FOUND);
  const page = walletSheetPage(texts, { wallet, card: settings.card, script: await scripts('wallet-sheet') });
  send(response, { status: 200, body: page, type: HTML_TYPE });
}

/**
 * Returns whether a program of this machine sent the request. A web page cannot send the header; one whose own name was resolved
 * to this machine (DNS rebinding) can, but has that name in its request.
 */
function isOwner({ method, headers, socket }: IncomingMessage, { hostname }: URL): boolean {
  const here = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  const named = [LOOPBACK, 'localhost', '[::1]'].includes(hostname);
  return method === 'POST' && headers[CONTROL_HEADER] !== undefined && here && named;
}

type ChallengeRequest = { id: string; texts: PageTexts; url: URL; request: IncomingMessage };

async function serveChallenge(
  { db, scripts }: Serving,
  { id, texts, url, request }: ChallengeRequest,
  response: ServerResponse,
): Promise<void> {
  const secret = url.searchParams.get('client_secret') ?? '';
  const challenged = await findChallenge(db, id, secret);
  if (!challenged) return send(response, NOT_FOUND);
  if (request.method !== 'POST') {
    const page = challengePage(challenged, { secret, texts, script: await scripts('bank') });
    return send(response, { status: 200, body: page, type: HTML_TYPE });
  }
  await answerChallenge(db, challenged, url.searchParams.get('answer') === 'approve');
  send(response, { status: 200, body: answeredPage(texts, await scripts('answered')), type: HTML_TYPE });
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
