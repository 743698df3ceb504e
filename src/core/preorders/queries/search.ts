import { parseReference } from '../../../domain/reference.ts';
import { gramsOf, searchNeedles } from '../../../domain/search-words.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import { readWords } from './words.ts';

// A search shows a person what they meant. Who gets as many hits types more, so that it takes as long with a million pre-orders.
const HITS_MAX = 250;
// So many of the newest are looked through, one after the other. What fills the hits there is common, and the index is not asked.
const NEWEST = 5_000;
// What the index finds comes in no order. Of so many the newest are taken.
const RARE_MAX = 1_000;
// Letters that are common may all stand in words that hold them in another order. No more of these are looked at.
const CANDIDATES_MAX = 20_000;
const TYPED_MAX = 200;

type Search = { storeId: string; needles: readonly string[]; people: boolean };

/**
 * Finds pre-orders that have each word of the text somewhere: in reference, SKU or product, and with `people` also in name, e-mail
 * address, place, phone or tracking number. Resolves with the ids of the newest, of common words of some hundreds.
 */
export async function searchPreorders(
  sql: Sql,
  storeId: string,
  { text, people }: { text: string; people: boolean },
): Promise<string[]> {
  const typed = text.slice(0, TYPED_MAX);
  const whole = await findWhole(sql, storeId, { typed, people });
  const needles = searchNeedles(typed);
  if (needles.length === 0) return whole;
  const search = { storeId, needles, people };
  const found = [...whole, ...(await findUnwritten(sql, search)), ...(await findWritten(sql, search))];
  return [...new Set(found)];
}

/** Finds by a whole reference, also with look-alikes, and by a whole e-mail address, although the words may not be written yet. */
async function findWhole(
  sql: Sql,
  storeId: string,
  { typed, people }: { typed: string; people: boolean },
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM preorder WHERE store_id = $1 AND reference = $2
     UNION (SELECT id FROM preorder WHERE store_id = $1 AND customer_key = $3 LIMIT ${HITS_MAX})`,
    [storeId, parseReference(typed) ?? '', people ? customerKeyOf(storeId, typed) : ''],
  );
  return rows.map(({ id }) => id);
}

/** Looks at the newest pre-orders whose words a worker has not written yet, which is a matter of seconds. */
async function findUnwritten(sql: Sql, { storeId, needles, people }: Search): Promise<string[]> {
  const due = await sql.query<{ preorderId: string }>(
    `SELECT preorder_id AS "preorderId" FROM preorder_words_due WHERE store_id = $1 ORDER BY id DESC LIMIT ${HITS_MAX}`,
    [storeId],
  );
  if (due.length === 0) return [];
  const words = await readWords(
    sql,
    due.map(({ preorderId }) => ({ storeId, preorderId })),
  );
  return words
    .filter(({ things, everything }) => needles.every((needle) => (people ? everything : things).includes(needle)))
    .map(({ preorderId }) => preorderId);
}

async function findWritten(sql: Sql, { storeId, needles, people }: Search): Promise<string[]> {
  const column = people ? 'everything' : 'things';
  const patterns = needles.map((needle) => `%${needle}%`); // a needle has no sign that LIKE would understand
  const [newest = { ids: [], all: true }] = await sql.query<{ ids: string[]; all: boolean }>(NEWEST_BY[column], [
    storeId,
    patterns,
  ]);
  const grams = gramsOf(needles);
  if (newest.all || newest.ids.length === HITS_MAX || grams.length === 0) return newest.ids;
  const rare = await sql.query<{ id: string }>(RARE_BY[column], [
    storeId,
    patterns,
    grams.map((gram) => storeId.slice(-2) + gram),
  ]);
  const ids = new Set([...newest.ids, ...rare.map(({ id }) => id)]);
  return [...ids].sort().slice(-HITS_MAX); // ids tell the time, so these are the newest
}

type Column = 'things' | 'everything';
const forEach = (write: (column: Column) => string) => ({ things: write('things'), everything: write('everything') });

const NEWEST_BY = forEach(
  (column) => `
  WITH newest AS MATERIALIZED (
    SELECT preorder_id AS id, ${column} AS words FROM preorder_words WHERE store_id = $1
    ORDER BY preorder_id DESC LIMIT ${NEWEST})
  SELECT ARRAY(SELECT id FROM newest WHERE words LIKE ALL ($2::text[]) LIMIT ${HITS_MAX}) AS ids,
         (SELECT count(*) FROM newest) < ${NEWEST} AS "all"`,
);

// The planner sees one way only, the index of grams: `store_id = $1` would offer it another. It plans for all
// candidates, since they are MATERIALIZED, and yet no more of them are read than are needed.
const RARE_BY = forEach(
  (column) => `
  WITH candidate AS MATERIALIZED (
    SELECT preorder_id AS id, ${column} AS words FROM preorder_words
    WHERE grams_of(store_id, ${column}) @> $3::text[] AND store_id::text = $1)
  SELECT id FROM (SELECT id, words FROM candidate LIMIT ${CANDIDATES_MAX}) c
  WHERE words LIKE ALL ($2::text[]) LIMIT ${RARE_MAX}`,
);
