import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type AccountKeys, type AccountTrouble, ProviderError } from '../port.ts';
import { blameOf } from './blame.ts';
import type { Pace } from './pace.ts';

/** The version whose answers this adapter reads. The client of another one is another decision, so it is said here too. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

export type StripeKeys = {
  secretKey: string;
  /** Where Stripe answers, when it is the stand-in; null: at Stripe. */
  address: string | null;
};

export type StripeTimes = { timeoutMs: number; retries: number };

// Stripe answers a confirm within seconds. Two more tries with the same key, then whoever asked is told, and asks later.
const TIMES: StripeTimes = { timeoutMs: 10_000, retries: 2 };

// Stripe's limits are 100 calls a second in live mode and 25 in test mode; some are left for what else the merchant runs.
const CALLS_A_SECOND = { live: 90, test: 20 };

/** How many calls a second an account is made; null: as many as come, since it is at the stand-in. */
export function callsPerSecondOf({
  publishableKey,
  address,
  callsPerSecond,
}: Pick<AccountKeys, 'publishableKey' | 'address' | 'callsPerSecond'>): number | null {
  return callsPerSecond ?? (address === null ? CALLS_A_SECOND[modeOfKey(publishableKey)] : null);
}

/** Makes one call. Fails with `ProviderError`, or resolves with what `known` makes of Stripe's error. */
export type StripeCalls = <T, Known = never>(
  work: (client: Stripe) => Promise<T>,
  known?: (error: Stripe.errors.StripeError) => Known | null,
) => Promise<T | Known>;

export type StripeCallsOptions = {
  /** Told when Stripe refuses our key, or what it may not do: nothing helps until the merchant changes something. */
  onTrouble?: ((trouble: AccountTrouble) => Promise<void>) | undefined;
  times?: StripeTimes | undefined;
  /** Left out: as many calls as come. */
  pace?: Pace | undefined;
};

/** Calls that wait for their turn, and the same for whom somebody sits before a screen. */
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

/**
 * Stripe gives a failure of its own again under the same key, for a day. What does no harm when it is done twice is then asked
 * for under another one.
 */
export async function pastKeptFailure<T>(key: string, work: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await work(key);
  } catch (error) {
    const isKept = error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true';
    if (!isKept) throw error;
    return work(`${key}:${randomUUID()}`);
  }
}

// A day of probes, each under the next key: their pauses grow to an hour.
const KEYS_MAX = 50;

/**
 * It gives a refusal again as well, when the account may charge by then. So what was refused because of the account is asked
 * for under the next key. The keys follow from the first, and each runs once: whoever asks at the same time walks the same ones,
 * and what is done once is never done twice.
 */
export async function pastKeptRefusal<T>(key: string, work: (idempotencyKey: string) => Promise<T>): Promise<T> {
  for (let next = 1; ; next += 1) {
    try {
      return await work(next === 1 ? key : `${key}:${next}`);
    } catch (error) {
      const isKept = error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
      if (!isKept || blameOf(error) !== 'account' || next >= KEYS_MAX) throw error;
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

/** What no repetition can help. */
function troubleOf(error: unknown): AccountTrouble | null {
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError) return { kind: 'key_refused', reason: error.message };
  return error instanceof StripePermissionError ? { kind: 'not_permitted', reason: error.message } : null;
}

/** Everything that is no refusal leaves open what happened: no answer, one that is none, trouble at Stripe, too many calls. */
function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ProviderError(blameOf(error) ?? 'unreachable', message);
}
