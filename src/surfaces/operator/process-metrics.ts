import { LRUCache } from 'lru-cache';
import type { EndedJob } from '../../core/jobs/worker.ts';
import type { BatchReport, SaleQueue } from '../../core/stock/sale-queue.ts';
import { ProviderBusy } from '../../integrations/payments/port.ts';
import type { Database } from '../../platform/db.ts';
import { type Metrics, SECONDS_OF_ANSWERS, SECONDS_OF_CALLS } from '../../platform/metrics.ts';
import { OutgoingError } from '../../platform/outgoing-http.ts';
import type { WatchCall } from '../../platform/watch-call.ts';
import { AnsweredError } from './watched-webhooks.ts';

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];
const BATCH_SECONDS = [0.001, 0.0025, ...SECONDS_OF_ANSWERS];

/** Returns what measures the calls to other companies' systems: how long they take, and which kinds of errors they end with. */
export function measureCalls(metrics: Metrics): WatchCall {
  const labels = ['provider', 'call'];
  const took = metrics.histogram(
    { name: 'waitlist_provider_call_duration_seconds', help: 'Time of a call to another system.', labels },
    SECONDS_OF_CALLS,
  );
  const failed = metrics.counter({
    name: 'waitlist_provider_call_errors_total',
    help: 'Calls to other systems that failed, by the kind of the error.',
    labels: [...labels, 'kind'],
  });
  return async ({ provider, call }, make) => {
    const began = performance.now();
    try {
      return await make();
    } catch (error) {
      failed({ provider, call, kind: errorKindOf(error) }, 1);
      throw error;
    } finally {
      took({ provider, call }, (performance.now() - began) / 1000);
    }
  };
}

/** Returns the kind of an error of a call. Every port has its own short list of kinds. */
export function errorKindOf(error: unknown): string {
  if (error instanceof ProviderBusy) return 'busy';
  if (error instanceof OutgoingError) return 'unreachable';
  if (error instanceof AnsweredError) return error.kind;
  const kind = error instanceof Error && 'kind' in error ? error.kind : undefined;
  return typeof kind === 'string' ? kind : 'failed';
}

/** Returns what measures the batches of the sale queue. */
export function measureBatches(metrics: Metrics): (report: BatchReport) => void {
  const requests = metrics.counter({
    name: 'waitlist_sale_requests_total',
    help: 'Holds and payments that were in a batch.',
    labels: ['step'],
  });
  const batches = metrics.counter({
    name: 'waitlist_sale_batches_total',
    help: 'Batches of the sale queue, by how they ended.',
    labels: ['end'],
  });
  const sizes = metrics.histogram(
    { name: 'waitlist_sale_batch_requests', help: 'Holds and payments in a batch.' },
    BATCH_SIZES,
  );
  const waits = metrics.histogram(
    { name: 'waitlist_sale_wait_seconds', help: 'Time that the first request of a batch waited for its beginning.' },
    BATCH_SECONDS,
  );
  const times = metrics.histogram(
    { name: 'waitlist_sale_batch_duration_seconds', help: 'Time of a batch, with the wait for the one before it.' },
    BATCH_SECONDS,
  );
  return ({ holds, places, waitedMs, ms, end }) => {
    if (holds > 0) requests({ step: 'hold' }, holds);
    if (places > 0) requests({ step: 'place' }, places);
    batches({ end }, 1);
    sizes({}, holds + places);
    waits({}, waitedMs / 1000);
    times({}, ms / 1000);
  };
}

/** Returns what measures the jobs that this process ends. */
export function measureJobs(metrics: Metrics): (ended: EndedJob) => void {
  const took = metrics.histogram(
    { name: 'waitlist_job_duration_seconds', help: 'Time of a job.', labels: ['topic'] },
    SECONDS_OF_CALLS,
  );
  const failed = metrics.counter({
    name: 'waitlist_jobs_failed_total',
    help: 'Jobs that failed. Most are tried again.',
    labels: ['topic'],
  });
  return ({ topic, seconds, isDone }) => {
    took({ topic }, seconds);
    if (!isDone) failed({ topic }, 1);
  };
}

/** Returns what counts refusals of requests, and addresses that seem to be proxies which TRUST_PROXY does not name. */
export function measureRefusals(metrics: Metrics): {
  onRefused(code: string): void;
  onUntrustedProxy(address: string): void;
} {
  const refused = metrics.counter({
    name: 'waitlist_refused_total',
    help: 'Requests that were refused, by the code of the error.',
    labels: ['code'],
  });
  const proxies = metrics.counter({
    name: 'waitlist_untrusted_proxies_total',
    help: 'Addresses that name several clients in X-Forwarded-For and are not in TRUST_PROXY.',
  });
  // Those of the alert are there from the start.
  for (const code of ['too_many_holds', 'rate_limited']) refused({ code }, 0);
  proxies({}, 0);
  const known = new LRUCache<string, true>({ max: 1_000 }); // each port of the process finds it by itself
  return {
    onRefused: (code) => refused({ code }, 1),
    onUntrustedProxy(address) {
      if (!known.has(address)) proxies({}, 1);
      known.set(address, true);
    },
  };
}

type Process = { role: string; version: string; db: Database; lookups: Database; sales: Pick<SaleQueue, 'waiting'> };

/** Registers the gauges of this process: its version, its connections, and its sale queue. */
export function measureProcess(metrics: Metrics, { role, version, db, lookups, sales }: Process): void {
  metrics.gauge({ name: 'waitlist_build_info', help: 'What runs here.', labels: ['version', 'node', 'role'] }, () => [
    { labels: { version, node: process.versions.node, role }, value: 1 },
  ]);
  const pools = () => [
    { pool: 'queries', ...db.connections() },
    { pool: 'lookups', ...lookups.connections() },
  ];
  metrics.gauge(
    { name: 'waitlist_database_connections', help: 'Connections of a pool.', labels: ['pool', 'state'] },
    () =>
      pools().flatMap(({ pool, open, idle }) => [
        { labels: { pool, state: 'in_use' }, value: open - idle },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
  );
  metrics.gauge(
    { name: 'waitlist_database_connections_max', help: 'The most connections of a pool.', labels: ['pool'] },
    () => pools().map(({ pool, max }) => ({ labels: { pool }, value: max })),
  );
  metrics.gauge(
    { name: 'waitlist_database_waiting', help: 'Statements that wait for a connection.', labels: ['pool'] },
    () => pools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  );
  metrics.gauge(
    {
      name: 'waitlist_database_refused_connections',
      help: 'Connections that were refused since the start: the server or its pooler took no more (full), the pooler had none free (busy), or the server was an old primary or of another system.',
      labels: ['reason'],
    },
    () =>
      (['full', 'busy', 'old_primary', 'other_system'] as const).map((reason) => ({
        labels: { reason },
        value: db.refusals()[reason] + lookups.refusals()[reason],
      })),
  );
  measureStandby(metrics, db);
  metrics.gauge(
    { name: 'waitlist_sale_waiting_requests', help: 'Holds and payments of this process that wait for a batch.' },
    () => sales.waiting(),
  );
}

/** Registers the gauges of the standby that is read from. Without one they are 0, so that an alert about them is silent. */
function measureStandby(metrics: Metrics, { standby }: Database): void {
  metrics.gauge(
    {
      name: 'waitlist_database_standby_age_seconds',
      help: 'For how long the standby has lacked something that is committed.',
    },
    () => standby?.state().ageSeconds ?? 0,
  );
  metrics.gauge(
    {
      name: 'waitlist_database_readings',
      help: 'Requests and audits that only read, since the start, by where they read.',
      labels: ['from'],
    },
    () =>
      Object.entries(standby?.state().chosen ?? { standby: 0, primary: 0 }).map(([from, value]) => ({
        labels: { from },
        value,
      })),
  );
}
