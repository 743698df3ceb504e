import type { WithdrawalState } from '../../../domain/withdrawal.ts';
import type { Sql } from '../../../platform/db.ts';
import type { MailState } from '../../mails/queries.ts';
import { newestOf } from './customers.ts';

/** What is kept of a customer beside the pre-orders, each the newest first. */
export type CustomerRecords = {
  messages: {
    id: string;
    reference: string;
    from: 'shopper' | 'store';
    words: string | null;
    byName: string | null;
    createdAt: Date;
  }[];
  mails: { id: string; reference: string; kind: string; state: MailState; createdAt: Date; sentAt: Date | null }[];
  notes: { id: string; reference: string; words: string; byName: string; createdAt: Date }[];
  withdrawals: { id: string; state: WithdrawalState; declaredAt: Date }[];
};

/** A page shows so many of each; all of a pre-order stand on its own page. */
export const SHOWN_MAX = 50;

/** Reads what was asked, mailed, noted and withdrawn, from the newest pre-orders of a customer. */
export async function readCustomerRecords(sql: Sql, storeId: string, key: string): Promise<CustomerRecords> {
  const of = [storeId, key];
  const [messages, mails, notes, withdrawals] = await Promise.all([
    sql.query<CustomerRecords['messages'][number]>(MESSAGES, of),
    sql.query<CustomerRecords['mails'][number]>(MAILS, of),
    sql.query<CustomerRecords['notes'][number]>(NOTES, of),
    sql.query<CustomerRecords['withdrawals'][number]>(WITHDRAWALS, of),
  ]);
  return { messages, mails, notes, withdrawals };
}

const NEWEST = `ORDER BY "createdAt" DESC, id LIMIT ${SHOWN_MAX}`;

const MESSAGES = `
  SELECT m.* FROM ${newestOf('$2')} o CROSS JOIN LATERAL (
    SELECT id, o.reference, 'shopper' AS "from", words, NULL AS "byName", created_at AS "createdAt" FROM shopper_message
    WHERE store_id = $1 AND preorder_id = o.id
    UNION ALL
    SELECT id, o.reference, 'store', words, by_name, created_at FROM store_message
    WHERE store_id = $1 AND preorder_id = o.id) m ${NEWEST}`;

const MAILS = `
  SELECT m.id, o.reference, m.kind, m.created_at AS "createdAt", m.sent_at AS "sentAt",
         CASE WHEN m.sent_at IS NOT NULL THEN 'sent' ELSE coalesce(m.dropped_why, 'waiting') END AS state
  FROM ${newestOf('$2')} o JOIN mail m ON m.store_id = $1 AND m.preorder_id = o.id ${NEWEST}`;

const NOTES = `
  SELECT n.id, o.reference, n.words, n.by_name AS "byName", n.created_at AS "createdAt"
  FROM ${newestOf('$2')} o JOIN preorder_note n ON n.store_id = $1 AND n.preorder_id = o.id ${NEWEST}`;

const WITHDRAWALS = `
  SELECT w.id, w.state, w.declared_at AS "declaredAt" FROM withdrawal w
  WHERE w.store_id = $1 AND w.customer_key = $2 ORDER BY w.declared_at DESC, w.id LIMIT ${SHOWN_MAX}`;
