import { createRateLimiter, type RateLimit, type RateLimiter } from '../platform/rate-limit.ts';

/** The limits of this process, by what they protect. */
export type RequestLimits = {
  /** Public reads and placement documents; by store key and client address. */
  reads: RateLimiter;
  /** Requests with a key that no store has; by client address. */
  unknownKeys: RateLimiter;
  /** What the checkout and the status frame send; by store and client address. */
  writes: RateLimiter;
  /** Events that a checkout tells an isolated page, each kept for an hour; by client address. */
  relayed: RateLimiter;
  /** Looking up a pre-order without signing in; by store and client address. */
  lookUps: RateLimiter;
  /** The same by the /56 of an IPv6 address: many providers give each customer one, with 256 times a /64 in it. */
  lookUpNetworks: RateLimiter;
  /** The same by store and reference, whether there is such a pre-order or not: nobody tries all postcodes of one. */
  lookUpReferences: RateLimiter;
  /** Discount codes that the store does not have; by store and client address. */
  wrongCodes: RateLimiter;
  /** The same by store, so that many addresses together do not guess them either. */
  wrongCodesOfStore: RateLimiter;
};

/** docs/guides/http-api.md lists these numbers; a test fails when the two drift. */
export const REQUEST_LIMITS = {
  // A store's own backend asks for all its shoppers from one address, and so does a mobile network.
  reads: { perSecond: 200, burst: 2_000 },
  unknownKeys: { perSecond: 5, burst: 100 },
  // A whole checkout takes some ten calls.
  writes: { perSecond: 20, burst: 200 },
  // Two checkouts a second, as many as `writes` lets through, with five events each.
  relayed: { perSecond: 10, burst: 500 },
  // A shop's counter may look up one after the other; a person hardly ever needs three.
  lookUps: { perSecond: 1 / 30, burst: 20 },
  // Four households with a /64 each, or one with all of them.
  lookUpNetworks: { perSecond: 1 / 8, burst: 80 },
  lookUpReferences: { perSecond: 1 / 300, burst: 10 },
  // People mistype; a code that was in a newsletter is typed by many at once, some of them wrongly.
  wrongCodes: { perSecond: 1 / 30, burst: 20 },
  wrongCodesOfStore: { perSecond: 1, burst: 600 },
} as const satisfies Record<keyof RequestLimits, RateLimit>;

export function createRequestLimits(limits: Record<keyof RequestLimits, RateLimit> = REQUEST_LIMITS): RequestLimits {
  const limiters = Object.entries(limits).map(([name, limit]) => [name, createRateLimiter(limit)]);
  return Object.fromEntries(limiters) as RequestLimits;
}
