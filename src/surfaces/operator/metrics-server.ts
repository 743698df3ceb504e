import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopbackHost } from '../../platform/loopback.ts';
import { METRICS_TYPE, type Metrics } from '../../platform/metrics.ts';

/** Answers a request if it is for these pages, and returns whether it was. */
export type LocalPages = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers `GET /metrics` and `pages`, for loopback host names only. It is for the operator: bind it to loopback. */
export function createMetricsServer(
  metrics: Metrics,
  { pages = () => false, isEnding = () => false }: { pages?: LocalPages | undefined; isEnding?: () => boolean } = {},
): Server {
  return createServer(async (request, response) => {
    if (isEnding()) response.setHeader('connection', 'close');
    if (pages(request, response)) return;
    if (request.method !== 'GET' || request.url !== '/metrics' || !isLoopbackHost(request.headers.host)) {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
}
