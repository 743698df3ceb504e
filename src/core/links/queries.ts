import type { Sql } from '../../platform/db.ts';
import type { Preorder } from '../preorders/queries.ts';
import type { Store } from '../stores/queries.ts';

/**
 * What a link lets a person do, and what each is about beside its pre-order. Each purpose has its own page. Details hold no
 * personal data, because they stay after an erasure.
 */
export type LinkDetails = {
  cancel: { lineIds: string[] };
  /** `once`: a person asked for this link, and it works once. Null in all other mails, whose link works until it expires. */
  manage: { once: true } | null;
  /** The swap that is paid; null for what is due. */
  pay: { swapId: string } | null;
  card: null;
  answer: { noticeId: string };
  /** Says that the declaration was not the customer's own. */
  withdrawal: { withdrawalId: string };
};

export type LinkPurpose = keyof LinkDetails;

/** Purposes whose links may have no `detail`. */
export type PlainPurpose = { [P in LinkPurpose]: null extends LinkDetails[P] ? P : never }[LinkPurpose];

type LinkRow<P extends LinkPurpose> = {
  storeId: string;
  id: string;
  preorderId: string;
  purpose: P;
  detail: LinkDetails[P];
  /** How long the link is valid after it was made, or after its mail was handed over. */
  minutes: number;
  expired: boolean;
  used: boolean;
};

export type Link = { [P in LinkPurpose]: LinkRow<P> }[LinkPurpose];
export type LinkOf<P extends LinkPurpose> = Extract<Link, { purpose: P }>;

/** A link that was opened, with its pre-order and store. */
export type LinkFacts<P extends LinkPurpose> = { link: LinkOf<P>; preorder: Preorder; store: Store };

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

/** Returns the id of the newest link to answer the question of a notice that still works; null if there is none. */
export async function findAnswerLink(
  sql: Sql,
  { storeId, preorderId, noticeId }: { storeId: string; preorderId: string; noticeId: string },
): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `SELECT id FROM link WHERE store_id = $1 AND preorder_id = $2 AND purpose = 'answer' AND detail->>'noticeId' = $3
       AND expires_at > (SELECT app_now()) ORDER BY created_at DESC LIMIT 1`,
    [storeId, preorderId, noticeId],
  );
  return row?.id ?? null;
}

/** Returns true for a link of this purpose, whose `detail` is then known. */
export function isFor<P extends LinkPurpose>(link: Link, purpose: P): link is LinkOf<P> {
  return link.purpose === purpose;
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
