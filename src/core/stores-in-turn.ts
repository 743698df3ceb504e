// Sorts before the ids of all stores.
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type Waiting = {
  table: string;
  /** SQL: the condition of an index of the table that begins with the store. */
  where?: string;
  /** SQL: the store that had the last turn. */
  after: string;
  most: number;
};

/**
 * SQL: the ids of up to `most` stores that have rows in the table, as `id`, in turn: from the one behind `after` on, and around to the
 * first of all. Each costs one step in the index.
 */
export function storesInTurn({ table, where = 'true', after, most }: Waiting): string {
  const stores = (from: string, upTo = 'true') => {
    const next = (before: string) =>
      `(SELECT r.store_id FROM ${table} r WHERE ${where} AND r.store_id > ${before} AND ${upTo} ORDER BY r.store_id LIMIT 1)`;
    return `
      (WITH RECURSIVE store AS (
         SELECT ${next(from)} AS id UNION ALL SELECT ${next('store.id')} FROM store WHERE store.id IS NOT NULL)
       SELECT store.id FROM store WHERE store.id IS NOT NULL)`;
  };
  return `
    (SELECT id FROM ${stores(after)} AS late
     UNION ALL SELECT id FROM ${stores(`'${BEFORE_ALL}'`, `r.store_id <= ${after}`)} AS early LIMIT ${most})`;
}
