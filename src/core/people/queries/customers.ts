import { AppError } from '../../../domain/error.ts';
import type { Minor } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import { type PreorderAddress, readCursor } from '../../preorders/queries.ts';

/** What a customer paid in one currency. */
export type Spent = { currency: string; charged: Minor; refunded: Minor };

/** A customer of a store: all pre-orders of one e-mail address. */
export type Customer = {
  /** The customer key, which names the address without showing it. */
  key: string;
  /** Is that of the newest pre-order. */
  email: string;
  address: PreorderAddress;
  locale: string;
  marketingConsent: boolean;
  lastReference: string;
  lastPlacedAt: Date;
  preorders: number;
  spent: Spent[];
  /** False: there are more pre-orders than are counted and summed up, which are the newest. */
  complete: boolean;
};

/** So many pre-orders of one customer are looked through. Few have ten; a reseller may have thousands. */
const LOOKED_THROUGH_MAX = 500;
// A page looks at so many of the store's pre-orders for the last one of each customer. Where one address bought all of them, the page
// ends early, and the next one goes on.
const PASSED_MAX = 20_000;

/** SQL: the pre-orders of the customer of this key that are looked through, the newest first. Erased ones have no such key. */
export const newestOf = (key: string, most = LOOKED_THROUGH_MAX): string => `
  (SELECT p.id, p.reference, p.currency, p.placed_at, p.locale, p.marketing_consent FROM preorder p
   WHERE p.store_id = $1 AND p.customer_key = ${key} ORDER BY p.placed_at DESC, p.id LIMIT ${most})`;

const SPENT = `
  SELECT m.currency, sum(m.charged)::bigint AS charged, sum(m.refunded)::bigint AS refunded
  FROM (SELECT o.currency, greatest(e.amount, 0) AS charged, greatest(-e.amount, 0) AS refunded
        FROM ${newestOf('k.key')} o
        JOIN preorder_line l ON l.store_id = $1 AND l.preorder_id = o.id
        JOIN ledger_entry e ON e.store_id = $1 AND e.line_id = l.id AND e.account = 'provider') m
  GROUP BY m.currency ORDER BY m.currency`;

const CUSTOMERS = `
  SELECT k.key, c.email, c.address, o.locale, o.marketing_consent AS "marketingConsent",
         o.reference AS "lastReference", o.placed_at AS "lastPlacedAt",
         least(n.count, ${LOOKED_THROUGH_MAX}) AS preorders, n.count <= ${LOOKED_THROUGH_MAX} AS complete,
         coalesce((SELECT json_agg(s) FROM (${SPENT}) s), '[]') AS spent
  FROM unnest($2::text[]) AS k (key)
  CROSS JOIN LATERAL ${newestOf('k.key', 1)} o
  JOIN preorder_contact c ON c.store_id = $1 AND c.preorder_id = o.id
  CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM ${newestOf('k.key', LOOKED_THROUGH_MAX + 1)} p) n
  ORDER BY o.placed_at DESC, o.id`;

/** Reads a customer by key. Throws `customer_not_found`, also for one of another store, and once they are erased. */
export async function readCustomer(sql: Sql, storeId: string, key: string): Promise<Customer> {
  const [customer] = await sql.query<Customer>(CUSTOMERS, [storeId, [key]]);
  if (!customer) throw new AppError('customer_not_found', 'There is no such customer in this store.');
  return customer;
}

/** `after` is a cursor: the reference that `next` named. With `ids` only customers of these pre-orders are listed. */
type CustomerPage = { after?: string | undefined; limit: number; ids?: readonly string[] | undefined };

/** Lists the store's customers, the one with the newest pre-order first. */
export async function listCustomers(
  sql: Sql,
  storeId: string,
  { after, limit, ids }: CustomerPage,
): Promise<{ customers: Customer[]; next: string | null }> {
  const cursor = await readCursor(sql, storeId, { after });
  const place = [storeId, ...cursor];
  const last = ids
    ? await sql.query<Last>(LAST_OF_THESE, [...place, limit + 1, ids])
    : await sql.query<Last>(LAST_OF_EACH, [...place, limit + 1]);
  const shown = last.slice(0, limit);
  const keys = shown.map(({ key }) => key);
  const customers = keys.length === 0 ? [] : await sql.query<Customer>(CUSTOMERS, [storeId, keys]);
  if (last.length > limit) return { customers, next: shown.at(-1)?.reference ?? null };
  const [passed] = ids ? [] : await sql.query<{ reference: string }>(PASSED, place);
  return { customers, next: passed?.reference ?? null };
}

type Last = { key: string; reference: string };

const AFTER = '($2::uuid IS NULL OR (o.placed_at <= $3 AND (o.placed_at < $3 OR o.id > $2)))';

const ALL = `
  SELECT o.id, o.reference, o.customer_key, o.placed_at FROM preorder o WHERE o.store_id = $1 AND ${AFTER}
  ORDER BY o.placed_at DESC, o.id`;

// One index has the order of the store, the other one the newest of a customer: each pre-order is asked whether it is that one. An
// erased person has a pseudonym for a key.
const LAST_OF_EACH = `
  SELECT o.customer_key AS key, o.reference FROM (${ALL} LIMIT ${PASSED_MAX}) o
  WHERE o.customer_key NOT LIKE 'erased-%' AND o.id = (SELECT n.id FROM ${newestOf('o.customer_key', 1)} n)
  ORDER BY o.placed_at DESC, o.id LIMIT $4`;

const PASSED = `SELECT o.reference FROM (${ALL} OFFSET ${PASSED_MAX - 1} LIMIT 1) o`;

const LAST_OF_THESE = `
  SELECT o.key, o.reference
  FROM (SELECT k.key, n.* FROM (SELECT DISTINCT customer_key AS key FROM preorder
                                WHERE store_id = $1 AND id = ANY($5::uuid[]) AND customer_key NOT LIKE 'erased-%') k
        CROSS JOIN LATERAL ${newestOf('k.key', 1)} n) o
  WHERE ${AFTER} ORDER BY o.placed_at DESC, o.id LIMIT $4`;
