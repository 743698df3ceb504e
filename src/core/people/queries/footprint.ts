import type { LineState } from '../../../domain/preorder.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';

/** Somebody, in one store: what they did there is found by their e-mail or by the key made of it. */
export type Person = { storeId: string; email: string };

/** Ids of what names the person, in their order, which is the order to lock them in. */
export type PersonIds = { checkouts: string[]; preorders: string[] };

type PersonCheckout = { id: string; live: boolean };
export type PersonPreorder = { id: string; reference: string; states: LineState[] };

/** Checkouts and pre-orders that name the person; those that were erased name nobody. */
export type Footprint = { checkouts: PersonCheckout[]; preorders: PersonPreorder[] };

// The customer key and the contact are written together, and neither changes without the other. Checkouts go by the key alone,
// which is what their index is of: what is found of other stores is left out.
const PREORDERS = 'FROM preorder o WHERE o.store_id = $1 AND o.customer_key = $2';
const CHECKOUTS = 'FROM checkout c WHERE c.customer_key = $2 AND c.store_id = $1';

const keysOf = ({ storeId, email }: Person): [string, string] => [storeId, customerKeyOf(storeId, email)];

type Ordered = { id: string; checkoutId: string };
const ORDERED = 'o.id, o.checkout_id AS "checkoutId"';

/** All of them. */
export async function listIds(sql: Sql, person: Person): Promise<PersonIds> {
  const keys = keysOf(person);
  return idsOf(
    await sql.query<Ordered>(`SELECT ${ORDERED} ${PREORDERS}`, keys),
    await sql.query<{ id: string }>(`SELECT c.id ${CHECKOUTS}`, keys),
  );
}

/**
 * So many of each at most, whichever the indexes find first: to sort all that somebody has for every part would take the
 * square of it. Pre-orders come with their checkouts; whose pre-orders are not all among them has other checkouts to come.
 */
export async function listSomeIds(sql: Sql, person: Person, atMost: number): Promise<PersonIds> {
  const keys = keysOf(person);
  const preorders = await sql.query<Ordered>(
    `SELECT ${ORDERED} ${PREORDERS} ORDER BY o.placed_at DESC, o.id LIMIT $3`,
    [...keys, atMost],
  );
  if (preorders.length === atMost) return idsOf(preorders, []);
  return idsOf(preorders, await sql.query<{ id: string }>(`SELECT c.id ${CHECKOUTS} LIMIT $3`, [...keys, atMost]));
}

// The checkout that a pre-order came from is theirs, too, when its own contact has gone before.
function idsOf(preorders: readonly Ordered[], checkouts: readonly { id: string }[]): PersonIds {
  const came = new Set([...preorders.map(({ checkoutId }) => checkoutId), ...checkouts.map(({ id }) => id)]);
  return { checkouts: [...came].sort(), preorders: preorders.map(({ id }) => id).sort() };
}

/** Their checkouts that may still become pre-orders. */
export async function listLive(sql: Sql, person: Person): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT c.id ${CHECKOUTS} AND c.state IN ('open', 'held') ORDER BY c.id`,
    keysOf(person),
  );
  return rows.map(({ id }) => id);
}

/** What there is of these, as far as it is still the person's. */
export async function readFootprint(sql: Sql, person: Person, ids: PersonIds): Promise<Footprint> {
  const keys = keysOf(person);
  const preorders = await inParts(ids.preorders, (part) =>
    sql.query<PersonPreorder & { checkoutId: string }>(
      `SELECT ${ORDERED}, o.reference,
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

/** Whether one of these checkouts has become a pre-order that is not among these. */
export async function hasGrown(sql: Sql, person: Person, { checkouts, preorders }: PersonIds): Promise<boolean> {
  const grown = await sql.query(
    `SELECT 1 ${PREORDERS} AND o.checkout_id = ANY($3::uuid[]) AND o.id <> ALL($4::uuid[]) LIMIT 1`,
    [...keysOf(person), checkouts, preorders],
  );
  return grown.length > 0;
}

// Few enough that a statement ends within a moment, whatever it does with each.
const IDS_PER_STATEMENT = 1_000;

/** What is read of many ids, some hundreds a statement: somebody may have any number of them. */
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
