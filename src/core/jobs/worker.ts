import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/db.ts';
import { listen } from '../../platform/listen.ts';
import { type Log, msSince } from '../../platform/log.ts';
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
import { isForNow, writeReason } from './reason.ts';
import type { Job, JobTopic } from './topics.ts';

/** Handlers have to be idempotent: a job runs at least once, and a failed job is retried with back-off. */
export type JobHandlers = { [T in JobTopic]: (job: Job<T>) => Promise<void> };

export type JobRunner = {
  /** Returns how long ago this process last asked the queue for jobs and got an answer. */
  silentMs(): number;
  stop(): Promise<void>;
};

/** A job that ended, for observers. */
export type EndedJob = { topic: string; seconds: number; isDone: boolean };

/** A job that begins. */
export type BegunJob = Pick<Claimed, 'id' | 'attempts' | 'payload'> & { topic: string };

/** Does a job, and sees how it ends. */
export type WatchJob = (job: BegunJob, work: () => Promise<Ended>) => Promise<Ended>;

/** How many jobs of each lane this process runs at once. They mostly wait for a provider or a mail server. */
export type Slots = Record<LaneName, number>;
export const SLOTS: Slots = { settle: 8, links: 4, money: 24, mails: 10 };

// The share of a lane's slots that one store may not use, so that a store whose provider hangs cannot block the others.
const KEPT_FOR_OTHERS = 1 / 6;
const LOOK_MS = 1_000; // for jobs whose NOTIFY was missed, and for retries; NOTIFY starts new jobs at once
// A claim costs about as much as a small job, even if it finds only one. While many jobs come and end, this gap lets a claim
// take several.
const GAP_MS = 10;
// While a lane is half full, its jobs come and end in numbers: in a longer gap more of them come together, and they then share their
// statements (platform/gather.ts).
const BUSY_GAP_MS = 50;
// The database may still commit a claim that failed here. This is longer than any statement may take.
const LOST_ANSWER_MS = 15_000;

type RunnerDeps = {
  db: Database;
  log: Log;
  slots?: Slots;
  onEnded?: ((ended: EndedJob) => void) | undefined;
  watch?: WatchJob | undefined;
  /** Another channel for the connection that listens for jobs. Called after each connect too. */
  alsoHear?: { channel: string; hear: () => void } | undefined;
};

/**
 * Runs the queue's jobs in lanes; in each lane the stores take turns. Needs a direct connection, because it uses LISTEN. While
 * the database is unavailable, no jobs are claimed, and the results of finished jobs are kept until they can be recorded.
 * Jobs whose claim was made but whose answer was lost are unlocked.
 */
export async function startJobs(deps: RunnerDeps, handlers: JobHandlers): Promise<JobRunner> {
  const { db, log, slots = SLOTS, onEnded, watch, alsoHear } = deps;
  const worker = `worker-${randomUUID()}`;
  const ids = await readTaskIds(db);
  const topics = new Map([...ids].map(([topic, id]) => [id, topic]));
  const lanes = createLanes(ids, slots);
  const claims = createClaims({ db, log }, worker);
  const endings = createEndings(db, worker);
  const running = new Map<number, Promise<void>>();
  let stopping = false;
  let lookedAt = 0;
  let answeredAt = performance.now();

  const begin = (lane: Lane, claimed: Claimed) => {
    lane.begin(claimed.payload.storeId);
    const topic = topics.get(claimed.taskId);
    const done = perform(topic && handlerOf(handlers, topic), { topic, claimed, log, onEnded, watch }).then((how) => {
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
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    answeredAt = performance.now();
  };
  const soon = createThrottle(lanes, () => {
    if (!stopping) loop.wake();
  });
  const loop = repeat(LOOK_MS, round, log);
  const hear = () => {
    lookAll();
    soon.wake();
  };
  const session = await keepSession(db, { worker, log, hear, alsoHear });
  return {
    silentMs: () => performance.now() - answeredAt,
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.all(running.values());
      await endings.flush().catch(() => {}); // other workers detect that this one is gone and run its jobs again
      await session.stop();
    },
  };
}

/** Throttles wake-ups: calls `wake` at once, or a gap after the last round began. */
function createThrottle(lanes: readonly Lane[], wake: () => void) {
  let lastMs = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    began() {
      lastMs = performance.now();
    },
    wake() {
      const gapMs = lanes.some((lane) => lane.isHalfFull()) ? BUSY_GAP_MS : GAP_MS;
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

/**
 * Claims jobs, and unlocks those whose claim was made but whose answer was lost. No other worker takes these jobs while this
 * worker is alive.
 */
function createClaims({ db, log }: Pick<RunnerDeps, 'db' | 'log'>, worker: string) {
  let lostUntil = 0;
  return {
    take: (turn: Omit<Turn, 'worker'>): Promise<Claimed[]> =>
      claimJobs(db, { worker, ...turn }).catch((error: unknown) => {
        lostUntil = Date.now() + LOST_ANSWER_MS;
        throw error;
      }),
    async giveBackUnheard(known: readonly number[]): Promise<number> {
      if (Date.now() >= lostUntil) return 0;
      const jobs = await giveBackJobs(db, { worker, except: known });
      if (jobs > 0) log.warn({ jobs }, 'jobs were claimed but the answer was lost; they are free again');
      return jobs;
    },
  };
}

/** Keeps the results of finished jobs until they are recorded. */
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

/** Returns the handler of a topic. The cast is safe: `NewJob` ties the detail to the topic when a job is added. */
export const handlerOf = (handlers: JobHandlers, topic: JobTopic) => handlers[topic] as (job: Job) => Promise<void>;

type Handler = ((job: Job) => Promise<void>) | undefined;
type Performance = Pick<RunnerDeps, 'log' | 'onEnded' | 'watch'> & { topic: JobTopic | undefined; claimed: Claimed };

async function perform(handler: Handler, { onEnded, watch, ...about }: Performance): Promise<Ended> {
  const began = performance.now();
  const work = () => handle(handler, about);
  const how = await (watch ? watch({ ...about.claimed, topic: about.topic ?? 'unknown' }, work) : work());
  const seconds = (performance.now() - began) / 1000;
  onEnded?.({ topic: about.topic ?? 'unknown', seconds, isDone: how.reason === null });
  return how;
}

async function handle(
  handler: Handler,
  { topic, claimed, log }: Omit<Performance, 'onEnded' | 'watch'>,
): Promise<Ended> {
  const { id, attempts, attemptsMax, payload } = claimed;
  const { storeId, subjectId } = payload;
  const about = { job: id, topic, attempts };
  const began = performance.now();
  log.debug({ ...about, storeId, subjectId }, 'a job begins');
  try {
    if (!handler) throw new Error('this version does not know what to do');
    await handler(payload);
    log.debug({ ...about, storeId, subjectId, ms: msSince(began) }, 'a job is done');
    return { id, reason: null };
  } catch (thrown) {
    // The queue stores the reason as long as the job exists, so it must not contain personal data.
    const reason = writeReason(thrown);
    const isLast = attempts >= attemptsMax;
    const fate = isLast ? 'it waits for somebody to try it again' : 'it is tried again later';
    if (isForNow(thrown) && !isLast) log.info({ ...about, reason }, `a job cannot be done yet; ${fate}`);
    else log.error({ err: thrown, ...about }, `a job failed; ${fate}`);
    return { id, reason };
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
  let mayHaveJobs = true;
  return {
    look() {
      mayHaveJobs = true;
    },
    mayHaveMore: () => mayHaveJobs && free > 0,
    isHalfFull: () => free <= slots / 2,
    turn: () => ({ kinds, limit: free, after, busy, storeMax }),
    took(claimed: readonly Claimed[]) {
      if (claimed.length === 0) mayHaveJobs = false;
      const stores = claimed.map(({ payload }) => payload.storeId).sort();
      // A claim takes the stores after `after` first and then wraps around to the first store.
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
      if (left + 1 >= storeMax) mayHaveJobs = true; // the store was at its limit, so it may have more jobs
      if (left === 0) busy.delete(storeId);
      else busy.set(storeId, left);
    },
  };
}

// The first half of a two-part advisory lock key. It separates these locks from all others in the database.
const LIFE_LOCK = 7_214_910;

/**
 * Returns SQL that is true when the worker with this id is gone. A worker locks its id in the session that listens for jobs.
 * That lock ends with the session, however the process ended.
 */
export const isGone = (id: string): string => `pg_try_advisory_xact_lock(${LIFE_LOCK}, hashtext(${id}))`;

function keepSession(
  db: Database,
  { worker, log, hear, alsoHear }: { worker: string; hear: () => void } & Pick<RunnerDeps, 'log' | 'alsoHear'>,
): Promise<{ stop(): Promise<void> }> {
  return listen(db, {
    channel: JOBS_CHANNEL,
    onNotification: (_, channel) => (channel === alsoHear?.channel ? alsoHear.hear() : hear()),
    async onOpen(client) {
      // The lock is shared: the server may not know yet that this worker's previous session was lost.
      await client.query(`SELECT pg_advisory_lock_shared(${LIFE_LOCK}, hashtext($1))`, [worker]);
      if (alsoHear) await client.query(`LISTEN ${client.escapeIdentifier(alsoHear.channel)}`);
      alsoHear?.hear();
      hear();
    },
    onLost: () => log.warn('the connection that listens for jobs was lost; the worker polls until it has another one'),
  });
}
