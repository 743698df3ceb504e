import type { Minor } from '../../domain/money.ts';
import { chargedLater, owedNow } from '../../domain/refund.ts';
import { canSwap } from '../../domain/swap.ts';
import type { Sql } from '../../platform/db.ts';
import type { LinkFacts } from '../links/queries.ts';
import { findSwapGroup } from '../preorders/queries/swaps.ts';
import type { PreorderLine } from '../preorders/queries.ts';
import { readOpenDue } from './queries/dues.ts';
import { readMethod } from './queries/money.ts';

type RequestedAmount = {
  /** What the shopper pays now; for a card: what is charged to it at once. */
  amount: Minor;
  lines: { line: PreorderLine; amount: Minor }[];
  /** When the place in the queue is given away; null if no payment is waited for. */
  deadline: Date | null;
};

/** What a link asks the shopper for: a payment or another card. */
export type RequestedPayment =
  | (RequestedAmount & { purpose: 'balance' })
  | (RequestedAmount & { purpose: 'swap'; swapId: string; variant: string })
  | (RequestedAmount & { purpose: 'card'; card: { brand: string; last4: string } | null });

/** Reads what the link asks for; null if it asks for nothing, or for nothing any more. */
export async function readRequestedPayment(
  sql: Sql,
  { link, preorder }: LinkFacts<'pay' | 'card'>,
): Promise<RequestedPayment | null> {
  const key = { storeId: link.storeId, preorderId: preorder.id };
  const lines = preorder.lines.map((line) => ({ line, amount: owedNow(line) })).filter(({ amount }) => amount > 0);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  if (link.detail) return paymentOfSwap(sql, preorder.lines, { ...key, ...link.detail });
  const deadline = (await readOpenDue(sql, key))?.deadline ?? null;
  if (link.purpose === 'pay') return amount > 0 ? { purpose: 'balance', amount, lines, deadline } : null;
  if (link.used || !preorder.lines.some((line) => chargedLater(line) > 0)) return null;
  return { purpose: 'card', amount, lines, deadline, card: await readMethod(sql, key) };
}

/** Returns true if the card of this payment is kept: it replaces another card, or more will be due later. */
export function keepsCard({ purpose, lines }: RequestedPayment, preorder: { lines: readonly PreorderLine[] }): boolean {
  if (purpose !== 'balance') return purpose === 'card';
  const asked = new Map(lines.map(({ line, amount }) => [line.id, amount]));
  return preorder.lines.some(
    ({ id, state, total, givenBack, paid, refunded }) =>
      state !== 'cancelled' && total - givenBack > paid - refunded + (asked.get(id) ?? 0),
  );
}

async function paymentOfSwap(
  sql: Sql,
  lines: readonly PreorderLine[],
  { storeId, preorderId, swapId }: { storeId: string; preorderId: string; swapId: string },
): Promise<RequestedPayment | null> {
  const group = await findSwapGroup(sql, storeId, swapId);
  if (group?.preorderId !== preorderId || !group.waiting || group.paid || group.expired) return null;
  const asked = group.swaps.flatMap(({ lineId, dueNow: amount }) => {
    const line = lines.find(({ id }) => id === lineId);
    return line && canSwap(line.state) ? [{ line, amount }] : [];
  });
  // All of them or none: one that was cancelled or released meanwhile is not swapped any more.
  const count = group.swaps.length;
  if (asked.length < count) return null;
  const [{ toTitle }] = group.swaps;
  const variant = count > 1 ? `${count} × ${toTitle}` : toTitle;
  return { purpose: 'swap', swapId, variant, amount: group.dueNow, lines: asked, deadline: null };
}
