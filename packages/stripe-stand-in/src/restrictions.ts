import type { Sql } from './database.ts';
import { impossible, StripeRefusal } from './stripe-error.ts';

/** Why an account may not charge (never activated, lost a capability, closed) or refund (its balance is too low). */
export const RESTRICTIONS = [
  'testmode_charges_only',
  'capability_not_active',
  'account_invalid',
  'balance_insufficient',
] as const;

const MESSAGES: Record<string, string> = {
  testmode_charges_only: 'Your account cannot currently make live charges.',
  capability_not_active: 'Your account does not have the card_payments capability.',
  balance_insufficient: 'Insufficient funds in your Stripe balance to refund this amount.',
  account_invalid: 'The provided key does not have access to this account (or it does not exist any more).',
};

const CHARGING = /^\/v1\/(payment|setup)_intents(\/[^/]+\/(confirm|capture))?$/;

const REFUNDING = /^\/v1\/refunds$/;

/** Refuses all calls of a closed account; of a restricted one, those that charge or save a card, or those that refund. */
export async function refuseRestricted(
  sql: Sql,
  accountId: string,
  { method, path }: { method: string; path: string },
): Promise<void> {
  const [account] = await sql.query<{ code: string | null }>(
    'SELECT refuses AS code FROM fake_stripe.account WHERE id = $1',
    [accountId],
  );
  const code = account?.code ?? null;
  if (code === null) return;
  const message = MESSAGES[code] ?? code;
  if (code === 'account_invalid') {
    throw new StripeRefusal(403, { type: 'invalid_request_error', code, message }, false);
  }
  const refused = code === 'balance_insufficient' ? REFUNDING : CHARGING;
  if (method === 'POST' && refused.test(path)) throw impossible(code, message);
}
