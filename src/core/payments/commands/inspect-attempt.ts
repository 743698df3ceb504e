import { ProviderError } from '../../../integrations/payments/port.ts';
import { readOpenMovement } from '../queries/movements.ts';
import { type KnownPayment, readKnownPayment } from '../queries/other-hand.ts';
import type { AttemptKey } from '../queries.ts';
import { type Booked, bookOtherHand } from './book-other-hand.ts';
import type { MoneyDeps } from './finish-movement.ts';
import { moveMoney } from './move-money.ts';
import { readRefusal } from './read-refusal.ts';

/**
 * Reads the payment at the provider and books what another hand may have done to it. First ends an open movement of ours,
 * because that may be the same one. Idempotent, and fast if there is nothing to book.
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
  // A payment that is not placed is settled or undone, and both read the provider. The movement of a charge reads it, too.
  if (known.state !== 'placed') return known.offSession && known.state === 'open' ? 'under way' : 'nothing';
  const theirs = await deps.payments(known.provider, key.storeId).inspect(known.providerRef);
  const booked = await bookOtherHand(deps, key, { theirs, refused: null });
  const isOver = theirs.status === 'captured' || theirs.status === 'cancelled';
  if (booked === 'under way') return isOver ? endByWhatIs(deps, known) : booked;
  const waits = !known.movements.some(({ kind }) => kind !== 'refund');
  // It was cancelled before our capture. Our own capture will be refused, and that books what is owed.
  return booked === 'nothing' && waits && theirs.status === 'cancelled' ? 'under way' : booked;
}

/** Ends our open capture or undo of a payment that is over at the provider: it is done by now, or can only be refused. */
async function endByWhatIs(deps: MoneyDeps, { storeId, attemptId, provider, preorder }: KnownPayment): Promise<Booked> {
  const open = preorder && (await readOpenMovement(deps.db, { storeId, preorderId: preorder.id }, new Set()));
  if (!open || open.attemptId !== attemptId || (open.kind !== 'capture' && open.kind !== 'undo')) return 'under way';
  return (await readRefusal(deps, deps.payments(provider, storeId), open)) === 'ended' ? 'booked' : 'under way';
}
