import type { Withdrawal } from '../../core/withdrawals/queries.ts';
import type { AdminWithdrawal } from '../../protocol/schema/admin-api/withdrawals.ts';

/** Returns a withdrawal as JSON. Who declared it, and in which words, is null unless the reader sees people. */
export function withdrawalJson(withdrawal: Withdrawal, { seesPeople }: { seesPeople: boolean }): AdminWithdrawal {
  const { id, state, answer, preorder, locale } = withdrawal;
  const said = (text: string) => (seesPeople ? text : null);
  return {
    id,
    state,
    declared_at: withdrawal.declaredAt.toISOString(),
    undoable_until: withdrawal.undoableUntil?.toISOString() ?? null,
    refund_due_at: withdrawal.refundDueAt.toISOString(),
    proven: withdrawal.proven,
    acts_itself: withdrawal.actsItself,
    acted_at: withdrawal.actedAt?.toISOString() ?? null,
    ended_at: withdrawal.endedAt?.toISOString() ?? null,
    answer: said(answer),
    preorder,
    timing: withdrawal.timing,
    name: said(withdrawal.name),
    email: said(withdrawal.email),
    reference: said(withdrawal.reference),
    postal_code: said(withdrawal.postalCode),
    items: said(withdrawal.items),
    locale,
    receipts: withdrawal.receipts.map(({ recipient, sentAt, failure }) => ({
      recipient,
      sent_at: sentAt?.toISOString() ?? null,
      failure,
    })),
  };
}
