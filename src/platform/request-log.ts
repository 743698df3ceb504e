import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from './log.ts';

/** One answered request. The route is a pattern, never the URL, which holds keys and ids. */
export type AnsweredRequest = { method: string; route: string | null; status: number; ms: number };

export type RequestLog = {
  /** Logs a line for this request. */
  line(requestId: string, answered: AnsweredRequest): void;
  /** Adds the request to the next summary. At the debug level it has a line of its own too. */
  count(requestId: string, answered: AnsweredRequest): void;
  stop(): void;
};

export function answeredBy({ routeOptions, method }: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  return { method, route: routeOptions.url ?? null, status: reply.statusCode, ms: reply.elapsedTime };
}

const SUMMARY_MS = 10_000;

/**
 * Logs requests without personal data: no URL, no query, no client address. There may be tens of thousands of ready answers a
 * second, so they are counted and share a summary every ten seconds.
 */
export function createRequestLog(log: Log): RequestLog {
  const tellsEach = log.isLevelEnabled('debug');
  const counts = new Map<string | null, Map<number, number>>();

  function summarise(): void {
    for (const [route, ofRoute] of counts) {
      for (const [status, count] of ofRoute) {
        log.info({ route, status, count, seconds: SUMMARY_MS / 1000 }, 'ready answers');
      }
    }
    counts.clear();
  }
  const timer = setInterval(summarise, SUMMARY_MS).unref();

  return {
    line(requestId, { ms, ...answered }) {
      log.info({ request_id: requestId, ...answered, ms: Math.round(ms * 100) / 100 }, 'request');
    },
    count(requestId, { method, route, status }) {
      if (tellsEach) log.debug({ request_id: requestId, method, route, status }, 'ready answer');
      const ofRoute = counts.get(route) ?? new Map<number, number>();
      if (ofRoute.size === 0) counts.set(route, ofRoute);
      ofRoute.set(status, (ofRoute.get(status) ?? 0) + 1);
    },
    stop() {
      clearInterval(timer);
      summarise();
    },
  };
}
