import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type AccountKeys, type AccountTrouble, ProviderError } from '../port.ts';
import type { Pace } from './pace.ts';
import { refusalKind } from './refusal-codes.ts';

/** The API version that this adapter is written for. It is set explicitly, so that an update of the library does not change it. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

export type StripeKeys = {
  secretKey: string;
  /** The address of the stand-in; null for Stripe itself. */
  address: string | null;
};

export type StripeTimes = { timeoutMs: number; retries: number };

// Stripe answers a confirm within seconds. After two retries with the same key the caller gets the error and retries later.
const TIMES: StripeTimes = { timeoutMs: 10_000, retries: 2 };

// Stripe allows 100 calls a second in live mode and 25 in test mode; some are left for the merchant's other systems.
const CALLS_A_SECOND = { live: 90, test: 20 };

/** Returns the limit of calls per second for an account; null means no limit, for accounts at the stand-in. */
export function callsPerSecondOf({
  publishableKey,
  address,
  callsPerSecond,
}: Pick<AccountKeys, 'publishableKey' | 'address' | 'callsPerSecond'>): number | null {
  return callsPerSecond ?? (address === null ? CALLS_A_SECOND[modeOfKey(publishableKey)] : null);
}

/** Makes one call. If it fails, resolves with the value that `known` returns for Stripe's error, or rejects with `ProviderError`. */
export type StripeCalls = <T, Known = never>(
  work: (client: Stripe) => Promise<T>,
  known?: (error: Stripe.errors.StripeError) => Known | null,
) => Promise<T | Known>;

export type StripeCallsOptions = {
  /** Called if Stripe refuses the key or a permission is missing, because only the merchant can mend that. */
  onTrouble?: ((trouble: AccountTrouble) => Promise<void>) | undefined;
  times?: StripeTimes | undefined;
  /** Limits the rate of calls; absent means no limit. */
  pace?: Pace | undefined;
};

/** Calls that keep to the rate limit. `soon` makes calls that a person waits for, which go first. */
export type PacedCalls = StripeCalls & { soon: StripeCalls };

export function stripeCalls(keys: StripeKeys, { onTrouble, times = TIMES, pace }: StripeCallsOptions = {}): PacedCalls {
  const client = new Stripe(keys.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: times.timeoutMs,
    maxNetworkRetries: times.retries,
    telemetry: false,
    ...(keys.address === null ? {} : hostOf(keys.address)),
  });
  const callsIn =
    (options: { soon: boolean }): StripeCalls =>
    async (work, known) => {
      try {
        await pace?.turn(options);
        return await work(client);
      } catch (error) {
        const answer = error instanceof Stripe.errors.StripeError ? (known?.(error) ?? null) : null;
        if (answer !== null) return answer;
        const trouble = troubleOf(error);
        if (trouble !== null) await onTrouble?.(trouble);
        throw providerError(error);
      }
    };
  return Object.assign(callsIn({ soon: false }), { soon: callsIn({ soon: true }) });
}

/** Returns calls that are not made: the address of the keys is not one to call. The account counts as one whose key is refused. */
export function refusedCalls(reason: string, { onTrouble }: StripeCallsOptions): PacedCalls {
  const refuse: StripeCalls = async () => {
    await onTrouble?.({ kind: 'key_refused', reason });
    throw new ProviderError('account', reason);
  };
  return Object.assign(refuse.bind(null), { soon: refuse });
}

/**
 * Retries a call whose failure Stripe has stored. For a day, Stripe answers an idempotency key with the same failure of its own.
 * The retry uses a random key, so use this only for calls that may safely run twice.
 */
export async function retryFailure<T>(key: string, work: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await work(key);
  } catch (error) {
    const isKept = error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true';
    if (!isKept) throw error;
    return work(`${key}:${randomUUID()}`);
  }
}

// Enough keys for the retries of one day, whose pauses grow to an hour.
const KEYS_MAX = 50;

/**
 * Retries a call whose refusal Stripe has stored. For a day, Stripe also repeats a refusal, even if the account may charge by
 * then. So a call that was refused because of the account is retried with the next key. The keys are derived from the first one,
 * and each runs once at Stripe: concurrent callers use the same sequence of keys, so nothing is done twice.
 */
export async function retryRefusal<T>(key: string, work: (idempotencyKey: string) => Promise<T>): Promise<T> {
  for (let next = 1; ; next += 1) {
    try {
      return await work(next === 1 ? key : `${key}:${next}`);
    } catch (error) {
      const isKept = error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
      if (!isKept || refusalKind(error) !== 'account' || next >= KEYS_MAX) throw error;
    }
  }
}

function hostOf(address: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(address);
  const secure = protocol === 'https:';
  return { protocol: secure ? 'https' : 'http', host: hostname, port: port || (secure ? '443' : '80') };
}

export function modeOfKey(key: string): 'test' | 'live' {
  return /^[a-z]+_live_/.test(key) ? 'live' : 'test';
}

/** Returns the account's trouble for errors that no retry can mend, else null. */
function troubleOf(error: unknown): AccountTrouble | null {
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError) return { kind: 'key_refused', reason: error.message };
  return error instanceof StripePermissionError ? { kind: 'not_permitted', reason: error.message } : null;
}

/** Converts an error. If it is no refusal, the outcome is unknown: no answer, an invalid one, a fault at Stripe, too many calls. */
function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ProviderError(refusalKind(error) ?? 'unreachable', message);
}
