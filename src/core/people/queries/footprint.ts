import type { LineState } from '../../../domain/preorder.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';

/** A person in one store. Their rows are found by their e-mail address or by the customer key made of it. */
export type Person = { storeId: string; email: string };

/** Ids of the checkouts and pre-orders that name the person, sorted. Lock the rows in this order. */
export type PersonIds = { checkouts: string[]; preorders: string[] };

type PersonCheckout = { id: string; live: boolean };
export type PersonPreorder = { id: string; reference: string; states: LineState[] };

/** Checkouts and pre-orders that name the person. Erased ones name no person and are not among them. */
export type Footprint = { checkouts: PersonCheckout[]; preorders: PersonPreorder[] };

// The customer key and the contact are written together, and neither changes without the other. The index of checkouts has
// only the key: rows of other stores are found by it and filtered out.
const PREORDERS = 'FROM preorder o WHERE o.store_id = $1 AND o.customer_key = $2';
const CHECKOUTS = 'FROM checkout c WHERE c.customer_key = $2 AND c.store_id = $1';

const keysOf = ({ storeId, email }: Person): [string, string] => [storeId, customerKeyOf(storeId, email)];

type PreorderIds = { id: string; checkoutId: string };
const PREORDER_IDS = 'o.id, o.checkout_id AS "checkoutId"';

/** Lists the ids of all checkouts and pre-orders of the person. */
export async function listIds(sql: Sql, person: Person): Promise<PersonIds> {
  const keys = keysOf(person);
  return idsOf(
    await sql.query<PreorderIds>(`SELECT ${PREORDER_IDS} ${PREORDERS}`, keys),
    await sql.query<{ id: string }>(`SELECT c.id ${CHECKOUTS}`, keys),
  );
}

/**
 * Lists up to `atMost` pre-orders with their checkouts, and up to `atMost` other checkouts once no further pre-orders are
 * left. Takes the rows that the indexes find first: sorting all rows of a person for every part would take quadratic time.
 */
export async function listSomeIds(sql: Sql, person: Person, atMost: number): Promise<PersonIds> {
  const keys = keysOf(person);
  const preorders = await sql.query<PreorderIds>(
    `SELECT ${PREORDER_IDS} ${PREORDERS} ORDER BY o.placed_at DESC, o.id LIMIT $3`,
    [...keys, atMost],
  );
  if (preorders.length === atMost) return idsOf(preorders, []);
  return idsOf(preorders, await sql.query<{ id: string }>(`SELECT c.id ${CHECKOUTS} LIMIT $3`, [...keys, atMost]));
}

// Includes the checkout of every pre-order: retention may have erased the checkout's own contact and key before.
function idsOf(preorders: readonly PreorderIds[], checkouts: readonly { id: string }[]): PersonIds {
  const came = new Set([...preorders.map(({ checkoutId }) => checkoutId), ...checkouts.map(({ id }) => id)]);
  return { checkouts: [...came].sort(), preorders: preorders.map(({ id }) => id).sort() };
}

/** Lists the person's checkouts that may still become pre-orders. */
export async function listLive(sql: Sql, person: Person): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT c.id ${CHECKOUTS} AND c.state IN ('open', 'held') ORDER BY c.id`,
    keysOf(person),
  );
  return rows.map(({ id }) => id);
}

/** Reads the checkouts and pre-orders with these ids that still belong to the person. */
export async function readFootprint(sql: Sql, person: Person, ids: PersonIds): Promise<Footprint> {
  const keys = keysOf(person);
  const preorders = await inParts(ids.preorders, (part) =>
    sql.query<PersonPreorder & { checkoutId: string }>(
      `SELECT ${PREORDER_IDS}, o.reference,
              ARRAY(SELECT l.state FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = o.id
                    ORDER BY l.position) AS states
       ${PREORDERS} AND o.id = ANY($3::uuid[]) ORDER BY o.id`,
      [...keys, part],
    ),
  );
  const checkouts = await inParts(ids.checkouts, (part) =>
    sql.query<PersonCheckout & { theirs: boolean }>(
      `SELECT c.id, c.state IN ('open', 'held') AS live, c.customer_key = $2 AS theirs FROM checkout c
       WHERE c.store_id = $1 AND c.id = ANY($3::uuid[]) ORDER BY c.id`,
      [...keys, part],
    ),
  );
  const came = new Set(preorders.map(({ checkoutId }) => checkoutId));
  return {
    checkouts: checkouts.filter(({ id, theirs }) => theirs || came.has(id)).map(({ id, live }) => ({ id, live })),
    preorders: preorders.map(({ id, reference, states }) => ({ id, reference, states })),
  };
}

/** Returns true if one of these checkouts has become a pre-order that is not in the list. */
export async function hasGrown(sql: Sql, person: Person, { checkouts, preorders }: PersonIds): Promise<boolean> {
  const grown = await sql.query(
    `SELECT 1 ${PREORDERS} AND o.checkout_id = ANY($3::uuid[]) AND o.id <> ALL($4::uuid[]) LIMIT 1`,
    [...keysOf(person), checkouts, preorders],
  );
  return grown.length > 0;
}

// Small enough that each statement is short, whatever it does with an id.
const IDS_PER_STATEMENT = 1_000;

/** Reads rows for any number of ids, up to 1,000 ids a statement. */
export async function inParts<Row>(
  ids: readonly string[],
  read: (part: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT) {
    for (const row of await read(ids.slice(from, from + IDS_PER_STATEMENT))) all.push(row);
  }
  return all;
}
