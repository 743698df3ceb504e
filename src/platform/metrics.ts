import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Answered } from './request-log.ts';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export type Metrics = {
  /** Counts a request by its route's pattern; pass it to `createHttpServer` as `onAnswered`. */
  count(answered: Answered): void;
  /** Adds a gauge that is read at each scrape. It is left out if the value is undefined. */
  gauge(name: string, help: string, read: () => Promise<number | undefined>): void;
  /** Returns all metrics for Prometheus, in the media type `METRICS_TYPE`. */
  text(): Promise<string>;
};

type Tally = { labels: { method: string; route: string; status: string }; count: number; seconds: number };

/** The metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Counted in plain objects and passed to the library at each scrape: its own counting takes longer than a small answer.
  const tallies = new Map<string | null, Map<string, Tally>>();
  const labelNames = ['method', 'route', 'status'] as const;
  const expose = (name: string, help: string, value: (tally: Tally) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const ofRoute of tallies.values()) {
          for (const tally of ofRoute.values()) this.inc(tally.labels, value(tally));
        }
      },
    });
  expose('http_requests_total', 'Requests answered.', (tally) => tally.count);
  expose('http_request_seconds_total', 'Time spent on answering requests.', (tally) => tally.seconds);

  return {
    count({ method, route, status, ms }) {
      const ofRoute = tallies.get(route) ?? new Map<string, Tally>();
      if (ofRoute.size === 0) tallies.set(route, ofRoute);
      const key = `${method} ${status}`;
      let tally = ofRoute.get(key);
      if (tally === undefined) {
        tally = { labels: { method, route: route ?? '', status: String(status) }, count: 0, seconds: 0 };
        ofRoute.set(key, tally);
      }
      tally.count += 1;
      tally.seconds += ms / 1000;
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const value = await read().catch(() => undefined);
          if (value === undefined) this.reset();
          else this.set(value);
        },
      });
    },
    text: () => registry.metrics(),
  };
}
