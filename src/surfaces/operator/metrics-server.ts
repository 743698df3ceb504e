import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopbackHost } from '../../platform/loopback.ts';
import { METRICS_TYPE, type Metrics } from '../../platform/metrics.ts';

/** Answers a request that is its own, and says whether it was. */
export type LocalPages = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers `GET /metrics` and `pages`, by a name of this machine only. To be bound to loopback: it is for the operator. */
export function createMetricsServer(metrics: Metrics, pages: LocalPages = () => false): Server {
  return createServer(async (request, response) => {
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
