import type { Sql } from '../platform/db.ts';

/** The last row that a round has read, in a table whose key is a store and an id; null at the beginning of the table. */
export type Place = { storeId: string; id: string } | null;

/** Reads where the last round stopped. All processes share this place. */
export async function readPlace(sql: Sql, round: string): Promise<Place> {
  const [place] = await sql.query<{ storeId: string; id: string }>(
    `SELECT after_store AS "storeId", after_id AS id FROM walk WHERE round = $1 AND after_store IS NOT NULL`,
    [round],
  );
  return place ?? null;
}

/** Stores where the next round continues. Two processes that run at once may do one part twice, but skip none. */
export async function keepPlace(sql: Sql, round: string, place: Place): Promise<void> {
  await sql.query(
    `INSERT INTO walk (round, after_store, after_id) VALUES ($1, $2, $3)
     ON CONFLICT (round) DO UPDATE SET after_store = excluded.after_store, after_id = excluded.after_id
     WHERE (walk.after_store, walk.after_id) IS DISTINCT FROM (excluded.after_store, excluded.after_id)`,
    [round, place?.storeId ?? null, place?.id ?? null],
  );
}

/** Sorts before the first row of any table: no store has this id. */
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** Returns the place as the parameters of `(store_id, id) > ($1, $2)`. */
export function afterPlace(place: Place): [string, string] {
  return [place?.storeId ?? BEGINNING, place?.id ?? BEGINNING];
}
