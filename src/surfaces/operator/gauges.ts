import { countOpenAlerts } from '../../core/alerts/queries.ts';
import { readAuditOverdue } from '../../core/audits/queries.ts';
import { readLastBackup } from '../../core/backups/queries.ts';
import { countAllJobs, JOB_STATES, type JobCount } from '../../core/jobs/queries.ts';
import { LANES, laneOf } from '../../core/jobs/queue.ts';
import { readWaitingMails } from '../../core/mails/queries/waiting.ts';
import { countOutages, readSignsOfLife } from '../../core/outages/queries.ts';
import { readWaitingRows } from '../../core/outbox/queries.ts';
import { countUndecidedAttempts } from '../../core/payments/queries.ts';
import { readHeldUnits } from '../../core/stock/queries/held.ts';
import { readWaitingWebhooks } from '../../core/webhooks/queries.ts';
import type { Sql } from '../../platform/db.ts';
import type { Metrics, Reading } from '../../platform/metrics.ts';
import { remembered } from '../../platform/remembered.ts';

/** Reads something of the database for several gauges, at most every few seconds. */
type CachedRead = <T>(query: (sql: Sql) => Promise<T>) => () => Promise<T>;

// Prometheus gives up after ten seconds; the numbers that need no database have to arrive before.
const READ_MS_MAX = 4_000;

/**
 * Registers the gauges of the whole installation. Each process has them with the same values, so that they are there while one of
 * the processes is. The statements run one after the other, on one connection of the pool.
 */
export function measureInstallation(metrics: Metrics, db: Sql): void {
  let last: Promise<unknown> = Promise.resolve();
  const read: CachedRead = (query) => {
    const cached = remembered(() => {
      const next = last.then(() => query(db));
      last = next.catch(() => {});
      return next;
    });
    return () => beforeTimeout(cached());
  };
  measureQueues(metrics, read);
  measureSale(metrics, read);
  measureMessages(metrics, read);
  measureUpkeep(metrics, read);
}

function beforeTimeout<T>(reading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database does not answer')), READ_MS_MAX).unref();
  return Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}

/** A number that only grows means that no worker runs. */
function measureQueues(metrics: Metrics, read: CachedRead): void {
  const rows = read(readWaitingRows);
  metrics.gauge(
    { name: 'waitlist_outbox_waiting_rows', help: 'Committed changes that are not jobs yet.' },
    async () => (await rows()).count,
  );
  metrics.gauge(
    { name: 'waitlist_outbox_waiting_seconds', help: 'Age of the oldest committed change that is not a job yet.' },
    async () => (await rows()).oldestSeconds,
  );
  const jobs = read(countAllJobs);
  metrics.gauge({ name: 'waitlist_jobs', help: 'Jobs in the queue.', labels: ['lane', 'state'] }, async () =>
    byLane(await jobs(), JOB_STATES).map(({ lane, state, jobs }) => ({
      labels: { lane, state },
      value: jobs.reduce((sum, { count }) => sum + count, 0),
    })),
  );
  metrics.gauge(
    {
      name: 'waitlist_jobs_oldest_seconds',
      help: 'How long the oldest job that waits has been due.',
      labels: ['lane'],
    },
    async () =>
      byLane(await jobs(), ['waiting']).map(({ lane, jobs }) => ({
        labels: { lane },
        value: Math.max(0, ...jobs.map(({ oldestSeconds }) => oldestSeconds)),
      })),
  );
}

/** Parts the counts by lane and state; lanes without jobs are there too. `other`: of a topic that this version does not know. */
function byLane<State extends JobCount['state']>(counts: readonly JobCount[], states: readonly State[]) {
  const lanes = [...Object.keys(LANES), 'other'];
  const laneOfCount = ({ topic, priority }: JobCount) => laneOf(topic, priority) ?? 'other';
  return lanes.flatMap((lane) =>
    states.map((state) => ({
      lane,
      state,
      jobs: counts.filter((count) => count.state === state && laneOfCount(count) === lane),
    })),
  );
}

function measureSale(metrics: Metrics, read: CachedRead): void {
  const held = read(readHeldUnits);
  metrics.gauge(
    { name: 'waitlist_held_units', help: 'Units that are kept for checkouts.' },
    async () => (await held()).units,
  );
  metrics.gauge(
    { name: 'waitlist_expired_held_units', help: 'Units that are still kept for checkouts whose time is over.' },
    async () => (await held()).expiredUnits,
  );
  metrics.gauge(
    { name: 'waitlist_expired_held_oldest_seconds', help: 'How long the oldest of these checkouts is past its time.' },
    async () => (await held()).oldestExpiredSeconds,
  );
  const attempts = read(countUndecidedAttempts);
  metrics.gauge(
    { name: 'waitlist_undecided_attempts', help: 'Payment attempts that are not decided.', labels: ['state'] },
    async () => (await attempts()).map(({ state, count }) => ({ labels: { state }, value: count })),
  );
  metrics.gauge(
    {
      name: 'waitlist_undecided_attempts_oldest_seconds',
      help: 'Time since the oldest undecided payment attempt last changed.',
    },
    async () => Math.max(0, ...(await attempts()).map(({ oldestSeconds }) => oldestSeconds)),
  );
}

function measureMessages(metrics: Metrics, read: CachedRead): void {
  const mails = read(readWaitingMails);
  metrics.gauge(
    { name: 'waitlist_mails_waiting', help: 'Mails to shoppers that are to go out.' },
    async () => (await mails()).count,
  );
  metrics.gauge(
    { name: 'waitlist_mails_failing', help: 'Those of them whose last try failed.' },
    async () => (await mails()).failing,
  );
  metrics.gauge(
    { name: 'waitlist_mails_oldest_seconds', help: 'Age of the oldest of them.' },
    async () => (await mails()).oldestSeconds,
  );
  const webhooks = read(readWaitingWebhooks);
  metrics.gauge(
    { name: 'waitlist_webhooks_waiting', help: 'Webhook messages that are to be delivered.' },
    async () => (await webhooks()).count,
  );
  metrics.gauge(
    { name: 'waitlist_webhooks_overdue_seconds', help: 'How long ago the first of them was to be delivered.' },
    async () => (await webhooks()).overdueSeconds,
  );
  metrics.gauge(
    { name: 'waitlist_webhook_endpoints_disabled', help: 'Webhook endpoints that were disabled because they failed.' },
    async () => (await webhooks()).disabled,
  );
}

function measureUpkeep(metrics: Metrics, read: CachedRead): void {
  const byLabel = async <Row extends { count: number }>(
    rows: Promise<Row[]>,
    labelsOf: (row: Row) => Reading['labels'],
  ) => (await rows).map((row) => ({ labels: labelsOf(row), value: row.count }));
  const alerts = read(countOpenAlerts);
  metrics.gauge({ name: 'waitlist_alerts_open', help: 'Alerts that wait for a person.', labels: ['code'] }, () =>
    byLabel(alerts(), ({ code }) => ({ code })),
  );
  const outages = read(countOutages);
  metrics.gauge({ name: 'waitlist_outages_open', help: 'Outages that last.', labels: ['kind'] }, () =>
    byLabel(outages(), ({ kind }) => ({ kind })),
  );
  metrics.gauge(
    {
      name: 'waitlist_audit_overdue_seconds',
      help: 'How long the audit of the store that waits longest has been due.',
    },
    read(readAuditOverdue),
  );
  const signs = read(readSignsOfLife);
  metrics.gauge(
    { name: 'waitlist_worker_silent_seconds', help: 'Time since a worker last said that it runs.' },
    async () => (await signs())?.workerSeconds,
  );
  metrics.gauge(
    { name: 'waitlist_prune_age_seconds', help: 'Time since old rows were last removed.' },
    async () => (await signs())?.prunedSeconds ?? undefined,
  );
  const backup = read(readLastBackup);
  metrics.gauge(
    { name: 'waitlist_backup_age_seconds', help: 'Age of the newest backup that ended well.' },
    async () => (await backup())?.ageSeconds,
  );
  metrics.gauge(
    { name: 'waitlist_backup_verified', help: '1 if the newest backup was restored on trial.' },
    async () => {
      const last = await backup();
      return last === null ? undefined : Number(last.verifiedAt !== null);
    },
  );
}
