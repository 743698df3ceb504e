import type Stripe from 'stripe';
import type { ListedDispute } from '../port.ts';
import { fromStripeAmount } from './amounts.ts';
import type { StripeCalls } from './client.ts';
import { checkAnswer } from './payment.ts';

export async function readDispute(calls: StripeCalls, ref: string): Promise<ListedDispute> {
  const dispute = checkAnswer(await calls((s) => s.disputes.retrieve(ref)), 'dispute', ref);
  const currency = dispute.currency.toUpperCase();
  const intent = dispute.payment_intent;
  const dueBy = dispute.evidence_details.due_by;
  return {
    ref: dispute.id,
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount: fromStripeAmount(dispute.amount, currency),
    currency,
    reason: dispute.reason,
    state: stateOf(dispute.status),
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
    openedAt: new Date(dispute.created * 1000),
  };
}

function stateOf(status: Stripe.Dispute.Status): ListedDispute['state'] {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'warning';
  if (status === 'warning_closed' || status === 'prevented') return 'closed';
  return /needs_response$/.test(status) ? 'needs_response' : 'under_review';
}
