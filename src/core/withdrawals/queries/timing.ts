import type { LineState } from '../../../domain/preorder.ts';
import {
  type DatedLine,
  linesInTime,
  type WithdrawableOrder,
  type WithdrawalRuleOfStore,
  type WithdrawalTiming,
  withdrawalTiming,
} from '../../../domain/withdrawal-period.ts';
import { DELIVERED_AT } from '../../preorders/queries.ts';
import { NAMES } from './named.ts';

type Times = 'fulfilledAt' | 'deliveredAt' | 'returnedAt' | 'cancelledAt';
type LineRow = Pick<DatedLine, 'state'> & { id: string; refused: boolean } & Record<Times, string | null>; // JSON has no dates

/** What tells whether a withdrawal was in time, as the database gives it; null where no pre-order was found. */
export type TimingRow = (Omit<WithdrawableOrder, 'lines'> & { rule: WithdrawalRuleOfStore; lines: LineRow[] }) | null;

/** SQL: the line item `l` of the pre-order `o` is one that the withdrawal `w` names; all are where it names none. */
export const MEANT = `l.store_id = o.store_id AND l.preorder_id = o.id AND ${NAMES}`;

/** SQL: the merchant closed a return of the line item `l` without its money. */
const REFUSED = `EXISTS (SELECT 1 FROM goods_return_line g
  JOIN goods_return h ON h.store_id = g.store_id AND h.id = g.return_id
  WHERE g.store_id = l.store_id AND g.line_id = l.id AND h.outcome = 'closed')`;

/** SQL: the `TimingRow` of the withdrawal `w` from the pre-order `o` with its contact `c`. */
export const TIMING_ROW = `CASE WHEN o.id IS NOT NULL THEN json_build_object(
  'country', c.address->>'country', 'exclusion', o.withdrawal_exclusion,
  'rule', (SELECT json_build_object('timeZone', s.time_zone, 'withdrawalDays', s.withdrawal_days,
                    'withdrawalFor', s.withdrawal_for, 'withdrawalCountsFrom', s.withdrawal_counts_from)
           FROM store s WHERE s.id = w.store_id),
  'lines', (SELECT coalesce(json_agg(json_build_object('id', l.id, 'state', l.state, 'fulfilledAt', l.fulfilled_at,
                    'deliveredAt', ${DELIVERED_AT}, 'returnedAt', l.returned_at, 'cancelledAt', l.cancelled_at, 'refused', ${REFUSED})), '[]')
            FROM preorder_line l WHERE ${MEANT})) END`;

/** SQL: no law excludes the goods of the pre-order `o` before they are opened. */
export const MAY_BE_WITHDRAWN =
  "(o.withdrawal_exclusion IS NULL OR o.withdrawal_exclusion IN ('hygiene', 'mixed', 'media'))";

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Returns whether a withdrawal that was declared at that moment was in time; null where no pre-order was found. */
export function timingOf(row: TimingRow, declaredAt: Date): WithdrawalTiming | null {
  return row && withdrawalTiming(...orderOf(row), declaredAt);
}

/**
 * Returns the ids of the line items that it names and whose period was not over. Where the merchant closed a return before, only they
 * can accept another one.
 */
export function inTime(row: TimingRow, declaredAt: Date): Set<string> {
  const refused = new Set(row?.lines.filter((line) => line.refused).map(({ id }) => id));
  const timely = row ? linesInTime(...orderOf(row), declaredAt) : [];
  return new Set(timely.map(({ id }) => id).filter((id) => !refused.has(id)));
}

function orderOf({ rule, lines, ...order }: NonNullable<TimingRow>) {
  const dated = lines.map(({ id, state, ...at }) => ({
    id,
    state,
    fulfilledAt: toDate(at.fulfilledAt),
    deliveredAt: toDate(at.deliveredAt),
    returnedAt: toDate(at.returnedAt),
    cancelledAt: toDate(at.cancelledAt),
  }));
  return [{ ...order, lines: dated }, rule] as const;
}

/** Tells that all that it names was sent, returned or cancelled, and something was sent. */
export function sentAlone(row: TimingRow): boolean {
  const states = row?.lines.map(({ state }) => state) ?? [];
  return states.includes('fulfilled') && states.every((state) => GONE.includes(state));
}

const GONE: readonly LineState[] = ['fulfilled', 'returned', 'cancelled'];
