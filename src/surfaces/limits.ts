import type { SecretBox } from '../platform/crypto.ts';
import type { Sql } from '../platform/db.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '../platform/rate-limit.ts';
import { createSharedLimit, type SharedLimit } from '../platform/shared-limit.ts';

/** The rate limits of this process. */
export type RequestLimits = {
  /** Public reads and placement documents; by store key and client address. */
  reads: RateLimiter;
  /** Requests of the private API and the portal; by token or member. */
  adminRequests: RateLimiter;
  /** Requests with a key or an API token that no store has; by client address. */
  unknownKeys: RateLimiter;
  /** Requests of the checkout and status frames; by store and client address. */
  writes: RateLimiter;
  /** Events that a checkout relays to an isolated page, each kept for an hour; by client address. */
  relayed: RateLimiter;
};

/** Limits against guessing, which all processes count together. */
export type GuessLimits = {
  /** Look-ups of a pre-order without signing in; by store and client address. */
  lookUps: SharedLimit;
  /** Look-ups by the /56 of an IPv6 address: many providers give each customer a /56, which contains 256 /64 networks. */
  lookUpNetworks: SharedLimit;
  /** Look-ups by store and reference, also of an unknown reference, against guessing the postcode of a pre-order. */
  lookUpReferences: SharedLimit;
  /** Tries to sign in to the portal and to open one-time links; by client address, or by known browser. */
  signIns: SharedLimit;
  /** Tries to sign in and to open links, by the /56 of an IPv6 address. */
  signInNetworks: SharedLimit;
  /** Tries to sign in; by e-mail address, also one that nobody has, against guessing from many addresses; or by known browser. */
  signInAccounts: SharedLimit;
  /** Links to set a new password; by e-mail address, also one that nobody has, against filling a mailbox; or by known browser. */
  passwordLinks: SharedLimit;
  /** Tries of a member to prove who they are beside the password, or again; by member, or by known browser. */
  confirmations: SharedLimit;
  /** Discount codes that the store does not have; by store and client address. */
  wrongCodes: SharedLimit;
  /** Discount codes that the store does not have; by store, against guessing from many addresses. */
  wrongCodesOfStore: SharedLimit;
};

/** docs/guides/http-api.md lists these numbers; a test compares the two. */
export const REQUEST_LIMITS = {
  // A store's backend sends the requests of all its shoppers from one address, and so does a mobile network.
  reads: { perSecond: 200, burst: 2_000 },
  // A system that copies all pre-orders reads thousands of pages in a row.
  adminRequests: { perSecond: 20, burst: 200 },
  unknownKeys: { perSecond: 5, burst: 100 },
  // A whole checkout takes about ten requests.
  writes: { perSecond: 20, burst: 200 },
  // Two checkouts a second, as many as `writes` allows, with five events each.
  relayed: { perSecond: 10, burst: 500 },
} as const satisfies Record<keyof RequestLimits, RateLimit>;

/** docs/guides/http-api.md lists these numbers as well, and the same test compares them. */
export const GUESS_LIMITS = {
  // Staff at a counter may look up several pre-orders in a row; a shopper rarely needs three tries.
  lookUps: { perSecond: 1 / 30, burst: 20 },
  // As much as four households with a /64 each.
  lookUpNetworks: { perSecond: 1 / 8, burst: 80 },
  lookUpReferences: { perSecond: 1 / 300, burst: 10 },
  // An office signs in from one address in the morning.
  signIns: { perSecond: 1 / 6, burst: 40 },
  // As much as four offices with a /64 each.
  signInNetworks: { perSecond: 2 / 3, burst: 160 },
  // Slow enough for any password that is not among the first ones. A stranger can use all of them up; a known browser has its own.
  signInAccounts: { perSecond: 1 / 30, burst: 20 },
  passwordLinks: { perSecond: 1 / 600, burst: 3 },
  confirmations: { perSecond: 1 / 30, burst: 10 },
  // People mistype. After a newsletter many shoppers enter its code at once, some of them wrongly.
  wrongCodes: { perSecond: 1 / 30, burst: 20 },
  wrongCodesOfStore: { perSecond: 1, burst: 600 },
} as const satisfies Record<keyof GuessLimits, RateLimit>;

export function createRequestLimits(limits: Record<keyof RequestLimits, RateLimit> = REQUEST_LIMITS): RequestLimits {
  const limiters = Object.entries(limits).map(([name, limit]) => [name, createRateLimiter(limit)]);
  return Object.fromEntries(limiters) as RequestLimits;
}

export function createGuessLimits(
  { db, secrets, aheadMs }: { db: Sql; secrets: Pick<SecretBox, 'derive'>; aheadMs?: () => number },
  limits: Record<keyof GuessLimits, RateLimit> = GUESS_LIMITS,
): GuessLimits {
  const shared = Object.entries(limits).map(([name, limit]) => [
    name,
    createSharedLimit({ db, secrets, name, limit, aheadMs }),
  ]);
  return Object.fromEntries(shared) as GuessLimits;
}
