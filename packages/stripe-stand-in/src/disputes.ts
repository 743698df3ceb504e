import { change, type Desk, keep, newId, take } from './books.ts';
import { note } from './events.ts';
import { type JsonObject, textOf } from './json.ts';
import { impossible } from './stripe-error.ts';

const ANSWER_WITHIN_SECONDS = 9 * 24 * 60 * 60;

/** Opens a dispute: the shopper's bank takes the money back until it is decided. */
export async function createDispute(desk: Desk, chargeId: string, reason: string): Promise<JsonObject> {
  const charge = await take(desk, 'charge', chargeId);
  if (charge.data.disputed === true) throw impossible('charge_disputed', 'This charge is disputed already.');
  await change(desk, { ...charge, data: { ...charge.data, disputed: true } });
  const { amount_captured: amount = 0, currency = '', payment_intent = null } = charge.data;
  const data = {
    amount,
    currency,
    payment_intent,
    charge: chargeId,
    reason,
    status: 'needs_response',
    metadata: {},
    evidence_details: { due_by: desk.now + ANSWER_WITHIN_SECONDS, has_evidence: false, past_due: false },
    is_charge_refundable: false,
  };
  const dispute = await keep(desk, 'dispute', { id: newId('du'), data, hidden: {} });
  await note(desk, 'charge.dispute.created', dispute);
  return dispute;
}

export async function closeDispute(desk: Desk, id: string, status: 'won' | 'lost'): Promise<JsonObject> {
  const dispute = await take(desk, 'dispute', id);
  if (['won', 'lost'].includes(textOf(dispute.data.status))) {
    throw impossible('dispute_unexpected_state', 'This dispute is over.');
  }
  const data = await change(desk, { ...dispute, data: { ...dispute.data, status } });
  await note(desk, 'charge.dispute.closed', data);
  return data;
}
