import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/db.ts';
import { describeFault } from '../../platform/faults.ts';
import { listen } from '../../platform/listen.ts';
import type { Log } from '../../platform/log.ts';
import { repeat } from '../../platform/loop.ts';
import {
  type Claimed,
  claimJobs,
  type Ended,
  endJobs,
  giveBackJobs,
  JOBS_CHANNEL,
  LANES,
  type LaneName,
  readTaskIds,
  type Turn,
} from './queue.ts';
import type { Job, JobTopic } from './topics.ts';

/** A handler is idempotent: a job runs at least once, and again after a failure, later each time. */
export type JobHandlers = { [T in JobTopic]: (job: Job<T>) => Promise<void> };

export type JobRunner = { stop(): Promise<void> };

/** How many jobs of a lane run here at once. They mostly wait for a provider or a mail server. */
export type Slots = Record<LaneName, number>;
export const SLOTS: Slots = { settle: 8, links: 4, money: 24, mails: 10 };

// A store whose provider hangs leaves so many of a lane to the others.
const KEPT_FOR_OTHERS = 1 / 6;
const LOOK_MS = 1_000; // for jobs whose NOTIFY was missed, and for those that come back; new ones start at once
// Looking for jobs costs as much as some of them do, however few it finds: while many come and end, a few are taken at once.
const GAP_MS = 10;
// The server may go on with a claim that failed here: longer than any statement may take.
const UNHEARD_MS = 15_000;

type RunnerDeps = { db: Database; log: Log; slots?: Slots };

/**
 * Runs the jobs that the outbox's dispatcher adds, by lanes, in each of which stores take turns. Needs a direct connection: it
 * listens. While the database is away nothing is taken, and how jobs ended is kept until it can be written down. Jobs
 * whose claim was lost on the way back are freed.
 */
export async function startJobs({ db, log, slots = SLOTS }: RunnerDeps, handlers: JobHandlers): Promise<JobRunner> {
  const worker = `worker-${randomUUID()}`;
  const ids = await readTaskIds(db);
  const topics = new Map([...ids].map(([topic, id]) => [id, topic]));
  const lanes = createLanes(ids, slots);
  const claims = createClaims({ db, log }, worker);
  const endings = createEndings(db, worker);
  const running = new Map<string, Promise<void>>();
  let stopping = false;
  let lookedAt = 0;

  const begin = (lane: Lane, claimed: Claimed) => {
    lane.begin(claimed.payload.storeId);
    const topic = topics.get(claimed.taskId);
    const done = perform(topic && handlerOf(handlers, topic), { topic, claimed, log }).then((how) => {
      endings.add(how);
      lane.end(claimed.payload.storeId);
      running.delete(claimed.id);
      soon.wake();
    });
    running.set(claimed.id, done);
  };
  const fill = async (lane: Lane) => {
    if (stopping || !lane.mayHaveMore()) return;
    const claimed = await claims.take(lane.turn());
    lane.took(claimed);
    for (const one of claimed) begin(lane, one);
  };
  const lookAll = () => {
    lookedAt = Date.now();
    for (const lane of lanes) lane.look();
  };
  const round = async () => {
    soon.began();
    if ((await claims.giveBackUnheard([...running.keys(), ...endings.ids()])) > 0) lookAll();
    if (Date.now() - lookedAt >= LOOK_MS) lookAll();
    const results = await Promise.allSettled([endings.flush(), ...lanes.map(fill)]);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  };
  const soon = createGap(GAP_MS, () => {
    if (!stopping) loop.wake();
  });
  const loop = repeat(LOOK_MS, round, log);
  const hear = () => {
    lookAll();
    soon.wake();
  };
  const session = await keepSession(db, { worker, log, hear });
  return {
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.all(running.values());
      await endings.flush().catch(() => {}); // others find out that this worker is gone, and do them again
      await session.stop();
    },
  };
}

/** Wakes at once, or so long after the last one began. */
function createGap(gapMs: number, wake: () => void) {
  let lastMs = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    began() {
      lastMs = performance.now();
    },
    wake() {
      const waitMs = lastMs + gapMs - performance.now();
      if (waitMs <= 0) return wake();
      if (timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        wake();
      }, waitMs);
    },
  };
}

/** Claims jobs, and frees jobs whose claim was lost on the way back: other workers leave them alone while this worker lives. */
function createClaims({ db, log }: Pick<RunnerDeps, 'db' | 'log'>, worker: string) {
  let unheardUntil = 0;
  return {
    take: (turn: Omit<Turn, 'worker'>): Promise<Claimed[]> =>
      claimJobs(db, { worker, ...turn }).catch((error: unknown) => {
        unheardUntil = Date.now() + UNHEARD_MS;
        throw error;
      }),
    async giveBackUnheard(known: readonly string[]): Promise<number> {
      if (Date.now() >= unheardUntil) return 0;
      const jobs = await giveBackJobs(db, { worker, except: known });
      if (jobs > 0) log.warn({ jobs }, 'jobs were claimed but the answer was lost; they are free again');
      return jobs;
    },
  };
}

/** How jobs ended, until it is written down. */
function createEndings(db: Database, worker: string) {
  let ended: Ended[] = [];
  return {
    add: (how: Ended) => void ended.push(how),
    ids: () => ended.map(({ id }) => id),
    async flush(): Promise<void> {
      const written = ended;
      ended = [];
      await endJobs(db, worker, written).catch((error: unknown) => {
        ended = [...written, ...ended];
        throw error;
      });
    },
  };
}

/** A job of a topic has the detail of that topic: whoever added it was checked. */
export const handlerOf = (handlers: JobHandlers, topic: JobTopic) => handlers[topic] as (job: Job) => Promise<void>;

async function perform(
  handler: ((job: Job) => Promise<void>) | undefined,
  { topic, claimed, log }: { topic: JobTopic | undefined; claimed: Claimed; log: Log },
): Promise<Ended> {
  const { id, attempts, attemptsMax } = claimed;
  try {
    if (!handler) throw new Error('this version does not know what to do');
    await handler(claimed.payload);
    log.debug({ job: id, topic, attempts }, 'a job is done');
    return { id, reason: null };
  } catch (thrown) {
    // The queue keeps the reason for as long as the job is there: no personal data may be in it.
    const { code, message } = describeFault(thrown);
    const fate = attempts < attemptsMax ? 'it is tried again later' : 'it waits for somebody to try it again';
    log.error({ err: thrown, job: id, topic, attempts }, `a job failed; ${fate}`);
    return { id, reason: code ? `${message} (${code})` : message };
  }
}

type Lane = ReturnType<typeof createLane>;

function createLanes(ids: ReadonlyMap<JobTopic, number>, slots: Slots): Lane[] {
  return Object.entries(LANES).map(([name, kinds]) =>
    createLane(
      slots[name as LaneName],
      kinds.map(({ topic, priority }) => ({ taskId: ids.get(topic) ?? 0, priority })),
    ),
  );
}

function createLane(slots: number, allKinds: readonly { taskId: number; priority: number }[]) {
  const busy = new Map<string, number>();
  const storeMax = Math.max(1, Math.floor(slots * (1 - KEPT_FOR_OTHERS)));
  let free = slots;
  let kinds = [...allKinds];
  let after = '';
  let hungry = true;
  return {
    look() {
      hungry = true;
    },
    mayHaveMore: () => hungry && free > 0,
    turn: () => ({ kinds, limit: free, after, busy, storeMax }),
    took(claimed: readonly Claimed[]) {
      if (claimed.length === 0) hungry = false;
      const stores = claimed.map(({ payload }) => payload.storeId).sort();
      // Those behind the one that had the last turn come first, then it begins again with the first of all.
      after = stores.findLast((store) => store <= after) ?? stores.at(-1) ?? after;
      kinds = [...kinds.slice(1), ...kinds.slice(0, 1)];
    },
    begin(storeId: string) {
      free -= 1;
      busy.set(storeId, (busy.get(storeId) ?? 0) + 1);
    },
    end(storeId: string) {
      free += 1;
      const left = (busy.get(storeId) ?? 1) - 1;
      if (left + 1 >= storeMax) hungry = true; // it had as many as it may
      if (left === 0) busy.delete(storeId);
      else busy.set(storeId, left);
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

function keepSession(
  db: Database,
  { worker, log, hear }: { worker: string; log: Log; hear: () => void },
): Promise<{ stop(): Promise<void> }> {
  return listen(db, {
    channel: JOBS_CHANNEL,
    onNotification: hear,
    async onOpen(client) {
      // Shared, since the server may not know yet that the session before was lost.
      await client.query(`SELECT pg_advisory_lock_shared(${LIFE_LOCK}, hashtext($1))`, [worker]);
      hear();
    },
    onLost: () => log.warn('the connection that hears of jobs was lost; they are looked for until there is another'),
  });
}
