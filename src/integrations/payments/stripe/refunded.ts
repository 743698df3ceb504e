import type Stripe from 'stripe';
import type { StripeCalls } from './client.ts';

/**
 * Returns how much of the captured amount was refunded, in Stripe's units. Stripe may also list the released rest of a partial
 * capture as a refund. That entry has no movement and no balance transaction, and its amount is exactly the rest.
 */
export async function readRefunded(calls: StripeCalls, intent: Stripe.PaymentIntent): Promise<number> {
  const charge = intent.latest_charge;
  if (charge === null || typeof charge === 'string' || charge.amount_refunded === 0) return 0;
  const refunds = await listRefunds(calls, intent.id);
  return refunds.filter((refund) => movesMoney(refund, charge)).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns true if a refund gives captured money back. */
export function movesMoney(refund: Stripe.Refund, charge: Pick<Stripe.Charge, 'amount' | 'amount_captured'>): boolean {
  if (refund.status === 'failed' || refund.status === 'canceled') return false;
  const rest = charge.amount - charge.amount_captured;
  const isRest =
    rest > 0 &&
    refund.amount === rest &&
    refund.balance_transaction === null &&
    refund.metadata?.movement === undefined;
  return !isRest;
}

export async function findRefund(calls: StripeCalls, ref: string, movementId: string): Promise<Stripe.Refund | null> {
  const refunds = await listRefunds(calls, ref);
  const done = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled';
  return refunds.find((refund) => refund.metadata?.movement === movementId && done(refund)) ?? null;
}

function listRefunds(calls: StripeCalls, ref: string): Promise<Stripe.Refund[]> {
  return calls((s) => s.refunds.list({ payment_intent: ref, limit: 100 }).autoPagingToArray({ limit: 10_000 }));
}
