import { ProviderError } from '../../../integrations/payments/port.ts';
import { readOpenMovement } from '../queries/movements.ts';
import { type KnownPayment, readKnownPayment } from '../queries/other-hand.ts';
import type { AttemptKey } from '../queries.ts';
import { type Booked, bookOtherHand } from './book-other-hand.ts';
import type { MoneyDeps } from './finish-movement.ts';
import { moveMoney } from './move-money.ts';
import { readRefusal } from './read-refusal.ts';

/**
 * Another hand may have moved money of this payment: the provider is asked, and what our books do not know is booked. What
 * is under way of ours is ended first, since it may be the same. Idempotent, and quick where there is nothing.
 */
export async function inspectAttempt(deps: MoneyDeps, key: AttemptKey): Promise<void> {
  const known = await readKnownPayment(deps.db, key);
  if (!known?.preorder || (await inspect(deps, key)) !== 'under way') return;
  await moveMoney(deps, known.storeId, known.preorder.id);
  if ((await inspect(deps, key)) !== 'under way') return;
  throw new ProviderError('unreachable', 'a movement of the same payment has no verdict yet');
}

async function inspect(deps: MoneyDeps, key: AttemptKey): Promise<Booked> {
  const known = await readKnownPayment(deps.db, key);
  if (!known || known.providerRef === null) return 'nothing';
  // What is not placed is settled, or undone: both read it. A charge is read by its movement.
  if (known.state !== 'placed') return known.offSession && known.state === 'open' ? 'under way' : 'nothing';
  const theirs = await deps.payments(known.provider, key.storeId).inspect(known.providerRef);
  const booked = await bookOtherHand(deps, key, { theirs, refused: null });
  const isOver = theirs.status === 'captured' || theirs.status === 'cancelled';
  if (booked === 'under way') return isOver ? endByWhatIs(deps, known) : booked;
  const waits = !known.movements.some(({ kind }) => kind !== 'refund');
  // Cancelled before we took it: our own capture is refused, and says what is owed.
  return booked === 'nothing' && waits && theirs.status === 'cancelled' ? 'under way' : booked;
}

/** Our own capture or undo of it can only be refused, or is done by now. */
async function endByWhatIs(deps: MoneyDeps, { storeId, attemptId, provider, preorder }: KnownPayment): Promise<Booked> {
  const open = preorder && (await readOpenMovement(deps.db, { storeId, preorderId: preorder.id }, new Set()));
  if (!open || open.attemptId !== attemptId || (open.kind !== 'capture' && open.kind !== 'undo')) return 'under way';
  return (await readRefusal(deps, deps.payments(provider, storeId), open)) === 'ended' ? 'booked' : 'under way';
}
