import type { Sql } from '../../platform/db.ts';
import type { Preorder } from '../preorders/queries.ts';
import type { Store } from '../stores/queries.ts';

/** What a link lets a person do. Each purpose has its own page. */
export type LinkPurpose = 'cancel' | 'manage' | 'pay' | 'card' | 'answer';

export type Link = {
  storeId: string;
  id: string;
  preorderId: string;
  purpose: LinkPurpose;
  /** What else the link is about beside the pre-order. Ids only. */
  detail: Record<string, unknown> | null;
  /** How long the link is valid after it was made, or after its mail was handed over. */
  minutes: number;
  expired: boolean;
  used: boolean;
};

/** A link that was opened, with its pre-order and store. */
export type LinkFacts = { link: Link; preorder: Preorder; store: Store };

/** Returns a link of any store by its id, because the address of a link does not name the store. */
export async function findLink(sql: Sql, id: string): Promise<Link | null> {
  const [row] = await sql.query<Link>(
    `SELECT store_id AS "storeId", id, preorder_id AS "preorderId", purpose, detail,
            round(extract(epoch FROM expires_at - coalesce(begins_at, created_at)) / 60)::int AS minutes,
            expires_at <= (SELECT app_now()) AS expired, used_at IS NOT NULL AS used
     FROM link WHERE id = $1`,
    [id],
  );
  return row ?? null;
}

/**
 * Counts the links of all stores that are still valid, and returns when the last one expires. With `before`, only the links
 * made before that time.
 */
export async function countLiveLinks(sql: Sql, before?: Date): Promise<{ count: number; until: Date | null }> {
  const [row] = await sql.query<{ count: number; until: Date | null }>(
    `SELECT count(*)::int AS count, max(expires_at) AS until FROM link
     WHERE expires_at > (SELECT app_now()) AND created_at < coalesce($1::timestamptz, 'infinity')`,
    [before ?? null],
  );
  return row ?? { count: 0, until: null };
}

/** Returns the ids of the line items that a link names, or an empty list. */
export function lineIdsOf({ detail }: Pick<Link, 'detail'>): string[] {
  const ids: unknown = detail?.lineIds;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
