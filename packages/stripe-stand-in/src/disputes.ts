import { type Context, change, keep, newId, take } from './books.ts';
import { note } from './events.ts';
import { type JsonObject, textOf } from './json.ts';
import { impossible } from './stripe-error.ts';

const ANSWER_WITHIN_SECONDS = 9 * 24 * 60 * 60;

/** Opens a dispute: the shopper's bank takes the money back until it is decided. */
export async function createDispute(context: Context, chargeId: string, reason: string): Promise<JsonObject> {
  const charge = await take(context, 'charge', chargeId);
  if (charge.data.disputed === true) throw impossible('charge_disputed', 'This charge is disputed already.');
  await change(context, { ...charge, data: { ...charge.data, disputed: true } });
  const { amount_captured: amount = 0, currency = '', payment_intent = null } = charge.data;
  const data = {
    amount,
    currency,
    payment_intent,
    charge: chargeId,
    reason,
    status: 'needs_response',
    metadata: {},
    evidence_details: { due_by: context.now + ANSWER_WITHIN_SECONDS, has_evidence: false, past_due: false },
    is_charge_refundable: false,
  };
  const dispute = await keep(context, 'dispute', { id: newId('du'), data, hidden: {} });
  await note(context, 'charge.dispute.created', dispute);
  return dispute;
}

export async function closeDispute(context: Context, id: string, status: 'won' | 'lost'): Promise<JsonObject> {
  const dispute = await take(context, 'dispute', id);
  if (['won', 'lost'].includes(textOf(dispute.data.status))) {
    throw impossible('dispute_unexpected_state', 'This dispute is over.');
  }
  const data = await change(context, { ...dispute, data: { ...dispute.data, status } });
  await note(context, 'charge.dispute.closed', data);
  return data;
}
