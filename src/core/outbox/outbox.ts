import type { Database, Sql } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { dispatchSome, firstTurn } from './dispatch.ts';
import type { OutboxFollower } from './row.ts';
import type { OutboxDetails, OutboxTopic } from './topics.ts';

/** Adds a row in the caller's transaction: it is dispatched only if that commits, and then once. */
export async function emit<T extends OutboxTopic>(tx: Sql, topic: T, subject: OutboxSubject<T>): Promise<void> {
  const { storeId, subjectId, detail = null } = subject;
  await tx.query('INSERT INTO outbox (store_id, topic, subject_id, detail) VALUES ($1, $2, $3, $4)', [
    storeId,
    topic,
    subjectId,
    detail,
  ]);
}

type Subject = { storeId: string; subjectId: string };

/** What a row is about. A topic whose rows may say nothing more needs no `detail`. */
export type OutboxSubject<T extends OutboxTopic> = Subject &
  (null extends OutboxDetails[T] ? { detail?: OutboxDetails[T] } : { detail: OutboxDetails[T] });

/** Topics whose rows may say nothing beside their subject. */
type PlainTopic = { [T in OutboxTopic]: null extends OutboxDetails[T] ? T : never }[OutboxTopic];

/** Adds a row for each of many subjects. */
export async function emitAll(
  tx: Sql,
  topic: PlainTopic,
  { storeId, subjectIds }: { storeId: string; subjectIds: readonly string[] },
): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx.query('INSERT INTO outbox (store_id, topic, subject_id) SELECT $1, $2, unnest($3::uuid[])', [
    storeId,
    topic,
    subjectIds,
  ]);
}

export type OutboxDispatcher = {
  /** Something was committed just now: dispatch within the next 10 ms instead of at the next look. */
  wake(): void;
  /** Dispatches what was committed until now: a command that ends leaves nothing for others to find. */
  stop(): Promise<void>;
};

const COALESCE_MS = 10; // NOTIFY takes a global lock at commit: one for many changes, not one each
// While much is committed, more rows at once cost less each; what follows from them need not be there in milliseconds.
const SHARE_OF_TIME = 1 / 4;
const COALESCE_MS_MAX = 250;
const LOOK_MS = 500; // rows of a process that died before it could dispatch them
// Beside processes that go on writing, one that ends would never come to an end. They find what it leaves.
const LAST_MS = 10_000;

/** As long as keeps the dispatcher at its share of the time. */
function pauseAfter(tookMs: number): number {
  return Math.min(COALESCE_MS_MAX, Math.max(COALESCE_MS, tookMs * (1 / SHARE_OF_TIME - 1)));
}

/** Turns outbox rows into jobs and notifications, in bulk; any number of processes may do so at once. */
export function startOutboxDispatcher(
  db: Database,
  log: Log,
  follow: OutboxFollower = async () => [],
): OutboxDispatcher {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> | null = null;
  let soon = false;
  const turn = firstTurn();
  const drain = async (until = Number.POSITIVE_INFINITY) => {
    while ((await dispatchSome({ db, log, follow }, turn)) && performance.now() < until);
  };

  const plan = (delayMs: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(start, delayMs);
  };
  const start = () => {
    soon = false;
    const startedAt = performance.now();
    running = drain()
      .catch((error: unknown) => {
        if (!stopped) log.error({ err: error }, 'the outbox could not be dispatched; the next look tries again');
      })
      .then(() => {
        running = null;
        plan(soon ? pauseAfter(performance.now() - startedAt) : LOOK_MS);
      });
  };
  plan(0);

  return {
    wake() {
      if (soon) return;
      soon = true;
      if (!running) plan(COALESCE_MS);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await drain(performance.now() + LAST_MS).catch(() => {}); // then others find it at their next look
    },
  };
}
