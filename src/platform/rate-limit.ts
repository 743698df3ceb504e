import { AppError } from '../domain/error.ts';

export type RateLimit = {
  /** What may go on for ever. */
  perSecond: number;
  /** What may come at once after a pause. */
  burst: number;
};

export type RateLimiter = {
  /** Counts one request of `client` within `scope`, or so many. Throws `rate_limited`, with the seconds to wait, when there were too many. */
  take(client: string, scope?: string, count?: number): void;
  /** Throws as `take` does, and counts nothing: for what turns out only later to count. */
  check(client: string, scope?: string): void;
  /** Counts what has happened already, also beyond the limit: the wait is that much longer. */
  count(client: string, scope?: string): void;
};

type Bucket = {
  emptyAt: number;
  /** When it would be empty if what was refused were in it as well: who keeps asking is remembered longer. */
  rememberedUntil: number;
};

// What a limiter remembers is bounded: so many buckets, some 10 MB when full.
const BUCKETS_MAX = 100_000;

// The clock has fractions, and sums of them are not exact: the last of a burst must not be refused for that.
const ROUNDING_MS = 0.001;

/**
 * A leaky bucket for each client of a scope, kept as one number: when the bucket will be empty (the generic cell rate
 * algorithm). When there are too many buckets, the half that is empty first is forgotten. So strangers cannot make the limiter
 * forget a full bucket: each of them would have to fill one of their own as high. Each process counts by itself.
 */
export function createRateLimiter(limit: RateLimit, now: () => number = () => performance.now()): RateLimiter {
  const intervalMs = 1000 / limit.perSecond;
  const capacityMs = limit.burst * intervalMs;
  const buckets = new Map<string, Bucket>();

  function find(key: string): Bucket {
    const known = buckets.get(key);
    if (known) return known;
    if (buckets.size >= BUCKETS_MAX) forgetHalf(buckets);
    const bucket = { emptyAt: 0, rememberedUntil: 0 };
    buckets.set(key, bucket);
    return bucket;
  }

  /** What would be in the bucket with so many more, as time. */
  const levelOf = (bucket: Bucket, at: number, count = 1) => Math.max(0, bucket.emptyAt - at) + count * intervalMs;

  function checkRoom(level: number): void {
    if (level > capacityMs + ROUNDING_MS) throw tooMany(level - capacityMs);
  }

  return {
    take(client, scope = '', count = 1) {
      const at = now();
      const bucket = find(`${scope} ${client}`);
      const level = levelOf(bucket, at, count);
      bucket.rememberedUntil = at + level;
      checkRoom(level);
      bucket.emptyAt = at + level;
    },
    check(client, scope = '') {
      const bucket = buckets.get(`${scope} ${client}`);
      if (bucket) checkRoom(levelOf(bucket, now()));
    },
    count(client, scope = '') {
      const at = now();
      const bucket = find(`${scope} ${client}`);
      bucket.emptyAt = at + levelOf(bucket, at);
      bucket.rememberedUntil = bucket.emptyAt;
    },
  };
}

function forgetHalf(buckets: Map<string, Bucket>): void {
  const times = Float64Array.from(buckets.values(), ({ rememberedUntil }) => rememberedUntil).sort();
  const median = times[times.length >> 1] ?? 0;
  for (const [key, { rememberedUntil }] of buckets) if (rememberedUntil <= median) buckets.delete(key);
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many requests. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  return new AppError('rate_limited', message, { data: { retry_after: seconds } });
}
