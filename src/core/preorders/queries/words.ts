import { searchWords } from '../../../domain/search-words.ts';
import type { Sql } from '../../../platform/db.ts';
import type { PreorderAddress } from '../queries.ts';

export type PreorderKey = { storeId: string; preorderId: string };

/** By which words a pre-order is found: `things` name no person, `everything` has these and those of the person. */
export type PreorderWords = PreorderKey & { things: string; everything: string };

/** So many rows of words a part of a store has, which the index is asked for at once. Of a million pre-orders it has 62. */
export const PART_ROWS = 16_384;

/** The number of the rule by which words are made. With another number, those of all pre-orders are written anew within hours. */
export const WORDS_RULE = 2; // 1 had neither street nor region, and no name without its spaces

type SearchedPreorder = PreorderKey & {
  reference: string;
  productTitle: string;
  lines: { sku: string; title: string }[];
  email: string | null;
  address: PreorderAddress | null;
  tracking: string[];
};

/** Reads the words of the pre-orders from what they say now. */
export async function readWords(sql: Sql, keys: readonly PreorderKey[]): Promise<PreorderWords[]> {
  const rows = await sql.query<SearchedPreorder>(FACTS, [
    keys.map(({ storeId }) => storeId),
    keys.map(({ preorderId }) => preorderId),
  ]);
  return rows.map(wordsFrom);
}

function wordsFrom({
  storeId,
  preorderId,
  reference,
  productTitle,
  lines,
  email,
  address,
  tracking,
}: SearchedPreorder) {
  const skus = lines.map(({ sku }) => sku);
  const things = [reference, ...skus, ...skus.map(joined), productTitle, ...lines.map(({ title }) => title)];
  const { firstName = '', lastName = '', line1 = '', line2 = '', city = '', region = '' } = address ?? {};
  const { postalCode = '', phoneNumber = '' } = address ?? {};
  const spaced = [firstName, lastName, city, postalCode, phoneNumber, ...tracking];
  const person = email === null ? [] : [...spaced, ...spaced.map(joined), email, line1, line2, region];
  return { storeId, preorderId, things: searchWords(things), everything: searchWords([...things, ...person]) };
}

/** Counts the changes that a worker has not written into the words yet, up to `most`. */
export async function countDueWords(sql: Sql, most: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM (SELECT 1 FROM preorder_words_due LIMIT $1) due',
    [most],
  );
  return row?.count ?? 0;
}

/** A number that is written in groups is also typed without the spaces, and so is a name such as “de la Cruz”. */
const joined = (text: string) => text.replaceAll(/\s/g, '');

const FACTS = `
  SELECT o.store_id AS "storeId", o.id AS "preorderId", o.reference, o.product_title AS "productTitle", k.email, k.address,
         (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('sku', l.sku, 'title', l.variant_title)), '[]')
          FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id) AS lines,
         ARRAY(SELECT f.tracking_number FROM fulfilment f WHERE f.store_id = o.store_id AND f.preorder_id = o.id) AS tracking
  FROM (SELECT DISTINCT store_id, id FROM unnest($1::uuid[], $2::uuid[]) AS k (store_id, id)) w
  JOIN preorder o ON o.store_id = w.store_id AND o.id = w.id
  LEFT JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
  ORDER BY o.store_id, o.id`;
