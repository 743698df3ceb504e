import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { payPreorder } from '../../src/core/payments/commands/pay-preorder.ts';
import type { Settled } from '../../src/core/payments/commands/settle.ts';
import { readOpenDue } from '../../src/core/payments/queries/dues.ts';
import { type Preorder, readPreorder } from '../../src/core/preorders/queries.ts';
import type { TestCardBehaviour } from '../../src/protocol/wire/test-cards.ts';
import { TEST_CARDS } from '../../src/protocol/wire/test-cards.ts';
import { buyFrom } from './buy.ts';
import { tokenOf } from './checkout-client.ts';
import { type Core, createOffer, type Offer, type OfferOptions } from './core.ts';
import { releaseAll } from './release.ts';

/** A deposit of 20 %; the balance is charged at the release. */
export const DEPOSIT = { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 } } as const;

export type Sold = { offer: Offer; storeId: string; preorderId: string; reference: string };

export type SaleOptions = Partial<OfferOptions> & { card?: TestCardBehaviour; quantity?: number };

/** Places a pre-order with a deposit of 20 % and this card. The deposit is captured. */
export async function sell(
  core: Core,
  { card = 'succeeds', quantity = 1, ...offered }: SaleOptions = {},
): Promise<Sold> {
  const offer = await createOffer(core, { allocation: 10, plan: DEPOSIT, ...offered });
  const number = TEST_CARDS.find(({ behaviour }) => behaviour === card)?.number ?? '';
  const reference = await buyFrom(core, offer, { card: number, quantity });
  const { id } = await readPreorder(core.db, offer.storeId, reference);
  return { offer, storeId: offer.storeId, preorderId: id, reference };
}

/** Places a pre-order like `sell` and releases it, which charges the balance. */
export async function sellAndRelease(core: Core, options: SaleOptions = {}): Promise<Sold> {
  const sold = await sell(core, options);
  await releaseAll(core, sold.offer, options.quantity ?? 1);
  return sold;
}

export function preorderOf(core: Pick<Core, 'db'>, { storeId, reference }: Sold): Promise<Preorder> {
  return readPreorder(core.db, storeId, reference);
}

export type LineMoney = { state: string; paid: number; refunded: number };

export async function moneyOf(core: Pick<Core, 'db'>, sold: Sold): Promise<LineMoney[]> {
  const { lines } = await preorderOf(core, sold);
  return lines.map(({ state, paid, refunded }) => ({ state, paid, refunded }));
}

/** Pays the amount due by a link, or replaces the card. */
export async function payByLink(
  core: Core,
  sold: Sold,
  { card = 'succeeds', purpose = 'balance' }: { card?: TestCardBehaviour; purpose?: 'balance' | 'card' } = {},
): Promise<Settled> {
  const amount = purpose === 'card' ? 0 : await owedOf(core, sold);
  const { storeId, preorderId } = sold;
  const settled = await payPreorder(core, { storeId, preorderId, purpose, amount, token: tokenOf(card) });
  if (settled.kind === 'completed') await moveMoney(core, storeId, preorderId);
  return settled;
}

/** Computes the amount that the page of the link shows as due. */
export async function owedOf(core: Pick<Core, 'db'>, sold: Sold): Promise<number> {
  const { lines } = await preorderOf(core, sold);
  const waiting = lines.filter(({ state }) => state === 'payment_due');
  return waiting.reduce((sum, { total, dueNow, dueFrom, givenBack, paid, refunded }) => {
    return sum + (dueFrom === 'released' ? total : dueNow) - givenBack - (paid - refunded);
  }, 0);
}

export const dueOf = (core: Pick<Core, 'db'>, { storeId, preorderId }: Sold) =>
  readOpenDue(core.db, { storeId, preorderId });

/** Lists the details of the pre-order's outbox rows of a topic. */
export async function outboxOf(core: Pick<Core, 'db'>, { preorderId }: Sold, topic: string): Promise<unknown[]> {
  const rows = await core.db.query<{ detail: unknown }>(
    'SELECT detail FROM outbox WHERE subject_id = $1 AND topic = $2 ORDER BY id',
    [preorderId, topic],
  );
  return rows.map(({ detail }) => detail);
}

/** Lists the outcomes of the pre-order's ended payment dues. */
export async function duesOf({ db }: Pick<Core, 'db'>, { preorderId }: Sold): Promise<unknown[]> {
  return db.query(
    'SELECT outcome, retry_at AS "retryAt" FROM payment_due WHERE preorder_id = $1 AND ended_at IS NOT NULL ORDER BY since',
    [preorderId],
  );
}

/** Postpones the refunds of the pre-order by a day, like a refusal by the provider. */
export async function postponeRefunds({ db }: Pick<Core, 'db'>, preorderId: string): Promise<void> {
  await db.query(
    `INSERT INTO refund_owed (store_id, attempt_id, preorder_id, reason, next_at)
     SELECT store_id, attempt_id, id, 'the account is overdrawn', app_now() + interval '1 day' FROM preorder WHERE id = $1`,
    [preorderId],
  );
}
