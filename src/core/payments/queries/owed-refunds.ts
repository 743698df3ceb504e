import type { Minor } from '../../../domain/money.ts';
import { PAID_ELSEWHERE } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { afterPlace, type Place } from '../../walk.ts';
import { ASKED, NET } from './ledger.ts';
import type { PreorderKey } from './money.ts';

/** How many a list shows. */
export const OWED_REFUNDS_MAX = 500;

/** A refund of one payment that the provider refuses. */
export type OwedRefund = {
  reference: string;
  attemptId: string;
  /** What is owed back for the whole pre-order. */
  amount: Minor;
  currency: string;
  since: Date;
  /** How many tries were refused. */
  tries: number;
  /** Why the last try was refused, in the provider's words. */
  reason: string;
  /** When the next try is due. */
  nextAt: Date;
  /** It was paid before the pre-order was moved here, so only the merchant can give it back, where it was paid. */
  isPaidElsewhere: boolean;
};

/** SQL: what line item `l` has paid beyond what is asked for it; below 0 when it has paid less. */
const TOO_MUCH = `(${NET} - ${ASKED})`;

const OWED = `
  SELECT p.reference, r.attempt_id AS "attemptId", p.currency, r.since, r.tries, r.reason, r.next_at AS "nextAt",
         a.provider = '${PAID_ELSEWHERE}' AS "isPaidElsewhere",
         (SELECT coalesce(sum(greatest(0, ${TOO_MUCH})), 0)::bigint FROM preorder_line l
          WHERE l.store_id = r.store_id AND l.preorder_id = r.preorder_id) AS amount
  FROM refund_owed r JOIN preorder p ON p.store_id = r.store_id AND p.id = r.preorder_id
  JOIN attempt a ON a.store_id = r.store_id AND a.id = r.attempt_id`;

export async function listOwedRefunds(sql: Sql, storeId: string, limit: number): Promise<OwedRefund[]> {
  return sql.query<OwedRefund>(`${OWED} WHERE r.store_id = $1 ORDER BY r.since, r.attempt_id LIMIT $2`, [
    storeId,
    limit,
  ]);
}

export async function readOwedRefundsOf(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<OwedRefund[]> {
  return sql.query<OwedRefund>(`${OWED} WHERE r.store_id = $1 AND r.preorder_id = $2 ORDER BY r.since, r.attempt_id`, [
    storeId,
    preorderId,
  ]);
}

/** Returns true if a refund of the pre-order was refused, so that the shopper's money comes later than usual. */
export async function isRefundDelayed(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM refund_owed WHERE store_id = $1 AND preorder_id = $2 LIMIT 1', [
    storeId,
    preorderId,
  ]);
  return rows.length > 0;
}

type Looked = PreorderKey & { id: string; isOwed: boolean };

/**
 * Looks at the next `page` line items. Resolves with the pre-orders that are owed money without an open movement or a
 * refused refund, and where to continue.
 */
export async function findUnnoticed(
  sql: Sql,
  after: Place,
  page: number,
): Promise<{ preorders: PreorderKey[]; next: Place }> {
  const looked = await sql.query<Looked>(
    `SELECT l.store_id AS "storeId", l.id, l.preorder_id AS "preorderId",
            ${TOO_MUCH} > 0
            AND NOT EXISTS (SELECT 1 FROM movement_line m WHERE m.store_id = l.store_id AND m.line_id = l.id AND m.open)
            AND NOT EXISTS (SELECT 1 FROM refund_owed r WHERE r.store_id = l.store_id AND r.preorder_id = l.preorder_id)
            AS "isOwed"
     FROM (SELECT * FROM preorder_line WHERE (store_id, id) > ($1, $2) ORDER BY store_id, id LIMIT $3) l
     ORDER BY l.store_id, l.id`,
    [...afterPlace(after), page],
  );
  const last = looked.length === page ? looked.at(-1) : undefined;
  return {
    preorders: looked.filter(({ isOwed }) => isOwed).map(({ storeId, preorderId }) => ({ storeId, preorderId })),
    next: last ? { storeId: last.storeId, id: last.id } : null,
  };
}
