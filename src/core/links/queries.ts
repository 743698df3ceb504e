import type { Sql } from '../../platform/db.ts';
import type { Preorder } from '../preorders/queries.ts';
import type { Store } from '../stores/queries.ts';

/** What a link lets its reader do; each is a page of its own. */
export type LinkPurpose = 'cancel' | 'manage' | 'pay' | 'card' | 'answer';

export type Link = {
  storeId: string;
  id: string;
  preorderId: string;
  purpose: LinkPurpose;
  /** What it is about beside the pre-order: ids. */
  detail: Record<string, unknown> | null;
  /** How long it counts from when it was made, or its mail was handed over. */
  minutes: number;
  expired: boolean;
  used: boolean;
};

/** A link that was opened, and what it is about. */
export type LinkFacts = { link: Link; preorder: Preorder; store: Store };

/** The link of that id, of whichever store: a link names none. */
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

/** How many links of all stores still count, of those made before a moment where there is one, and until when the last does. */
export async function countLiveLinks(sql: Sql, before?: Date): Promise<{ count: number; until: Date | null }> {
  const [row] = await sql.query<{ count: number; until: Date | null }>(
    `SELECT count(*)::int AS count, max(expires_at) AS until FROM link
     WHERE expires_at > (SELECT app_now()) AND created_at < coalesce($1::timestamptz, 'infinity')`,
    [before ?? null],
  );
  return row ?? { count: 0, until: null };
}

/** The line items that a link names, if it names any. */
export function lineIdsOf({ detail }: Pick<Link, 'detail'>): string[] {
  const ids: unknown = detail?.lineIds;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
