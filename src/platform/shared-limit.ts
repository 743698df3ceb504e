import type { SecretBox } from './crypto.ts';
import type { Sql } from './db.ts';
import { createRateLimiter, type RateLimit, tooMany } from './rate-limit.ts';

/** A limit that all processes count together, so that more of them do not allow more guesses. */
export type SharedLimit = {
  /** Counts one request of `client` in `scope`. Above the limit, throws `rate_limited` with the seconds to wait. */
  take(client: string, scope?: string): Promise<void>;
  /** Throws like `take` but counts nothing, for requests that are counted later or not at all. */
  check(client: string, scope?: string): Promise<void>;
  /** Counts a request that has already happened, also above the limit; the wait becomes longer. */
  count(client: string, scope?: string): Promise<void>;
};

type Options = {
  db: Sql;
  secrets: Pick<SecretBox, 'derive'>;
  name: string;
  limit: RateLimit;
  /** How far the limit's clock is ahead, for tests that cannot wait. */
  aheadMs?: (() => number) | undefined;
};

const NOW = `(clock_timestamp() + $2 * interval '1 ms')`;

/**
 * Keeps the same bucket as a `RateLimiter`, in the database. A client that this process alone has seen too often is refused without
 * asking the database. Clients are kept as keyed hashes.
 */
export function createSharedLimit({ db, secrets, name, limit, aheadMs = () => 0 }: Options): SharedLimit {
  const intervalMs = 1000 / limit.perSecond;
  const capacityMs = limit.burst * intervalMs;
  const own = createRateLimiter(limit, () => performance.now() + aheadMs());
  const keyOf = (client: string, scope: string) => secrets.derive('shared-limit', `${name} ${scope} ${client}`);

  async function levelOf(key: string): Promise<number> {
    const [row] = await db.query<{ level: number }>(
      `SELECT greatest(0, extract(epoch FROM empty_at - ${NOW}) * 1000)::float8 AS level
       FROM shared_limit WHERE key = $1`,
      [key, aheadMs()],
    );
    return row?.level ?? 0;
  }

  return {
    async take(client, scope = '') {
      own.check(client, scope);
      const key = keyOf(client, scope);
      const taken = await db.query(
        `INSERT INTO shared_limit AS l (key, empty_at) VALUES ($1, ${NOW} + $3 * interval '1 ms')
         ON CONFLICT (key) DO UPDATE SET empty_at = greatest(l.empty_at, ${NOW}) + $3 * interval '1 ms'
           WHERE greatest(l.empty_at, ${NOW}) <= ${NOW} + ($4 - $3) * interval '1 ms'
         RETURNING 1`,
        [key, aheadMs(), intervalMs, capacityMs],
      );
      if (taken.length === 0) throw tooMany(Math.max(0, (await levelOf(key)) + intervalMs - capacityMs));
      own.count(client, scope);
    },
    async check(client, scope = '') {
      own.check(client, scope);
      const wait = (await levelOf(keyOf(client, scope))) + intervalMs - capacityMs;
      if (wait > 0) throw tooMany(wait);
    },
    async count(client, scope = '') {
      await db.query(
        `INSERT INTO shared_limit AS l (key, empty_at) VALUES ($1, ${NOW} + $3 * interval '1 ms')
         ON CONFLICT (key) DO UPDATE SET empty_at = greatest(l.empty_at, ${NOW}) + $3 * interval '1 ms'`,
        [keyOf(client, scope), aheadMs(), intervalMs],
      );
      own.count(client, scope);
    },
  };
}
