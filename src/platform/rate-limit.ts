import { LRUCache } from 'lru-cache';
import { AppError } from '../domain/error.ts';

export type RateLimit = {
  /** What may go on for ever. */
  perSecond: number;
  /** What may come at once after a pause. */
  burst: number;
};

export type RateLimiter = {
  /** Counts one request of `key`. Throws `rate_limited`, with the seconds to wait, when there were too many. */
  take(key: string): void;
};

// What a limiter remembers is bounded (some 10 MB when full); who came first is forgotten first.
const KEYS_MAX = 50_000;

// The clock has fractions, and sums of them are not exact: the last of a burst must not be refused for that.
const ROUNDING_MS = 0.001;

/**
 * A leaky bucket for each key, kept as one number: when the bucket will be empty (the generic cell rate algorithm). Each
 * process counts by itself.
 */
export function createRateLimiter(limit: RateLimit, now: () => number = () => performance.now()): RateLimiter {
  const intervalMs = 1000 / limit.perSecond;
  const capacityMs = limit.burst * intervalMs;
  const buckets = new LRUCache<string, { emptyAt: number }>({ max: KEYS_MAX });
  return {
    take(key) {
      const at = now();
      const bucket = buckets.peek(key); // `get` would move it to the end of a list, for a third of all this costs
      // What is in the bucket, as time.
      const level = Math.max(0, (bucket?.emptyAt ?? 0) - at) + intervalMs;
      if (level > capacityMs + ROUNDING_MS) throw tooMany(level - capacityMs);
      const emptyAt = at + level;
      if (bucket) bucket.emptyAt = emptyAt;
      else buckets.set(key, { emptyAt });
    },
  };
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many requests. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  return new AppError('rate_limited', message, { data: { retry_after: seconds } });
}

/** The limits of this process, by what they protect. */
export type RequestLimits = {
  /** Public reads and placement documents; by store key and client address. */
  reads: RateLimiter;
  /** Requests with a key that no store has; by client address. */
  unknownKeys: RateLimiter;
  /** What the checkout frame sends; by store and client address. */
  writes: RateLimiter;
};

/** docs/guides/http-api.md lists these numbers; a test fails when the two drift. */
export const REQUEST_LIMITS = {
  // A store's own backend asks for all its shoppers from one address, and so does a mobile network.
  reads: { perSecond: 200, burst: 2_000 },
  unknownKeys: { perSecond: 5, burst: 100 },
  // A whole checkout takes some ten calls.
  writes: { perSecond: 20, burst: 200 },
} as const satisfies Record<keyof RequestLimits, RateLimit>;

export function createRequestLimits(limits: Record<keyof RequestLimits, RateLimit> = REQUEST_LIMITS): RequestLimits {
  return {
    reads: createRateLimiter(limits.reads),
    unknownKeys: createRateLimiter(limits.unknownKeys),
    writes: createRateLimiter(limits.writes),
  };
}
