import { AppError } from '../../../domain/error.ts';
import { parseReference } from '../../../domain/reference.ts';
import { gramsOf, searchNeedles } from '../../../domain/search-words.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import { PART_ROWS, readWords } from './words.ts';

// A search shows a person what they meant. Who gets as many hits types more, so that it takes as long with a million pre-orders.
const HITS_MAX = 250;
// So many of the newest are looked through, one after the other. What fills the hits there is common, and the index is not asked.
const NEWEST = 3_000;
// Letters that are common may all stand in words that hold them in another order. No more of these are looked at, the newest first.
const CANDIDATES_MAX = 2_000;
const TYPED_MAX = 200;

/** The ids of what was found. Not `all` where the search ended before it had looked at every pre-order, or found more than these. */
export type FoundPreorders = { ids: string[]; all: boolean };

type Search = { storeId: string; needles: readonly string[]; people: boolean };

/**
 * Finds pre-orders that have each word of the text somewhere: in reference, SKU or product, and with `people` also in name, e-mail
 * address, place, phone or tracking number. Resolves with the ids of the newest, of common words of some hundreds.
 */
export async function searchPreorders(
  sql: Sql,
  storeId: string,
  { text, people }: { text: string; people: boolean },
): Promise<FoundPreorders> {
  const typed = text.slice(0, TYPED_MAX);
  const whole = await findWhole(sql, storeId, { typed, people });
  const needles = searchNeedles(typed);
  if (needles.length === 0) return whole;
  const search = { storeId, needles, people };
  return together([whole, await findUnwritten(sql, search), await findWritten(sql, search)]);
}

const together = (parts: readonly FoundPreorders[]): FoundPreorders => ({
  ids: [...new Set(parts.flatMap(({ ids }) => ids))],
  all: parts.every(({ all }) => all),
});

/** Keeps as many as a search shows, of which one more was asked for. */
const cut = (ids: readonly string[]): FoundPreorders => ({ ids: ids.slice(0, HITS_MAX), all: ids.length <= HITS_MAX });

/** Throws `invalid_parameter` for a search that may not have found all, where a file of what it found would lack rows silently. */
export function refuseIncomplete(found: FoundPreorders | undefined, param: string): FoundPreorders | undefined {
  if (found?.all !== false) return found;
  throw new AppError(
    'invalid_parameter',
    'This search may find more pre-orders than it shows. Search for more words.',
    {
      param,
      data: { reason: 'search_incomplete' },
    },
  );
}

/** Finds by a whole reference, also with look-alikes, and by a whole e-mail address, although the words may not be written yet. */
async function findWhole(
  sql: Sql,
  storeId: string,
  { typed, people }: { typed: string; people: boolean },
): Promise<FoundPreorders> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM preorder WHERE store_id = $1 AND reference = $2
     UNION (SELECT id FROM preorder WHERE store_id = $1 AND customer_key = $3 LIMIT ${HITS_MAX + 1})`,
    [storeId, parseReference(typed) ?? '', people ? customerKeyOf(storeId, typed) : ''],
  );
  return cut(rows.map(({ id }) => id));
}

/** Looks at the newest pre-orders whose words a worker has not written yet, which is a matter of seconds. */
async function findUnwritten(sql: Sql, { storeId, needles, people }: Search): Promise<FoundPreorders> {
  const due = await sql.query<{ preorderId: string }>(
    `SELECT preorder_id AS "preorderId" FROM preorder_words_due WHERE store_id = $1 ORDER BY id DESC LIMIT ${HITS_MAX + 1}`,
    [storeId],
  );
  if (due.length === 0) return { ids: [], all: true };
  const words = await readWords(
    sql,
    due.map(({ preorderId }) => ({ storeId, preorderId })),
  );
  const ids = words
    .filter(({ things, everything }) => needles.every((needle) => (people ? everything : things).includes(needle)))
    .map(({ preorderId }) => preorderId);
  return { ids, all: due.length <= HITS_MAX };
}

async function findWritten(sql: Sql, { storeId, needles, people }: Search): Promise<FoundPreorders> {
  const column = people ? 'everything' : 'things';
  const patterns = needles.map((needle) => `%${needle}%`); // a needle has no sign that LIKE would understand
  const [newest = { ids: [], all: true }] = await sql.query<FoundPreorders>(NEWEST_BY[column], [storeId, patterns]);
  const grams = gramsOf(needles);
  if (newest.all || newest.ids.length > HITS_MAX || grams.length === 0) {
    return { ...cut(newest.ids), all: newest.all && newest.ids.length <= HITS_MAX };
  }
  const [rare = { ids: [], all: true }] = await sql.query<FoundPreorders>(RARE_BY[column], [storeId, patterns, grams]);
  const ids = [...new Set([...newest.ids, ...rare.ids])].sort().reverse(); // ids tell the time: the newest first
  return { ...cut(ids), all: rare.all && ids.length <= HITS_MAX };
}

type Column = 'things' | 'everything';
const forEach = (write: (column: Column) => string) => ({ things: write('things'), everything: write('everything') });

// Reads no more of them than it needs for the hits, and counts them by an index alone.
const NEWEST_BY = forEach(
  (column) => `
  SELECT ARRAY(
           SELECT id FROM (SELECT preorder_id AS id, ${column} AS words FROM preorder_words WHERE store_id = $1
                           ORDER BY preorder_id DESC LIMIT ${NEWEST}) newest
           WHERE words LIKE ALL ($2::text[]) LIMIT ${HITS_MAX + 1}) AS ids,
         (SELECT count(*) FROM (SELECT FROM preorder_words WHERE store_id = $1 ORDER BY preorder_id DESC LIMIT ${NEWEST}) few) < ${NEWEST} AS "all"`,
);

// The parts are asked one after the other, the newest first, and no further than is needed. The planner sees one way only, the index
// of grams: `store_id = $1` would offer it another. It plans for all candidates of a part, since they are MATERIALIZED. Where the hits
// are enough, nothing counts the candidates, and so no further part is read.
const RARE_BY = forEach(
  (column) => `
  WITH newest AS MATERIALIZED (
    SELECT c.id, c.words
    FROM generate_series(
      (SELECT coalesce(max(count), 0) / ${PART_ROWS} FROM preorder_words_count WHERE store_id = ($1::text)::uuid)::int, 0, -1) AS p (part)
    CROSS JOIN LATERAL (
      WITH candidate AS MATERIALIZED (
        SELECT w.preorder_id AS id, w.${column} AS words FROM preorder_words w
        WHERE w.store_id::text = $1::text AND grams_of(w.store_id, w.part, w.${column}) @>
          ARRAY(SELECT right($1::text, 2) || to_hex(p.part) || ' ' || gram FROM unnest($3::text[]) AS gram))
      SELECT * FROM candidate) c
    LIMIT ${CANDIDATES_MAX}),
  hit AS MATERIALIZED (
    SELECT ARRAY(SELECT id FROM newest WHERE words LIKE ALL ($2::text[]) LIMIT ${HITS_MAX + 1}) AS ids)
  SELECT ids, CASE WHEN cardinality(ids) <= ${HITS_MAX} THEN (SELECT count(*) FROM newest) < ${CANDIDATES_MAX} ELSE false END AS "all"
  FROM hit`,
);
