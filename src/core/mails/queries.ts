import { AppError } from '../../domain/error.ts';
import type { Minor } from '../../domain/money.ts';
import { parseReference } from '../../domain/reference.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';
import { customerKeyOf } from '../checkouts/customer-key.ts';
import type { LinkPurpose } from '../links/queries.ts';
import { cursorAfter } from '../list-cursor.ts';
import type { MailDetails, MailKind } from './kinds.ts';

/**
 * waiting: its job sends it, now or at the next try · sent: a mail server took it · over, suppressed, refused: it is never
 * sent.
 */
export const MAIL_STATES = ['waiting', 'sent', 'over', 'suppressed', 'refused'] as const;
export type MailState = (typeof MAIL_STATES)[number];

type MailRow<K extends MailKind> = {
  id: string;
  storeId: string;
  preorderId: string;
  reference: string;
  kind: K;
  /** What it is about beside its pre-order. */
  detail: MailDetails[K];
  /** The ids of its links by purpose; null before the first one is made. */
  links: Partial<Record<LinkPurpose, string>> | null;
  /** The original, when this mail is a copy that a person sent again. */
  copyOf: string | null;
  /** Without angle brackets. */
  messageId: string;
  state: MailState;
  /** Why the last try failed, as codes. */
  failure: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

export type MailOf<K extends MailKind> = { [One in K]: MailRow<One> }[K];
export type Mail = MailOf<MailKind>;

/** SQL: a mail `m` of the pre-order `o`. */
export const MAIL = `
  m.id, m.store_id AS "storeId", m.preorder_id AS "preorderId", o.reference, m.kind,
  nullif(m.detail - 'links' - 'copyOf', '{}') AS detail, m.detail->'links' AS links, m.detail->>'copyOf' AS "copyOf",
  m.message_id AS "messageId", m.failure, m.created_at AS "createdAt", m.sent_at AS "sentAt",
  CASE WHEN m.sent_at IS NOT NULL THEN 'sent' ELSE coalesce(m.dropped_why, 'waiting') END AS state`;
const JOINED = 'mail m JOIN preorder o ON o.store_id = m.store_id AND o.id = m.preorder_id';

/** Reads a mail by its id or its Message-ID. `mail_not_found`, also for a mail of another store. */
export async function readMail(sql: Sql, storeId: string, id: string): Promise<Mail> {
  const [mail] = await sql.query<Mail>(
    `SELECT ${MAIL} FROM ${JOINED} WHERE m.store_id = $1 AND ${isUuid(id) ? 'm.id' : 'm.message_id'} = $2`,
    [storeId, id.replace(/^<(.*)>$/, '$1')],
  );
  if (!mail) throw new AppError('mail_not_found', 'There is no such mail in this store.');
  return mail;
}

/** Reads the first mail that confirmed a pre-order. `mail_not_found` before it exists. */
export async function readConfirmation(
  sql: Sql,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<Mail> {
  const [mail] = await sql.query<Mail>(
    `SELECT ${MAIL} FROM ${JOINED} WHERE m.store_id = $1 AND m.preorder_id = $2 AND m.kind = 'placed'
     ORDER BY m.created_at, m.id LIMIT 1`,
    [storeId, preorderId],
  );
  if (!mail) throw new AppError('mail_not_found', 'This pre-order has no confirmation yet.');
  return mail;
}

/** `after` is a cursor: the id of the last mail of the previous page. */
export type MailFilter = {
  reference?: string | undefined;
  state?: MailState | undefined;
  kind?: MailKind | undefined;
  after?: string | undefined;
  limit: number;
};

/** Lists the store's mails, newest first. Throws `invalid_parameter` if the store has no mail `after`. */
export async function listMails(
  sql: Sql,
  storeId: string,
  { reference, state, kind, after, limit }: MailFilter,
): Promise<Mail[]> {
  const among = state === undefined || state === 'sent' ? '' : 'AND m.sent_at IS NULL'; // unsent mails are few and have an index
  return sql.query<Mail>(
    `SELECT * FROM (SELECT ${MAIL} FROM ${JOINED}
                    WHERE m.store_id = $1 AND ($2::text IS NULL OR o.reference = $2) ${among}
                      AND ($7::text IS NULL OR m.kind = $7)
                      AND ($5::timestamptz IS NULL OR (m.created_at <= $5 AND (m.created_at < $5 OR m.id > $6)))) mail
     WHERE $3::text IS NULL OR state = $3 ORDER BY "createdAt" DESC, id LIMIT $4`,
    [
      storeId,
      reference === undefined ? null : (parseReference(reference) ?? ''),
      state ?? null,
      limit,
      ...(await readMailCursor(sql, storeId, after)),
      kind ?? null,
    ],
  );
}

const readMailCursor = (sql: Sql, storeId: string, after: string | undefined) =>
  cursorAfter(after, (id) =>
    sql.query<{ at: string }>('SELECT created_at::text AS at FROM mail WHERE store_id = $1 AND id = $2', [storeId, id]),
  );

/** Lists the newest mails of all stores, for a developer who runs the service on their own machine. */
export async function listNewestMails(sql: Sql, limit: number): Promise<(Mail & { store: string })[]> {
  return sql.query(
    `SELECT mail.*, s.name AS store FROM store s CROSS JOIN LATERAL (
       SELECT ${MAIL} FROM ${JOINED} WHERE m.store_id = s.id ORDER BY m.created_at DESC, m.id LIMIT $1) mail
     ORDER BY mail."createdAt" DESC, mail.id LIMIT $1`,
    [limit],
  );
}

export type Surroundings = {
  /** The card that is kept for the pre-order. */
  card: { brand: string; last4: string } | null;
  /** The Message-ID of the mail that began the conversation about the pre-order. Mail programs show later mails below it. */
  firstMessageId: string | null;
  /** The addresses of the pictures of its variants, those of its first line items first. */
  pictures: { variantExternalId: string; url: string }[];
};

/** Reads what mails need beside their pre-orders, by the ids of these. */
export async function readSurroundings(
  sql: Sql,
  storeId: string,
  preorderIds: readonly string[],
): Promise<Map<string, Surroundings>> {
  const rows = await sql.query<Surroundings & { id: string }>(
    `SELECT o.id,
            (SELECT json_build_object('brand', brand, 'last4', last4) FROM payment_method
             WHERE store_id = $1 AND preorder_id = o.id AND replaced_at IS NULL) AS card,
            (SELECT message_id FROM mail
             WHERE store_id = $1 AND preorder_id = o.id AND kind = 'placed' AND sent_at IS NOT NULL
             ORDER BY created_at LIMIT 1) AS "firstMessageId",
            coalesce((SELECT json_agg(json_build_object('variantExternalId', v.external_id,
                                                        'url', coalesce(v.image_url, p.image_url)) ORDER BY l.position)
                      FROM (SELECT variant_id, min(position) AS position FROM preorder_line
                            WHERE store_id = $1 AND preorder_id = o.id GROUP BY variant_id) l
                      JOIN variant v ON v.store_id = $1 AND v.id = l.variant_id
                      JOIN product p ON p.store_id = $1 AND p.id = v.product_id
                      WHERE coalesce(v.image_url, p.image_url) IS NOT NULL), '[]') AS pictures
     FROM unnest($2::uuid[]) AS o (id)`,
    [storeId, preorderIds],
  );
  return new Map(rows.map(({ id, ...around }) => [id, around]));
}

export type SuppressionReason = 'refused' | 'bounced' | 'complained';

export type Suppression = {
  customerKey: string;
  reason: SuppressionReason;
  /** The codes of the mail server's answer, without its text; empty when a person suppressed the address. */
  codes: string;
  createdAt: Date;
  /** The pre-orders whose mails are not sent because of it. */
  references: string[];
};

const SUPPRESSION = `
  SELECT s.customer_key AS "customerKey", s.reason, s.codes, s.created_at AS "createdAt",
         ARRAY(SELECT o.reference FROM preorder o WHERE o.store_id = s.store_id AND o.customer_key = s.customer_key
               ORDER BY o.placed_at) AS "references"
  FROM mail_suppression s WHERE s.store_id = $1`;

/** Lists suppressions, newest first. The addresses are not stored; the pre-orders show whose they are. */
export async function listSuppressions(sql: Sql, storeId: string): Promise<Suppression[]> {
  return sql.query<Suppression>(`${SUPPRESSION} ORDER BY s.created_at DESC, s.customer_key`, [storeId]);
}

/** Returns the suppression of an address, or null when mails may go there. */
export async function findSuppression(sql: Sql, storeId: string, email: string): Promise<Suppression | null> {
  const rows = await sql.query<Suppression>(`${SUPPRESSION} AND s.customer_key = $2`, [
    storeId,
    customerKeyOf(storeId, email),
  ]);
  return rows[0] ?? null;
}

/** Returns those of these addresses to which no mails may go. */
export async function findSuppressed(sql: Sql, storeId: string, emails: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ key: string }>(
    'SELECT customer_key AS key FROM mail_suppression WHERE store_id = $1 AND customer_key = ANY($2)',
    [storeId, emails.map((email) => customerKeyOf(storeId, email))],
  );
  const found = new Set(rows.map(({ key }) => key));
  return new Set(emails.filter((email) => found.has(customerKeyOf(storeId, email))));
}

export type MovementTold = { amount: Minor; lineIds: Set<string>; card: { brand: string; last4: string } | null };

/**
 * Returns the amount of each of these movements, its line items, and the kept card that it charged. A payment in the checkout
 * names no card: the shopper may have used any card.
 */
export async function findMovements(
  sql: Sql,
  storeId: string,
  ids: readonly string[],
): Promise<Map<string, MovementTold>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<Omit<MovementTold, 'lineIds'> & { id: string; lineIds: string[] }>(
    `SELECT m.id, m.amount,
            CASE WHEN c.id IS NOT NULL THEN json_build_object('brand', c.brand, 'last4', c.last4) END AS card,
            ARRAY(SELECT l.line_id::text FROM movement_line l
                            WHERE l.store_id = m.store_id AND l.movement_id = m.id AND l.amount > 0) AS "lineIds"
     FROM movement m JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
     LEFT JOIN payment_method c ON c.store_id = a.store_id AND c.id = a.payment_method_id
     WHERE m.store_id = $1 AND m.id = ANY($2::uuid[])`,
    [storeId, ids],
  );
  return new Map(rows.map(({ id, lineIds, ...told }) => [id, { ...told, lineIds: new Set(lineIds) }]));
}

/**
 * SQL: the movement with which a goodwill began to go back, or null if there is none yet. It is the first refund of the line
 * item after the goodwill, or a chargeback if a bank took the money back first.
 */
const begunBy = (goodwill: string) => `
  (SELECT r.id FROM preorder_line of JOIN movement r ON r.store_id = of.store_id AND r.preorder_id = of.preorder_id
   JOIN movement_line x ON x.store_id = r.store_id AND x.movement_id = r.id AND x.line_id = of.id
   WHERE of.store_id = ${goodwill}.store_id AND of.id = ${goodwill}.line_id AND r.kind IN ('refund', 'chargeback')
     AND r.state <> 'failed' AND r.created_at >= ${goodwill}.at
   ORDER BY r.created_at, r.id LIMIT 1)`;

/** SQL: true when a goodwill began to go back with the movement `m`. */
export const BEGINS_GOODWILL = `EXISTS (
  SELECT 1 FROM movement_line ml JOIN goodwill g ON g.store_id = ml.store_id AND g.line_id = ml.line_id
  WHERE ml.store_id = m.store_id AND ml.movement_id = m.id AND ${begunBy('g')} = m.id)`;

/**
 * SQL: the goodwill that keys the mail about the movement `m`. Several goodwills may begin to go back with one refund; the
 * last of them is the key.
 */
export const GOODWILL_OF_MOVEMENT = `
  (SELECT o.id FROM goodwill o JOIN preorder_line ol ON ol.store_id = o.store_id AND ol.id = o.line_id
   WHERE o.store_id = m.store_id AND ol.preorder_id = m.preorder_id AND ${begunBy('o')} = (
     SELECT ${begunBy('g')} FROM movement_line ml JOIN goodwill g ON g.store_id = ml.store_id AND g.line_id = ml.line_id
     WHERE ml.store_id = m.store_id AND ml.movement_id = m.id AND g.at <= m.created_at
     ORDER BY g.at DESC, g.id LIMIT 1)
   ORDER BY o.at DESC, o.id LIMIT 1)`;

export type GoodwillTold = {
  /** For each line item: the sum of its goodwill, and how much has gone back since. */
  lines: { id: string; given: Minor; gone: Minor }[];
  /** The merchant's reasons, without duplicates; empty after an erasure. */
  reasons: string[];
};

/** Returns a goodwill, together with the other goodwills that began to go back in the same payment. */
export async function findGoodwill(sql: Sql, storeId: string, id: string): Promise<GoodwillTold | null> {
  const rows = await sql.query<GoodwillTold['lines'][number] & { reasons: string[] }>(
    `SELECT g.line_id AS id, sum(g.amount)::bigint AS given, array_agg(g.reason ORDER BY g.at) AS reasons,
            (SELECT coalesce(sum(ml.amount), 0) FROM movement m
             JOIN movement_line ml ON ml.store_id = m.store_id AND ml.movement_id = m.id AND ml.line_id = g.line_id
             WHERE m.store_id = $1 AND m.preorder_id = own.preorder_id AND m.kind = 'refund' AND m.state = 'done'
               AND m.created_at >= min(g.at))::bigint AS gone
     FROM goodwill known
     JOIN preorder_line own ON own.store_id = known.store_id AND own.id = known.line_id
     JOIN preorder_line l ON l.store_id = own.store_id AND l.preorder_id = own.preorder_id
     JOIN goodwill g ON g.store_id = l.store_id AND g.line_id = l.id
     WHERE known.store_id = $1 AND known.id = $2 AND ${begunBy('g')} = ${begunBy('known')}
     GROUP BY g.line_id, own.preorder_id ORDER BY min(g.at)`,
    [storeId, id],
  );
  if (rows.length === 0) return null;
  const reasons = new Set(rows.flatMap((row) => row.reasons).filter((reason) => reason !== ''));
  return { lines: rows.map((row) => ({ id: row.id, given: row.given, gone: row.gone })), reasons: [...reasons] };
}

/** Returns what a shopper wrote to the store. Null after the mail with it was sent. */
export async function findWords(sql: Sql, storeId: string, messageId: string): Promise<string | null> {
  const [row] = await sql.query<{ words: string | null }>(
    'SELECT words FROM shopper_message WHERE store_id = $1 AND id = $2',
    [storeId, messageId],
  );
  return row?.words ?? null;
}

/** Returns the address that a customer had before a change. Null after the mail to it was sent, and after an erasure. */
export async function findOldAddress(sql: Sql, storeId: string, changeId: string): Promise<string | null> {
  const [row] = await sql.query<{ email: string | null }>(
    'SELECT old_email AS email FROM contact_change WHERE store_id = $1 AND id = $2',
    [storeId, changeId],
  );
  return row?.email ?? null;
}
