import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
  return createServer(async (request, response) => {
    if (isEnding()) response.setHeader('connection', 'close');
    if (isLocal && pages?.(request, response)) return;
    const { method, url = '', headers } = request;
    const answer = Object.hasOwn(routes, url) ? routes[url] : undefined;
    if (!answer || method !== 'GET' || (isLocal && !isLoopbackHost(headers.host))) {
      response.writeHead(404).end();
      return;
    }
    try {
      const { status, type, body } = await answer();
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    } catch {
      response.writeHead(500).end();
    }
  });
}

function healthy(status: 'live' | 'ready'): Answer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify({ meta: { result: 'success' }, data: { status } }) };
}

function unhealthy(error: unknown): Answer {
  const message = error instanceof Error ? error.message : 'This process cannot do its work.';
  const envelope = { meta: { result: 'error' }, error: { code: 'unavailable', message } };
  return { status: 503, type: JSON_TYPE, body: JSON.stringify(envelope) };
}
