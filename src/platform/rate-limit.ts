import { AppError } from '../domain/error.ts';

export type RateLimit = {
  /** The steady rate. */
  perSecond: number;
  /** How many requests may come at once after a pause. */
  burst: number;
};

export type RateLimiter = {
  /** Counts `count` requests of `client` in `scope`, by default one. Above the limit, throws `rate_limited` with the seconds to wait. */
  take(client: string, scope?: string, count?: number): void;
  /** Throws like `take` but counts nothing, for requests that are counted later or not at all. */
  check(client: string, scope?: string): void;
  /** Counts a request that has already happened, also above the limit; the wait becomes longer. */
  count(client: string, scope?: string): void;
};

type Bucket = {
  emptyAt: number;
  /** When the bucket would be empty if refused requests counted as well. A client that keeps asking is remembered longer. */
  rememberedUntil: number;
};

// Bounds the memory of a limiter to about 10 MB.
const BUCKETS_MAX = 100_000;

// Sums of fractional milliseconds are not exact; the last request of a burst must not be refused for a rounding error.
const ROUNDING_MS = 0.001;

/**
 * Keeps a leaky bucket for each scope and client, as one number: the time at which the bucket will be empty (generic cell
 * rate algorithm). When there are too many buckets, it forgets the half that will be empty first. So many new clients cannot
 * make it forget a full bucket unless each of them fills its own bucket as high. Each process counts for itself.
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

  /** Returns the level of the bucket after `count` more requests, in milliseconds of draining. */
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

/** Returns what a request above a limit is refused with. */
export function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many requests. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  return new AppError('rate_limited', message, { data: { retry_after: seconds } });
}
