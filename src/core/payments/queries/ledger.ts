import { WAITS } from '../../preorders/queries/waiting.ts';

// What the ledger says of a line item `l`, and what it should say: `netOf` and `shouldHavePaid` of `domain/payment.ts` for
// statements. A test compares both (test/flows/preorders/line-definitions.test.ts).
//
// The ledger is double entry. Money that was taken is above 0 in the account `provider` and below 0 in `shopper`; money that
// went back has the opposite signs.

const PAID_BY_SHOPPER = "e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper'";

/** SQL: what was taken for the line item, less what went back. */
export const NET = `coalesce((SELECT -sum(e.amount) FROM ledger_entry e WHERE ${PAID_BY_SHOPPER}), 0)::bigint`;

/**
 * SQL: the same for each attempt that paid, as JSON for `MoneyLine`. It names the entries first and then the movement of each, because
 * the planner begins with all movements of the store while it does not know how many there are.
 */
export const NET_BY_ATTEMPT = `
  coalesce((SELECT json_agg(n) FROM (
    SELECT e."attemptId", -sum(e.amount) AS net FROM (
      SELECT e.amount, e.account,
             (SELECT m.attempt_id FROM movement m WHERE m.store_id = e.store_id AND m.id = e.movement_id) AS "attemptId"
      FROM ledger_entry e WHERE e.store_id = l.store_id AND e.line_id = l.id OFFSET 0) e
    WHERE e.account = 'shopper' GROUP BY e."attemptId") n), '[]')`;

/** SQL for LATERAL: what was taken (`paid`) and what went back (`refunded`). */
export const PAID_AND_REFUNDED = `
  (SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint AS paid,
          coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)::bigint AS refunded
   FROM ledger_entry e WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'provider')`;

/** SQL: what is left to pay of the whole price; below 0 when money has to go back. */
export const REST = `(l.total - l.given_back - ${NET})`;

/** SQL: what is asked for the line item, by its state and plan. Less may have been paid when a payment failed. */
export const ASKED = `
  (CASE WHEN l.state = 'cancelled' THEN l.kept
        ELSE greatest(0, CASE WHEN ${WAITS} THEN l.due_now ELSE l.total END - l.given_back) END)`;

/** SQL: what the line item should have paid. `net`: SQL of what it has paid. */
export const shouldHavePaid = (net: string): string =>
  `(CASE WHEN l.state = 'payment_due' THEN least(${net}, ${ASKED}) ELSE ${ASKED} END)`;
