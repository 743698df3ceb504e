import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from './request-log.ts';
import { countRequests } from './request-metrics.ts';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export type Labels = Readonly<Record<string, string>>;
export type Reading = { labels: Labels; value: number };

/** The name and help of a metric. The values of its labels are from short lists of the code, never ids, addresses or texts. */
export type About = { name: string; help: string; labels?: readonly string[] };

/** Adds an amount to the counter, or to the histogram, of these labels. */
export type Count = (labels: Labels, amount: number) => void;

export type Metrics = {
  /** Counts a request by its route's pattern; pass it to `createHttpServer` as `onAnswered`. */
  count(answered: AnsweredRequest): void;
  counter(about: About): Count;
  histogram(about: About, buckets: readonly number[]): Count;
  /** Adds a gauge that is read at each scrape. It is left out if the value is undefined or reading fails. */
  gauge(about: About, read: () => Promise<GaugeValue> | GaugeValue): void;
  /** Returns all metrics for Prometheus, in the media type `METRICS_TYPE`. */
  text(): Promise<string>;
};

/** One value, or one for each combination of labels. */
export type GaugeValue = number | undefined | readonly Reading[];

/** Bounds in seconds for what a shopper waits for. */
export const SECONDS_OF_ANSWERS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Bounds in seconds for calls of other companies' systems, which time out after 15 to 80 s. */
export const SECONDS_OF_CALLS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

// The library names these gauges as counters are named. The same without `_total` has them by kind.
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);

/** The metrics of one process. `prefix`: how the names of those of requests begin. */
export function createMetrics(prefix: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const namesOf = ({ name, help, labels = [] }: About) => ({ name, help, labelNames: labels, registers });

  return {
    count: countRequests(registry, { prefix, bounds: SECONDS_OF_ANSWERS }),
    counter(about) {
      const counter = new Counter(namesOf(about));
      return (labels, amount) => counter.inc(labels, amount);
    },
    histogram(about, buckets) {
      const histogram = new Histogram({ ...namesOf(about), buckets: [...buckets] });
      return (labels, amount) => histogram.observe(labels, amount);
    },
    gauge(about, read) {
      new Gauge({
        ...namesOf(about),
        async collect() {
          const value = await Promise.resolve()
            .then(read)
            .catch(() => undefined);
          this.reset();
          // Without labels a gauge that is reset says 0, which is not known.
          if (value === undefined && about.labels === undefined) this.remove();
          for (const one of toReadings(value)) this.set(one.labels, one.value);
        },
      });
    },
    text: () => registry.metrics(),
  };
}

function toReadings(value: GaugeValue): readonly Reading[] {
  return typeof value === 'number' ? [{ labels: {}, value }] : (value ?? []);
}
