import type { Sql } from '../../../platform/db.ts';
import { readHistory } from './history.ts';
import type { HistoryEvent } from './history-event.ts';

type Asked = { id: string; reference: string };

/** Reads what happened to the pre-order, and who of the merchant did what to it; oldest first. */
export async function readTimeline(sql: Sql, storeId: string, { id, reference }: Asked): Promise<HistoryEvent[]> {
  const history = await readHistory(sql, storeId, id);
  const acts = await sql.query<HistoryEvent>(ACTS, [storeId, reference]);
  return [...history, ...acts].sort((one, other) => one.at.getTime() - other.at.getTime());
}

// Notes, messages and a changed address have events that name who wrote them. Exports and other reads change nothing.
const ACTS = `
  SELECT at, 'act' AS kind, action AS what, '' AS state, NULL::bigint AS amount, '{}'::integer[] AS lines, NULL::text AS reason,
         NULL::timestamptz AS "endedAt", json_build_object('by_kind', by_kind, 'by_name', by_name) AS detail
  FROM activity
  WHERE store_id = $1 AND subject = $2 AND action IN (
    'preorder.cancel', 'preorder.refund', 'preorder.release', 'preorder.return', 'preorder.go_on', 'promise.answer',
    'preorder.address', 'preorder.resend_confirmation', 'preorder.send', 'preorder.track', 'preorder.deliver')
  ORDER BY id`;
