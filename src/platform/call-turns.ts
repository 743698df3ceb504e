import type { Sql } from './db.ts';

/**
 * Turns at something that may be called so many times a second, shared by all processes. Takes the next `count` of them;
 * resolves with the milliseconds until the first, below zero where it is over already. The others follow evenly.
 */
export type TakeTurns = (of: string, count: number, perSecond: number) => Promise<number>;

// After a rest so much may come at once. More would be a second in which more was called than may be.
const BURST_MS = 100;
// No line is longer than this: the database's clock was put back.
const AHEAD_MS_MAX = 60_000;

export function sharedTurns(sql: Sql): TakeTurns {
  return async (of, count, perSecond) => {
    const lastsMs = (count * 1_000) / perSecond;
    const [row] = await sql.query<{ waitMs: number }>(TAKE, [of, lastsMs, BURST_MS, AHEAD_MS_MAX]);
    return row?.waitMs ?? 0;
  };
}

// The machine's clock, which calls are made by. It is read behind the row's lock.
const TAKE = `
  INSERT INTO call_turn AS t (of, next_at) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
  ON CONFLICT (of) DO UPDATE SET next_at = $2 * interval '1 millisecond' +
    CASE WHEN t.next_at > clock_timestamp() + $4 * interval '1 millisecond' THEN clock_timestamp()
         ELSE greatest(t.next_at, clock_timestamp() - $3 * interval '1 millisecond') END
  RETURNING (extract(epoch FROM next_at - clock_timestamp()) * 1000 - $2)::float8 AS "waitMs"`;

/** The same for one process alone. */
export function ownTurns(now: () => number = () => performance.now()): TakeTurns {
  const next = new Map<string, number>();
  return async (of, count, perSecond) => {
    const first = Math.max(next.get(of) ?? 0, now() - BURST_MS);
    next.set(of, first + (count * 1_000) / perSecond);
    return first - now();
  };
}
