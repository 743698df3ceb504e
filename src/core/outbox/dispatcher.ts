import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { dispatchSome, firstTurn } from './dispatch.ts';
import type { OutboxFollower } from './row.ts';

export type OutboxDispatcher = {
  /** Call after a commit: dispatches within about 10 ms (250 ms under load) instead of at the next poll. */
  wake(): void;
  /** Dispatches what is committed until now, so that a short-lived process leaves no rows for other processes. */
  stop(): Promise<void>;
};

const COALESCE_MS = 10; // NOTIFY takes a global lock at commit, so one NOTIFY carries many changes
// Under load, a larger batch costs less per row, and its jobs need not start within milliseconds. So the dispatcher works
// a quarter of the time and pauses for the rest.
const SHARE_OF_TIME = 1 / 4;
const COALESCE_MS_MAX = 250;
const LOOK_MS = 500; // finds rows of a process that died before it dispatched them
// While other processes keep writing, the outbox may never be empty. A stopping process leaves the rest to them.
const LAST_MS = 10_000;

/** Returns the pause that keeps the dispatcher at its share of the time. */
function pauseAfter(tookMs: number): number {
  return Math.min(COALESCE_MS_MAX, Math.max(COALESCE_MS, tookMs * (1 / SHARE_OF_TIME - 1)));
}

/** Turns outbox rows into jobs and notifications, in batches. Any number of processes may run a dispatcher at once. */
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
        if (!stopped) log.error({ err: error }, 'the outbox could not be dispatched; the next round tries again');
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
      await drain(performance.now() + LAST_MS).catch(() => {}); // another process finds the rows at its next poll
    },
  };
}
