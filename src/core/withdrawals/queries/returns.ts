import type { ReturnState } from '../../../domain/goods-return.ts';
import type { Minor } from '../../../domain/money.ts';
import type { Tracking } from '../../../domain/tracking.ts';
import { REFUND_DAYS } from '../../../domain/withdrawal.ts';
import { IS_CLEAR } from './named.ts';
import { MEANT } from './timing.ts';

/** What comes back after a withdrawal. Days are `YYYY-MM-DD`. */
export type GoodsReturn = {
  id: string;
  state: ReturnState;
  openedAt: Date;
  /** The last day to send it, on the store's clock. */
  sendBy: string;
  address: string;
  tracking: Tracking;
  /** When the money goes back by itself; null while no proof of sending is there, and once it has ended. */
  refundAt: Date | null;
  endedAt: Date | null;
  /** Why less than everything went back; empty otherwise. */
  reason: string;
  currency: string;
  lines: { id: string; number: number; givenBack: Minor }[];
};

type Times = 'openedAt' | 'refundAt' | 'endedAt';
export type ReturnRow = Omit<GoodsReturn, Times> & {
  openedAt: string;
  refundAt: string | null;
  endedAt: string | null;
};

/** SQL: when the return `r` of the withdrawal `w` gives the money back by itself. */
export const REFUND_AT = `greatest(w.declared_at + interval '${REFUND_DAYS} days', r.proof_at)`;

const STATE = `CASE WHEN r.outcome = 'proof' THEN 'refunded' WHEN r.ended_at IS NOT NULL THEN r.outcome
  WHEN r.proof_at IS NOT NULL THEN 'sent' ELSE 'open' END`;

/** SQL: the returns of the withdrawal `w` from the pre-order `o`, the oldest first, as JSON of `ReturnRow`. */
export const RETURNS = `
  (SELECT coalesce(json_agg(json_build_object(
     'id', r.id, 'state', ${STATE}, 'openedAt', r.opened_at, 'sendBy', r.send_by, 'address', r.address,
     'tracking', json_build_object('carrier', r.carrier, 'number', r.tracking_number, 'link', r.tracking_link),
     'refundAt', CASE WHEN r.proof_at IS NOT NULL AND r.ended_at IS NULL THEN ${REFUND_AT} END,
     'endedAt', r.ended_at, 'reason', r.reason, 'currency', o.currency,
     'lines', (SELECT json_agg(json_build_object('id', l.id, 'number', l.position + 1, 'givenBack', x.given_back) ORDER BY l.position)
               FROM goods_return_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
               WHERE x.store_id = r.store_id AND x.return_id = r.id)) ORDER BY r.opened_at, r.id), '[]')
   FROM goods_return r WHERE r.store_id = w.store_id AND r.withdrawal_id = w.id)`;

export const returnOf = ({ openedAt, refundAt, endedAt, ...row }: ReturnRow): GoodsReturn => ({
  ...row,
  openedAt: new Date(openedAt),
  refundAt: refundAt === null ? null : new Date(refundAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
});

/** SQL: the line item `l` is in a return that goes on, or whose money went back. */
export const IN_RETURN = `EXISTS (SELECT 1 FROM goods_return_line g
  JOIN goods_return h ON h.store_id = g.store_id AND h.id = g.return_id
  WHERE g.store_id = l.store_id AND g.line_id = l.id AND h.outcome IS DISTINCT FROM 'closed')`;

/** SQL: the line item `l` was sent, or came back only after the withdrawal `w` was declared: its money is due by a return. */
export const WAS_SENT = "(l.state = 'fulfilled' OR (l.state = 'returned' AND l.returned_at > w.declared_at))";

/**
 * SQL: nothing more follows for the line item `l` after the withdrawal `w`: it is cancelled, it had come back before, or a return of it
 * ended with its money.
 */
const IS_OVER = `(l.state = 'cancelled' OR (l.state = 'returned' AND (${WAS_SENT}) IS NOT TRUE) OR EXISTS (SELECT 1 FROM goods_return_line g
  JOIN goods_return h ON h.store_id = g.store_id AND h.id = g.return_id
  WHERE g.store_id = l.store_id AND g.line_id = l.id AND h.outcome IN ('received', 'proof')))`;

/** SQL: every line item that the withdrawal `w` from the pre-order `o` names has its end, and no return of it goes on. */
export const ALL_OVER = `NOT EXISTS (SELECT 1 FROM preorder_line l WHERE ${MEANT} AND NOT ${IS_OVER})
  AND NOT EXISTS (SELECT 1 FROM goods_return r WHERE r.store_id = w.store_id AND r.withdrawal_id = w.id AND r.ended_at IS NULL)`;

/**
 * SQL: the service has acted on the withdrawal `w`, and knows which line items it names. Words that only a person can read say nothing
 * about that.
 */
export const ACTED_ITSELF = `w.state = 'declared' AND w.acted_at IS NOT NULL AND NOT w.matched_by_hand
  AND ${IS_CLEAR}`;
