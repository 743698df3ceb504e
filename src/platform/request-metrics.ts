import { Counter, type Histogram, type Registry } from 'prom-client';
import type { AnsweredRequest } from './request-log.ts';

/** The requests of one route, method and status. `upTo`: how many took at most so long, by the bounds, and in the end all others. */
type Tally = { method: string; route: string; status: string; count: number; seconds: number; upTo: number[] };

type Value = { metricName: string; labels: Record<string, string | number>; value: number };

/** `prefix`: how the names begin. `bounds`: of the histogram, in seconds. */
type RequestMetrics = { prefix: string; bounds: readonly number[] };

/**
 * Adds the metrics of requests, and returns what counts one. Requests are counted in plain objects and passed to the library at
 * each scrape: its own counting takes longer than a small answer.
 */
export function countRequests(
  registry: Registry,
  { prefix, bounds }: RequestMetrics,
): (answered: AnsweredRequest) => void {
  const tallies = new Map<string | null, Map<string, Tally>>();
  const all = () => [...tallies.values()].flatMap((ofRoute) => [...ofRoute.values()]);
  new Counter({
    name: `${prefix}http_requests_total`,
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { method, route, status, count } of all()) this.inc({ method, route, status }, count);
    },
  });
  const durations = {
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time from a request to its answer. Answers that were ready take microseconds, and count as 0.',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ ...durations, values: durationsOf(durations.name, all(), bounds) }),
    reset: () => tallies.clear(),
  };
  // The registry needs of a metric what this object has; its type wants the library's class.
  registry.registerMetric(durations as unknown as Histogram);

  return ({ method, route, status, ms }) => {
    const ofRoute = tallies.get(route) ?? new Map<string, Tally>();
    if (ofRoute.size === 0) tallies.set(route, ofRoute);
    const key = `${method} ${status}`;
    let tally = ofRoute.get(key);
    if (tally === undefined) {
      const upTo = new Array<number>(bounds.length + 1).fill(0);
      tally = { method, route: route ?? '', status: String(status), count: 0, seconds: 0, upTo };
      ofRoute.set(key, tally);
    }
    const seconds = ms / 1000;
    tally.count += 1;
    tally.seconds += seconds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
    tally.upTo[bucket] = (tally.upTo[bucket] ?? 0) + 1;
  };
}

/** Writes the histogram by method and route: the sum of its statuses. Buckets are cumulative, as Prometheus reads them. */
function durationsOf(name: string, tallies: readonly Tally[], bounds: readonly number[]): Value[] {
  const byRoute = Map.groupBy(tallies, ({ method, route }) => `${method} ${route}`);
  return [...byRoute.values()].flatMap((ofRoute) => {
    const { method = '', route = '' } = ofRoute[0] ?? {};
    const labels = { method, route };
    let count = 0;
    const buckets = [...bounds, '+Inf'].map((le, index) => {
      for (const { upTo } of ofRoute) count += upTo[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    const seconds = ofRoute.reduce((sum, tally) => sum + tally.seconds, 0);
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: count },
    ];
  });
}
