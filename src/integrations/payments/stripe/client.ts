import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type AccountTrouble, ProviderError } from '../port.ts';
import { createPace } from './pace.ts';

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

/** Makes one call. Fails with `ProviderError`, or resolves with what `known` makes of Stripe's error. */
export type StripeCalls = <T, Known = never>(
  work: (client: Stripe) => Promise<T>,
  known?: (error: Stripe.errors.StripeError) => Known | null,
) => Promise<T | Known>;

export type StripeCallsOptions = {
  /** Told when Stripe refuses our key, or what it may not do: nothing helps until the merchant changes something. */
  onTrouble?: ((trouble: AccountTrouble) => Promise<void>) | undefined;
  times?: StripeTimes | undefined;
};

export function stripeCalls(keys: StripeKeys, { onTrouble, times = TIMES }: StripeCallsOptions = {}): StripeCalls {
  const client = new Stripe(keys.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: times.timeoutMs,
    maxNetworkRetries: times.retries,
    telemetry: false,
    ...(keys.address === null ? {} : hostOf(keys.address)),
  });
  const pace = createPace(keys.address === null ? CALLS_A_SECOND[modeOfKey(keys.secretKey)] : null);
  return async (work, known) => {
    try {
      await pace();
      return await work(client);
    } catch (error) {
      const answer = error instanceof Stripe.errors.StripeError ? (known?.(error) ?? null) : null;
      if (answer !== null) return answer;
      const trouble = troubleOf(error);
      if (trouble !== null) await onTrouble?.(trouble);
      throw providerError(error);
    }
  };
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

/**
 * Refused: Stripe looked at what was asked and said no, so nothing changed. Everything else leaves open what happened: no
 * answer, an answer that is none, trouble at Stripe, too many calls, a key of ours that it does not take.
 */
function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  const message = error instanceof Error ? error.message : String(error);
  const refused = error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
  return new ProviderError(refused ? 'refused' : 'unreachable', message);
}
