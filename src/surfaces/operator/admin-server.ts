import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AppError } from '../../domain/error.ts';
import {
  answerBrokenRequest,
  errorBody,
  errorHeaders,
  notFound,
  refuseTunnel,
  toAppError,
} from '../../platform/http-errors.ts';
import { isLoopbackHost } from '../../platform/loopback.ts';
import { METRICS_TYPE, type Metrics } from '../../platform/metrics.ts';

/** Answers a request if it is for these pages, and returns whether it was. */
export type LocalPages = (request: IncomingMessage, response: ServerResponse) => boolean;

export type AdminServer = {
  metrics: Metrics;
  /** Resolves if the process can do its work. Rejects with the reason, which the operator may see. */
  ready: () => Promise<void>;
  /** Only for a server that listens on loopback. */
  pages?: LocalPages | undefined;
  /** True if it listens on loopback: then other host names are refused, because of DNS rebinding. */
  isLocal: boolean;
  /** True while the process stops: then it is not ready, and keeps no connection. */
  isEnding: () => boolean;
};

type Answer = { status: number; type: string; body: string };

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers `GET /metrics`, `/health/live` (the process answers) and `/health/ready` (it can do its work), for the operator: it listens
 * on loopback or in a private network.
 */
export function createAdminServer({ metrics, ready, pages, isLocal, isEnding }: AdminServer): Server {
  const routes: Record<string, () => Promise<Answer>> = {
    '/metrics': async () => ({ status: 200, type: METRICS_TYPE, body: await metrics.text() }),
    '/health/live': async () => healthy('live'),
    '/health/ready': async () =>
      isEnding() ? unhealthy(new Error('This process ends.')) : ready().then(() => healthy('ready'), unhealthy),
  };
  return createOperatorServer(async (request, response) => {
    if (isEnding()) response.setHeader('connection', 'close');
    if (isLocal && pages?.(request, response)) return;
    const { method, url = '', headers } = request;
    const answer = Object.hasOwn(routes, url) ? routes[url] : undefined;
    if (!answer || method !== 'GET' || (isLocal && !isLoopbackHost(headers.host))) throw notFound();
    const { status, type, body } = await answer();
    response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body);
  });
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Makes a server that answers whatever is sent to it: what `answer` throws as an error, and what is no HTTP as well. */
export function createOperatorServer(answer: Answering): Server {
  // What has no Host is answered with our headers too, and not by Node itself.
  const server = createServer({ requireHostHeader: false }, async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      sendRefusal(response, toAppError(error));
    }
  });
  return server.on('clientError', answerBrokenRequest).on('connect', (_request, socket) => refuseTunnel(socket));
}

export function sendRefusal(response: ServerResponse, error: AppError): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(error.status, { ...HEADERS, ...errorHeaders(error) }).end(errorBody(error, randomUUID()));
}

function healthy(status: 'live' | 'ready'): Answer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify({ meta: { result: 'success' }, data: { status } }) };
}

function unhealthy(error: unknown): Answer {
  const message = error instanceof Error ? error.message : 'This process cannot do its work.';
  const envelope = { meta: { result: 'error' }, error: { code: 'unavailable', message } };
  return { status: 503, type: JSON_TYPE, body: JSON.stringify(envelope) };
}
