import { AppError } from '../../../domain/error.ts';
import { type PaymentProvider, ProviderBusy, ProviderError } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import { type Attempt, readAttempt } from '../queries.ts';
import { extendHold } from './extend-hold.ts';

/**
 * Creates the provider's object of the attempt, if it has none, and stores its id. Returns that id; null if a concurrent
 * request has paid already. Throws `ended` if the attempt is over by then. A caller confirms only an object that this
 * function returned.
 */
export async function ensureObject(
  { db }: Pick<Deps, 'db'>,
  provider: PaymentProvider,
  { attempt, ended }: { attempt: Attempt; ended: AppError },
): Promise<string | null> {
  if (attempt.providerRef !== null) return attempt.providerRef;
  const { storeId, id: attemptId, intent, amount, currency } = attempt;
  const made = await provider.create({ storeId, attemptId, intent, amount, currency }).catch(async (error: unknown) => {
    if (error instanceof ProviderBusy) throw tooManyPay(error);
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'refused') await extendHold(db, attempt);
    throw new AppError('unavailable', 'The payment service cannot be reached. Nothing was charged; please try again.', {
      detail: error.message,
    });
  });
  const stored = await db.query(
    `UPDATE attempt SET provider_ref = $3, state = 'open', updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = 'created' RETURNING 1`,
    [storeId, attemptId, made.ref],
  );
  if (stored.length > 0) return made.ref;
  const now = await readAttempt(db, { storeId, attemptId });
  if (now?.state === 'open' && now.providerRef === made.ref) return made.ref;
  if (now?.state === 'placed') return null;
  throw ended;
}

/**
 * Returns the error for a shopper whose payment was not sent to the provider, because too many other payments are
 * waiting.
 */
export function tooManyPay({ retryAfterSeconds }: ProviderBusy): AppError {
  return new AppError('busy', 'Too many shoppers are paying at this moment. Nothing is lost; please try again.', {
    data: { retry_after: retryAfterSeconds },
  });
}
