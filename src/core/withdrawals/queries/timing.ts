import {
  type DatedLine,
  type WithdrawableOrder,
  type WithdrawalRuleOfStore,
  type WithdrawalTiming,
  withdrawalTiming,
} from '../../../domain/withdrawal-period.ts';
import { DELIVERED_AT } from '../../preorders/queries.ts';

type Times = 'fulfilledAt' | 'deliveredAt' | 'returnedAt' | 'cancelledAt';
type LineRow = Pick<DatedLine, 'state'> & Record<Times, string | null>; // JSON has no dates

/** What tells whether a withdrawal was in time, as the database gives it; null where no pre-order was found. */
export type TimingRow = (Omit<WithdrawableOrder, 'lines'> & { rule: WithdrawalRuleOfStore; lines: LineRow[] }) | null;

/** SQL: the line item `l` of the pre-order `o` is one that the withdrawal `w` names; all are where it names none. */
const MEANT = `l.store_id = o.store_id AND l.preorder_id = o.id
  AND (NOT EXISTS (SELECT 1 FROM withdrawal_line x WHERE x.store_id = w.store_id AND x.withdrawal_id = w.id)
       OR EXISTS (SELECT 1 FROM withdrawal_line x
                  WHERE x.store_id = w.store_id AND x.withdrawal_id = w.id AND x.line_id = l.id))`;

/** SQL: the `TimingRow` of the withdrawal `w` from the pre-order `o` with its contact `c`. */
export const TIMING_ROW = `CASE WHEN o.id IS NOT NULL THEN json_build_object(
  'country', c.address->>'country', 'exclusion', o.withdrawal_exclusion,
  'rule', (SELECT json_build_object('timeZone', s.time_zone, 'withdrawalDays', s.withdrawal_days,
                    'withdrawalFor', s.withdrawal_for, 'withdrawalCountsFrom', s.withdrawal_counts_from)
           FROM store s WHERE s.id = w.store_id),
  'lines', (SELECT json_agg(json_build_object('state', l.state, 'fulfilledAt', l.fulfilled_at,
                    'deliveredAt', ${DELIVERED_AT}, 'returnedAt', l.returned_at, 'cancelledAt', l.cancelled_at))
            FROM preorder_line l WHERE ${MEANT})) END`;

/**
 * SQL: the withdrawal from the pre-order `o` can be in time, and no law excludes the goods before they are opened. Where something was
 * sent and nothing else waits, a person acts: the period may be over, and the service takes nothing back by itself.
 */
export const MAY_BE_IN_TIME = `(
  (o.withdrawal_exclusion IS NULL OR o.withdrawal_exclusion IN ('hygiene', 'mixed', 'media'))
  AND (NOT EXISTS (SELECT 1 FROM preorder_line l WHERE ${MEANT} AND l.state = 'fulfilled')
       OR EXISTS (SELECT 1 FROM preorder_line l WHERE ${MEANT} AND l.state IN ('placed', 'payment_due', 'released'))))`;

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Returns whether a withdrawal that was declared at that moment was in time; null where no pre-order was found. */
export function timingOf(row: TimingRow, declaredAt: Date): WithdrawalTiming | null {
  if (row === null) return null;
  const lines = row.lines.map((line) => ({
    state: line.state,
    fulfilledAt: toDate(line.fulfilledAt),
    deliveredAt: toDate(line.deliveredAt),
    returnedAt: toDate(line.returnedAt),
    cancelledAt: toDate(line.cancelledAt),
  }));
  return withdrawalTiming({ country: row.country, exclusion: row.exclusion, lines }, row.rule, declaredAt);
}
