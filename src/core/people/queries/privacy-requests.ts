import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';

/** What a platform asked on behalf of a person. The e-mail is null once it is done, or where the platform knew none. */
export type PrivacyRequest = {
  id: string;
  platform: string;
  what: 'export' | 'erase' | 'erase_store';
  email: string | null;
  askedAt: Date;
  dueAt: Date;
  outcome: string | null;
  doneAt: Date | null;
};

const COLUMNS = `r.id, r.platform, r.what, r.email, r.asked_at AS "askedAt", r.due_at AS "dueAt", r.outcome, r.done_at AS "doneAt"`;

/** Lists what was asked, the newest first. `after` is the id of the last one of the page before. */
export async function listPrivacyRequests(
  sql: Sql,
  storeId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<PrivacyRequest[]> {
  if (after !== undefined && !isUuid(after)) {
    throw new AppError('invalid_parameter', 'after is no cursor of this list.', { param: 'after' });
  }
  return sql.query<PrivacyRequest>(
    `SELECT ${COLUMNS} FROM privacy_request r
     WHERE r.store_id = $1 AND ($2::uuid IS NULL OR (r.asked_at, r.id) <
       (SELECT asked_at, id FROM privacy_request WHERE store_id = $1 AND id = $2::uuid))
     ORDER BY r.asked_at DESC, r.id DESC LIMIT $3`,
    [storeId, after ?? null, limit],
  );
}

export async function findPrivacyRequest(sql: Sql, storeId: string, id: string): Promise<PrivacyRequest | null> {
  const [found] = await sql.query<PrivacyRequest>(
    `SELECT ${COLUMNS} FROM privacy_request r WHERE r.store_id = $1 AND r.id = $2`,
    [storeId, id],
  );
  return found ?? null;
}

/** Returns the e-mail addresses of the pre-orders whose orders have these ids on the platform. */
export async function emailsOfOrders(sql: Sql, storeId: string, refs: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ email: string }>(
    `SELECT DISTINCT k.email FROM connection_order o
     JOIN store_order s ON s.store_id = o.store_id AND s.id = o.order_id
     JOIN preorder_contact k ON k.store_id = s.store_id AND k.preorder_id = s.preorder_id
     WHERE o.store_id = $1 AND o.ref = ANY($2::text[])`,
    [storeId, refs],
  );
  return rows.map(({ email }) => email);
}
