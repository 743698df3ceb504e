import type { Database, Sql } from '../../../platform/db.ts';
import { readProductWords } from '../queries/search.ts';

// A transaction of so many takes a tenth of a second.
const PART = 500;

/** Writes the words of some products that are new or changed, by which a search finds them. Resolves with how many there were. */
export function writeProductWords(db: Database): Promise<number> {
  return db.transaction(writeSome);
}

async function writeSome(tx: Sql): Promise<number> {
  // Locks the rows first, so that no other transaction changes them between the read and the write. A product that is being changed has its turn later.
  const locked = await tx.query<{ id: string }>(
    'SELECT id FROM product WHERE words IS NULL LIMIT $1 FOR UPDATE SKIP LOCKED',
    [PART],
  );
  if (locked.length === 0) return 0;
  const written = await readProductWords(tx, { ids: locked.map(({ id }) => id), most: PART });
  await tx.query(
    `UPDATE product p SET words = w.words FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS w (store_id, id, words)
     WHERE p.store_id = w.store_id AND p.id = w.id`,
    [written.map(({ storeId }) => storeId), written.map(({ id }) => id), written.map(({ words }) => words)],
  );
  return written.length;
}
