import { EventEmitter } from 'node:events';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Database } from './db.ts';
import { describeFault, hideAddresses } from './faults.ts';
import type { Log } from './log.ts';
import type { JobTopic } from './outbox.ts';

/** What is to be done about what; `detail` is that of the outbox row, null where it had none. */
export type Job = { storeId: string; subjectId: string; detail: Record<string, unknown> | null };

/** A handler is idempotent: a job runs at least once, and again after a failure, later each time. */
export type JobHandlers = Record<JobTopic, (job: Job) => Promise<void>>;

export type JobRunner = { stop(): Promise<void> };

const CONCURRENCY = 20; // jobs mostly wait for a provider or a mail server
const CONNECTIONS_MAX = 10; // taking a job and writing down how it ended is short
const POLL_MS = 1_000; // only for jobs whose NOTIFY was missed; new ones start at once

/** Runs the jobs that the outbox's dispatcher adds. Needs a direct connection: it listens. */
export async function startJobs(db: Database, handlers: JobHandlers, log: Log): Promise<JobRunner> {
  const pool = new pg.Pool({ connectionString: db.directUrl, max: CONNECTIONS_MAX, application_name: 'waitlist-jobs' });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events: lockOfLife(log),
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(hideAddresses(message));
      // Fewer connections than jobs at once are on purpose, and no news to who starts the service.
      else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn(hideAddresses(message));
      else log.debug(hideAddresses(message));
    }),
    taskList: Object.fromEntries(
      Object.entries(handlers).map(([topic, handler]) => [
        topic,
        (payload: unknown) => handler(payload as Job).catch(rethrowReason),
      ]),
    ),
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end(); // waits for the connections that still write down how the last jobs ended
    },
  };
}

// The first half of a two-part advisory key: ours among whatever else locks in this database.
const LIFE_LOCK = 7_214_910;

/**
 * SQL that is true when whoever took a job under this id is gone. A process locks its id by the session with which it
 * listens for jobs, and that lock ends with it, however it ended.
 */
export const isGone = (id: string): string => `pg_try_advisory_xact_lock(${LIFE_LOCK}, hashtext(${id}))`;

function lockOfLife(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  // Again whenever that session was lost, and shared, since the server may not know yet that it was. Behind the LISTEN, with
  // which it begins.
  events.on('pool:listen:success', ({ client, workerPool }) => {
    client.once('drain', () => {
      client
        .query(`SELECT pg_advisory_lock_shared(${LIFE_LOCK}, hashtext($1))`, [workerPool.id])
        .catch(({ message: reason }: Error) => log.warn({ reason }, 'no other process sees that this one has jobs'));
    });
  });
  return events;
}

/** The queue keeps and logs what a job threw, for as long as the job is there: no personal data may be in it. */
function rethrowReason(thrown: unknown): never {
  const { code, message, stack } = describeFault(thrown);
  const reason = new Error(code ? `${message} (${code})` : message);
  if (stack) reason.stack = `Error: ${reason.message}\n${stack}`;
  throw reason;
}
