import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, isTimeout } from './database-away.ts';
import type { Database } from './db.ts';
import type { Log } from './log.ts';
import type { Sql, Standby } from './sql.ts';
import { createAge, LOOK_MS } from './standby-age.ts';
import { whyUnreachable } from './why-unreachable.ts';

// How long a request waits for a standby that is a moment behind. Replay usually takes a few milliseconds.
const WAITS_MS = [5, 15, 30];
// A standby without an answer must not make requests slow.
const ANSWER_MS_MAX = 500;
const BEHIND_MS = 1_000;

// What is flushed is durable; no other commit was told to anybody.
const POSITION = 'SELECT pg_current_wal_flush_lsn()::text AS at';
const HAS = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS has';
const SYSTEM = 'SELECT system_identifier::text AS system FROM pg_control_system()';
const LOOK = `SELECT pg_is_in_recovery() AS "isStandby", pg_last_wal_replay_lsn()::text AS replayed`;

type StandbyDeps = { primary: Sql; standby: Database; log: Log };

/** Watches a standby, and chooses between it and the primary. `stop` ends the watch and closes the connections of the standby. */
export function watchStandby({ primary, standby, log }: StandbyDeps): Standby & { stop(): Promise<void> } {
  const chosen = { standby: 0, primary: 0 };
  const age = createAge();
  const sql = withFallback(standby, primary);
  let isSame = false;
  let fault: string | null = 'it was not looked at yet';
  let why: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const judge = (found: string | null, reason: string | null = null) => {
    why = reason;
    if (found !== fault && !stopped) {
      const about = { fault: found, ...(why !== null && { why }), age_seconds: age.seconds() };
      if (found === null) log.info('reads are taken from the standby');
      else log.warn(about, 'reads are taken from the primary, not from the standby');
    }
    fault = found;
  };
  const judgeAway = (error: unknown) => judge('it does not answer', whyUnreachable(error));
  const look = async (): Promise<string | null> => {
    const [position] = await primary.query<{ at: string }>(POSITION);
    const at = performance.now();
    isSame ||= await isCopy(primary, standby);
    if (!isSame) return 'it is no copy of this database';
    const [seen] = await standby.query<{ isStandby: boolean; replayed: string | null }>(LOOK);
    if (!seen?.isStandby) return 'it is no standby';
    age.note({ at, committed: numberOf(position?.at), replayed: numberOf(seen.replayed) });
    return age.seconds() * 1_000 > BEHIND_MS ? 'it is behind' : null;
  };
  const watch = async () => {
    await withinTime(look()).then((found) => judge(found), judgeAway);
    if (!stopped) timer = setTimeout(watch, LOOK_MS).unref();
  };
  const began = watch();

  async function hasAll(at: string): Promise<boolean> {
    for (const waitMs of [0, ...WAITS_MS]) {
      if (waitMs > 0) await sleep(waitMs);
      const [answer] = await standby.query<{ has: boolean | null }>(HAS, [at]);
      if (answer?.has) return true;
    }
    return false;
  }
  return {
    async reading() {
      await began; // of a process that has just begun, such as a command
      const [position] = fault === null ? await primary.query<{ at: string }>(POSITION) : [];
      const isCurrent = await withinTime(position ? hasAll(position.at) : false).catch((error: unknown) => {
        judgeAway(error); // until the next look
        return false;
      });
      chosen[isCurrent ? 'standby' : 'primary'] += 1;
      return isCurrent ? sql : primary;
    },
    state: () => ({ ageSeconds: age.seconds(), fault, why, chosen: { ...chosen } }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await standby.close();
    },
  };
}

/** Returns the database as code sees it that only reads: its statements may go to a standby that has all that is committed now. */
export async function readingOf(db: Database): Promise<Database> {
  if (db.standby === undefined) return db;
  const { query } = await db.standby.reading();
  return { ...db, query };
}

/** Reads from the standby. What it cannot do, because it lost its connection, replays a conflict or writes nothing, the primary does. */
function withFallback({ query }: Sql, { query: queryPrimary }: Sql): Sql {
  return {
    async query<Row>(text: string, values?: readonly unknown[]) {
      try {
        return await query<Row>(text, values);
      } catch (error) {
        if (isOfStandby(error)) return queryPrimary<Row>(text, values);
        throw error;
      }
    },
  };
}

const READ_ONLY = '25006';
const NO_ANSWER = 'Query read timeout'; // of the client library, when the network swallows the answer

function isOfStandby(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === READ_ONLY || message === NO_ANSWER || (isDatabaseAway(error) && !isTimeout(error));
}

async function isCopy(primary: Sql, standby: Sql): Promise<boolean> {
  const [one] = await primary.query<{ system: string }>(SYSTEM);
  const [other] = await standby.query<{ system: string }>(SYSTEM);
  return one !== undefined && one.system === other?.system;
}

/** Returns a position of the log, such as `16/B374D848`, as a number. */
function numberOf(position: string | null | undefined): bigint {
  const [high = '0', low = '0'] = (position ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function withinTime<T>(work: Promise<T> | T): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS_MAX);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
