import { bookDispute } from '../../src/core/accounts/commands/dispute.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import type { DisputeState } from '../../src/domain/dispute.ts';
import { buyFrom } from './buy.ts';
import { DEPOSIT, type Sold } from './charges.ts';
import { type Core, createOffer, type Offer } from './core.ts';
import { runJobs } from './release.ts';

type Paid = { storeId: string; preorderId: string };

export type Dispute = {
  ref: string;
  /** Sets the state that the provider reports from now on. */
  is(state: DisputeState): Promise<void>;
};

/** Has the shopper's bank dispute the payment of the pre-order, or `amount` of it. */
export async function dispute(
  core: Pick<Core, 'db' | 'outbox'>,
  { storeId, preorderId }: Paid,
  { state = 'needs_response', amount }: { state?: DisputeState; amount?: number } = {},
): Promise<Dispute> {
  const [paid] = await core.db.query<{ provider: string; ref: string; amount: number; currency: string; now: Date }>(
    `SELECT a.provider, a.provider_ref AS ref, a.amount, a.currency, app_now() AS now FROM preorder o
     JOIN attempt a ON a.store_id = o.store_id AND a.id = o.attempt_id WHERE o.store_id = $1 AND o.id = $2`,
    [storeId, preorderId],
  );
  if (!paid) throw new Error('no such pre-order');
  const told = {
    ref: `dp_${preorderId}_${paid.now.getTime()}`,
    paymentRef: paid.ref,
    reason: 'fraudulent',
    amount: amount ?? paid.amount,
    currency: paid.currency,
    openedAt: paid.now,
    evidenceDueAt: null,
  };
  const is = (now: DisputeState) =>
    bookDispute(core, { storeId, provider: paid.provider, dispute: { ...told, state: now } });
  await is(state);
  return { ref: told.ref, is };
}

/** Sells an offer with deposits to three shoppers, in this order. */
export async function queueOfThree(core: Core): Promise<{ offer: Offer; references: string[]; first: Sold }> {
  const offer = await createOffer(core, { allocation: 10, plan: DEPOSIT });
  const references: string[] = [];
  for (let count = 0; count < 3; count += 1) references.push(await buyFrom(core, offer));
  await runJobs(core, offer.storeId);
  const [reference = ''] = references;
  const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
  return { offer, references, first: { offer, storeId: offer.storeId, preorderId, reference } };
}
