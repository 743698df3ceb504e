import { searchNeedles, searchWords } from '../../../domain/search-words.ts';
import type { Sql } from '../../../platform/db.ts';

/** By which words a product is found, and its waitlists. */
type ProductWords = { storeId: string; id: string; words: string };

// More are changed at once by an import alone, and written within some seconds.
const UNWRITTEN_MAX = 2_000;

/** What is searched for, as the parameters of `isFound`. Both null: nothing. */
type ProductSearch = [patterns: string[] | null, unwritten: string[] | null];

/** SQL: the product `p` has each word of the text somewhere in its title, its handle or a SKU. */
export const isFound = (patterns: string, unwritten: string): string =>
  `(${patterns}::text[] IS NULL OR p.words LIKE ALL (${patterns}) OR p.id = ANY (${unwritten}::uuid[]))`;

/** Reads a text as a search. Of products whose words a worker has not written yet it looks at what they say now. */
export async function searchProducts(sql: Sql, storeId: string, text = ''): Promise<ProductSearch> {
  if (text === '') return [null, null];
  const needles = searchNeedles(text);
  if (needles.length === 0) return [['-'], []]; // words have no such sign
  const unwritten = await readProductWords(sql, { storeId, most: UNWRITTEN_MAX });
  return [
    needles.map((needle) => `%${needle}%`), // a needle has no sign that LIKE would understand
    unwritten.flatMap(({ id, words }) => (needles.every((needle) => words.includes(needle)) ? [id] : [])),
  ];
}

type SearchedProduct = { storeId: string; id: string; title: string; handle: string; skus: string[] };

/** Reads the words that are not written yet: of one store, or of products that the caller has locked. */
export async function readProductWords(
  sql: Sql,
  { storeId = null, ids = null, most }: { storeId?: string | null; ids?: readonly string[] | null; most: number },
): Promise<ProductWords[]> {
  const found = await sql.query<SearchedProduct>(
    `SELECT p.store_id AS "storeId", p.id, p.title, p.handle,
            ARRAY(SELECT v.sku FROM variant v WHERE v.store_id = p.store_id AND v.product_id = p.id AND v.sku <> '') AS skus
     FROM product p
     WHERE p.words IS NULL AND ($1::uuid IS NULL OR p.store_id = $1) AND ($2::uuid[] IS NULL OR p.id = ANY ($2)) LIMIT $3`,
    [storeId, ids, most],
  );
  return found.map((product) => ({ storeId: product.storeId, id: product.id, words: wordsOf(product) }));
}

/** A SKU that is written in groups is also typed without the spaces. */
const wordsOf = ({ title, handle, skus }: SearchedProduct): string =>
  searchWords([title, handle, ...skus, ...skus.map((sku) => sku.replaceAll(/\s/g, ''))]);
