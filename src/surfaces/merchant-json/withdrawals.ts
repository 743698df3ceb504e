import type { GoodsReturn } from '../../core/withdrawals/queries/returns.ts';
import type { Withdrawal } from '../../core/withdrawals/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import { trackingLink } from '../../domain/tracking.ts';
import type { AdminReturn } from '../../protocol/schema/admin-api/returns.ts';
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
    returns: withdrawal.returns.map((one) => returnJson(one, said)),
  };
}

function returnJson(goods: GoodsReturn, said: (text: string) => string | null): AdminReturn {
  const { id, state, address, currency, lines, tracking } = goods;
  const sum = lines.reduce((total, { givenBack }) => total + givenBack, 0);
  return {
    id,
    state,
    opened_at: goods.openedAt.toISOString(),
    send_by: goods.sendBy,
    address,
    carrier: said(tracking.carrier),
    tracking: said(tracking.number),
    link: said(trackingLink(tracking)),
    refund_at: goods.refundAt?.toISOString() ?? null,
    ended_at: goods.endedAt?.toISOString() ?? null,
    given_back: toDecimal(sum, currency),
    reason: said(goods.reason),
    currency,
    lines: lines.map(({ number, givenBack }) => ({ line: number, given_back: toDecimal(givenBack, currency) })),
  };
}
