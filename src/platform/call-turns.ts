import type { Sql } from './db.ts';

/**
 * Reserves the next `count` slots for calls to something with a rate limit. Resolves with the milliseconds until the first slot,
 * which is negative if that has passed. The other slots follow at even distances.
 */
export type TakeTurns = (of: string, count: number, perSecond: number) => Promise<number>;

// The burst that is allowed after a pause. A longer one would exceed the limit within a second.
const BURST_MS = 100;
// No real queue is longer. A next slot further ahead means that the database's clock was set back.
const AHEAD_MS_MAX = 60_000;

/** Takes turns shared by all processes, in the database. */
export function sharedTurns(sql: Sql): TakeTurns {
  return async (of, count, perSecond) => {
    const lastsMs = (count * 1_000) / perSecond;
    const [row] = await sql.query<{ waitMs: number }>(TAKE, [of, lastsMs, BURST_MS, AHEAD_MS_MAX]);
    return row?.waitMs ?? 0;
  };
}

// Uses the real clock instead of `app_now()`, because the rate limit applies in real time. It is read after the row is locked.
const TAKE = `
  INSERT INTO call_turn AS t (of, next_at) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
  ON CONFLICT (of) DO UPDATE SET next_at = $2 * interval '1 millisecond' +
    CASE WHEN t.next_at > clock_timestamp() + $4 * interval '1 millisecond' THEN clock_timestamp()
         ELSE greatest(t.next_at, clock_timestamp() - $3 * interval '1 millisecond') END
  RETURNING (extract(epoch FROM next_at - clock_timestamp()) * 1000 - $2)::float8 AS "waitMs"`;

/** Takes turns of this process alone. */
export function ownTurns(now: () => number = () => performance.now()): TakeTurns {
  const next = new Map<string, number>();
  return async (of, count, perSecond) => {
    const first = Math.max(next.get(of) ?? 0, now() - BURST_MS);
    next.set(of, first + (count * 1_000) / perSecond);
    return first - now();
  };
}
