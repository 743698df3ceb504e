import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Database } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { newId } from './books.ts';
import { answerCall, refusal } from './calls.ts';
import { answerChallenge, answeredPage, challengePage, findChallenge } from './challenge.ts';
import { ACTS } from './control.ts';
import { startDeliveries } from './deliveries.ts';
import { elementsPage, elementsScript } from './elements.ts';
import { API_VERSION } from './events.ts';
import type { Fault } from './faults.ts';
import { parseForm } from './form.ts';
import type { JsonObject } from './json.ts';
import { readParameters } from './parameters.ts';
import { StripeRefusal } from './stripe-error.ts';

/**
 * A stand-in for Stripe: the part of its API that the adapter uses, held strictly, over HTTP on this machine. It moves no
 * money. Its books are in the schema `fake_stripe`, so that it survives a crash of whoever uses it, and several may run
 * over one database. What was proven against it was not proven against Stripe: docs/guides/stripe.md says which is which.
 */
export type FakeStripe = {
  /** Where it answers, such as `http://127.0.0.1:12111`. */
  url: string;
  /** What its owner does, as at Stripe's dashboard: the acts of `POST /fake/{act}`. */
  act(name: string, given: Record<string, string>): Promise<JsonObject>;
  stop(): Promise<void>;
};

export type FakeStripeOptions = { db: Database; log: Log; port?: number };

const CONTROL_HEADER = 'x-fake-stripe'; // a page of a browser cannot send it without being asked first

export async function startFakeStripe({ db, log, port = 0 }: FakeStripeOptions): Promise<FakeStripe> {
  const server = createServer((request, response) => {
    serve(db, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the stand-in for Stripe failed');
      if (!response.headersSent) send(response, { status: 500, body: refusal(null).body, type: JSON_TYPE });
      else response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const deliveries = startDeliveries(db, log);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    act: (name, given) => runAct(db, name, new URLSearchParams(given).toString()),
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

type Sent = { status: number; body: string; type: string; headers?: Record<string, string> };

function send(response: ServerResponse, { status, body, type, headers = {} }: Sent): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

async function serve(db: Database, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const url = new URL(request.url ?? '/', origin);
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
    return send(response, { status: 413, body: 'too long', type: HTML_TYPE });
  }
  const body = request.method === 'POST' ? await text(request) : '';
  if (url.pathname.startsWith('/v1/')) return serveApi(db, { request, url, body }, response);
  if (url.pathname === '/v3/' || url.pathname.startsWith('/fake/')) {
    return serveOwn(db, { request, url, body }, response);
  }
  send(response, { status: 404, body: 'not found', type: HTML_TYPE });
}

type Incoming = { request: IncomingMessage; url: URL; body: string };

// The stand-in of Stripe.js calls from its own frame; others may read what their keys let them.
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
};

async function serveApi(db: Database, { request, url, body }: Incoming, response: ServerResponse): Promise<void> {
  if (request.method === 'OPTIONS') return send(response, { status: 204, body: '', type: JSON_TYPE, headers: CORS });
  const { authorization } = request.headers;
  const ended = await answerCall(db, {
    ...{ method: request.method ?? 'GET', path: url.pathname, origin: url.origin, authorization },
    form: request.method === 'POST' ? body : url.search.slice(1),
    idempotencyKey: oneOf(request.headers['idempotency-key']),
    version: oneOf(request.headers['stripe-version']),
  });
  if ('fault' in ended) return misbehave(ended.fault, response);
  const { answer, replayed } = ended;
  send(response, { ...answer, type: JSON_TYPE, headers: { ...CORS, ...headersOf(replayed, request) } });
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
  if (fault === 'hang' || fault === 'slow') return; // until the caller gives up
  const answer = MISTAKES[fault];
  if (answer) send(response, answer);
  else response.destroy();
}

const tooMany = { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' };

const MISTAKES: Partial<Record<Fault, Sent>> = {
  http_500: { ...refusal(null), type: JSON_TYPE, headers: { 'stripe-should-retry': 'true' } },
  rate_limit: { status: 429, body: JSON.stringify({ error: tooMany }), type: JSON_TYPE },
  html: { status: 200, body: '<!doctype html><h1>Bad gateway</h1>', type: HTML_TYPE },
  empty: { status: 200, body: '', type: JSON_TYPE },
};

async function serveOwn(db: Database, incoming: Incoming, response: ServerResponse): Promise<void> {
  const { request, url, body } = incoming;
  if (url.pathname === '/v3/') {
    const headers = { 'cross-origin-resource-policy': 'cross-origin' };
    return send(response, { status: 200, body: elementsScript(url.origin), type: 'text/javascript', headers });
  }
  if (url.pathname === '/fake/elements') return send(response, { status: 200, body: elementsPage(), type: HTML_TYPE });
  const challenge = /^\/fake\/challenge\/(\w+)$/.exec(url.pathname)?.[1];
  if (challenge !== undefined) return serveChallenge(db, { id: challenge, url, request }, response);
  if (request.method !== 'POST' || request.headers[CONTROL_HEADER] === undefined) {
    return send(response, { status: 404, body: 'not found', type: HTML_TYPE });
  }
  try {
    const object = await runAct(db, url.pathname.slice('/fake/'.length), body);
    send(response, { status: 200, body: JSON.stringify(object), type: JSON_TYPE });
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    send(response, { ...refusal(error), type: JSON_TYPE });
  }
}

async function serveChallenge(
  db: Database,
  { id, url, request }: { id: string; url: URL; request: IncomingMessage },
  response: ServerResponse,
): Promise<void> {
  const secret = url.searchParams.get('client_secret') ?? '';
  const challenged = await findChallenge(db, id, secret);
  if (!challenged) return send(response, { status: 404, body: 'not found', type: HTML_TYPE });
  if (request.method !== 'POST') {
    return send(response, { status: 200, body: challengePage(challenged, secret), type: HTML_TYPE });
  }
  const status = await answerChallenge(db, challenged, url.searchParams.get('answer') === 'approve');
  send(response, { status: 200, body: answeredPage(status), type: HTML_TYPE });
}

async function runAct(db: Database, name: string, form: string): Promise<JsonObject> {
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  const given = parseForm(form);
  if (!act || !given) {
    throw new StripeRefusal(404, { type: 'invalid_request_error', message: 'There is no such act.' }, false);
  }
  return act.run(db, readParameters(act.takes, given));
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
