import { AppError } from '../domain/error.ts';

export type RateLimit = {
  /** What may go on for ever. */
  perSecond: number;
  /** What may come at once after a pause. */
  burst: number;
};

export type RateLimiter = {
  /** Counts one request of `client` within `scope`. Throws `rate_limited`, with the seconds to wait, when there were too many. */
  take(client: string, scope?: string): void;
};

type Bucket = { emptyAt: number };
type Generation = { buckets: Map<string, Map<string, Bucket>>; size: number; begunAt: number };

// What a limiter remembers is bounded: two generations of so many buckets, some 10 MB when full.
const GENERATION_MAX = 50_000;

// The clock has fractions, and sums of them are not exact: the last of a burst must not be refused for that.
const ROUNDING_MS = 0.001;

/**
 * A leaky bucket for each client of a scope, kept as one number: when the bucket will be empty (the generic cell rate
 * algorithm). A bucket that nobody fills is empty after `burst / perSecond` seconds, so buckets are kept in generations of
 * that length, and those that the last one did not touch are forgotten. Each process counts by itself.
 */
export function createRateLimiter(limit: RateLimit, now: () => number = () => performance.now()): RateLimiter {
  const intervalMs = 1000 / limit.perSecond;
  const capacityMs = limit.burst * intervalMs;
  let young: Generation = { buckets: new Map(), size: 0, begunAt: now() };
  let old = young;

  function find(client: string, scope: string, at: number): Bucket {
    if (at - young.begunAt > capacityMs || young.size >= GENERATION_MAX) {
      old = young;
      young = { buckets: new Map(), size: 0, begunAt: at };
    }
    const ofScope = young.buckets.get(scope) ?? new Map<string, Bucket>();
    if (ofScope.size === 0) young.buckets.set(scope, ofScope);
    const known = ofScope.get(client);
    if (known) return known;
    const bucket = old.buckets.get(scope)?.get(client) ?? { emptyAt: 0 };
    ofScope.set(client, bucket);
    young.size += 1;
    return bucket;
  }

  return {
    take(client, scope = '') {
      const at = now();
      const bucket = find(client, scope, at);
      // What is in the bucket, as time.
      const level = Math.max(0, bucket.emptyAt - at) + intervalMs;
      if (level > capacityMs + ROUNDING_MS) throw tooMany(level - capacityMs);
      bucket.emptyAt = at + level;
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
  /** What the checkout and the status frame send; by store and client address. */
  writes: RateLimiter;
  /** Looking up a pre-order without signing in; by store and client address. */
  lookUps: RateLimiter;
  /** The same by store and reference, whether there is such a pre-order or not: nobody tries all postcodes of one. */
  lookUpReferences: RateLimiter;
};

/** docs/guides/http-api.md lists these numbers; a test fails when the two drift. */
export const REQUEST_LIMITS = {
  // A store's own backend asks for all its shoppers from one address, and so does a mobile network.
  reads: { perSecond: 200, burst: 2_000 },
  unknownKeys: { perSecond: 5, burst: 100 },
  // A whole checkout takes some ten calls.
  writes: { perSecond: 20, burst: 200 },
  // A shop's counter may look up one after the other; a person hardly ever needs three.
  lookUps: { perSecond: 1 / 30, burst: 20 },
  lookUpReferences: { perSecond: 1 / 300, burst: 10 },
} as const satisfies Record<keyof RequestLimits, RateLimit>;

export function createRequestLimits(limits: Record<keyof RequestLimits, RateLimit> = REQUEST_LIMITS): RequestLimits {
  return {
    reads: createRateLimiter(limits.reads),
    unknownKeys: createRateLimiter(limits.unknownKeys),
    writes: createRateLimiter(limits.writes),
    lookUps: createRateLimiter(limits.lookUps),
    lookUpReferences: createRateLimiter(limits.lookUpReferences),
  };
}
