import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emitAll } from '../../outbox/outbox.ts';
import { tryLockCatalog } from './staging.ts';

/** The id that a product or variant, by our id, is to have. */
export type NewId = { id: string; externalId: string };
/** The handle that a product, by our id, is to have. */
export type NewHandle = { id: string; handle: string };

export type Mapping = { products: NewId[]; variants: NewId[]; handles: NewHandle[] };
/** How many products and variants have another id or handle than before. */
export type Mapped = { products: number; variants: number };

/**
 * Gives products and variants the ids of their platform, all or none. They stay what they are to waitlists and pre-orders, and
 * the ids that they had still find them unless another one has them now. Two may exchange their ids. Throws
 * `invalid_parameter` if one of them or an id is named twice, `id_taken` if another product or variant has an id or handle, and
 * `busy` during an import.
 */
export async function mapIds(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  storeId: string,
  { products, variants, handles }: Mapping,
): Promise<Mapped> {
  const { mapped, touched } = await deps.db.transaction(async (tx) => {
    await tryLockCatalog(tx, storeId);
    const ofProducts = await giveIds(tx, storeId, { table: 'product', ids: products });
    const ofVariants = await giveIds(tx, storeId, { table: 'variant', ids: variants });
    const moved = await giveHandles(tx, storeId, handles);
    const changed = new Set([...ofProducts.changed, ...moved]);
    const rows = await tx.query<{ id: string }>(
      `UPDATE product SET updated_at = app_now() WHERE store_id = $1 AND (id = ANY ($2::uuid[])
         OR id IN (SELECT product_id FROM variant WHERE store_id = $1 AND id = ANY ($3::uuid[]))) RETURNING id`,
      [storeId, [...changed, ...ofProducts.lost], [...ofVariants.changed, ...ofVariants.lost]],
    );
    const touched = rows.map(({ id }) => id);
    await emitAll(tx, 'waitlist.changed', { storeId, subjectIds: touched });
    return { mapped: { products: changed.size, variants: ofVariants.changed.length }, touched };
  });
  for (const productId of touched) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
  return mapped;
}

/** The table whose ids are given. Its earlier ids stand in a table of the same name. */
type Table = 'product' | 'variant';

type Ids = { table: Table; ids: NewId[] };

/** Gives the ids. Resolves with ours of those that changed, and of those that lost an earlier id to one of them. */
async function giveIds(tx: Sql, storeId: string, { table, ids }: Ids): Promise<{ changed: string[]; lost: string[] }> {
  if (ids.length === 0) return { changed: [], lost: [] };
  refuseTwice(
    ids.map(({ id }) => id),
    `The same ${table} is named twice.`,
  );
  refuseTwice(
    ids.map(({ externalId }) => externalId),
    `Two of them are to have the same id: a ${table} has one of its own.`,
  );
  const before = await tx.query<{ id: string; externalId: string }>(
    `SELECT id, external_id AS "externalId" FROM ${table}
     WHERE store_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`,
    [storeId, ids.map(({ id }) => id)],
  );
  const wanted = new Map(ids.map(({ id, externalId }) => [id, externalId]));
  const changes = before.flatMap(({ externalId: earlier, ...row }) => {
    const given = wanted.get(row.id) ?? earlier;
    return given === earlier ? [] : [{ ...row, earlier, given }];
  });
  const lost = await writeIds(tx, storeId, { table, changes });
  return { changed: changes.map(({ id }) => id), lost: lost.map(({ id }) => id) };
}

const LOSE = {
  product: 'DELETE FROM product_earlier_id WHERE store_id = $1 AND external_id = ANY ($2) RETURNING product_id AS id',
  variant: 'DELETE FROM variant_earlier_id WHERE store_id = $1 AND external_id = ANY ($2) RETURNING variant_id AS id',
};

type Change = { id: string; earlier: string; given: string };

/** Resolves with those that lost an earlier id, because another one has it now. */
async function writeIds(
  tx: Sql,
  storeId: string,
  { table, changes }: { table: Table; changes: readonly Change[] },
): Promise<{ id: string }[]> {
  const changed = changes.map(({ id }) => id);
  const given = changes.map((change) => change.given);
  const [owner] = await tx.query<{ externalId: string; title: string }>(
    `SELECT external_id AS "externalId", title FROM ${table}
     WHERE store_id = $1 AND external_id = ANY ($2) AND id <> ALL ($3::uuid[]) ORDER BY external_id LIMIT 1`,
    [storeId, given, changed],
  );
  if (owner) {
    const message = `Another ${table} has the id ${owner.externalId}: “${owner.title}”. Nothing was changed.`;
    throw new AppError('id_taken', message);
  }
  const lost = await tx.query<{ id: string }>(LOSE[table], [storeId, given]);
  // A constraint keeps ids unique at every moment, so those whose id another one gets give theirs up first.
  await tx.query(
    `UPDATE ${table} SET external_id = id::text WHERE store_id = $1 AND id = ANY ($2::uuid[]) AND external_id = ANY ($3)`,
    [storeId, changed, given],
  );
  await tx.query(
    `UPDATE ${table} t SET external_id = w.external_id, updated_at = app_now()
     FROM unnest($2::uuid[], $3::text[]) AS w (id, external_id) WHERE t.store_id = $1 AND t.id = w.id`,
    [storeId, changed, given],
  );
  await tx.query(
    `INSERT INTO ${table}_earlier_id (store_id, external_id, ${table}_id)
     SELECT $1, w.external_id, w.id FROM unnest($2::uuid[], $3::text[]) AS w (id, external_id)
     WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.store_id = $1 AND t.external_id = w.external_id)`,
    [storeId, changed, changes.map((change) => change.earlier)],
  );
  return lost;
}

function refuseTwice(names: readonly string[], message: string): void {
  if (new Set(names).size < names.length) throw new AppError('invalid_parameter', message);
}

/** Gives products new handles. Resolves with our ids of those that changed. */
async function giveHandles(tx: Sql, storeId: string, handles: readonly NewHandle[]): Promise<string[]> {
  if (handles.length === 0) return [];
  refuseTwice(
    handles.map(({ handle }) => handle),
    'Two products are to have the same handle.',
  );
  const ids = handles.map(({ id }) => id);
  const texts = handles.map(({ handle }) => handle);
  const [owner] = await tx.query<{ handle: string }>(
    'SELECT handle FROM product WHERE store_id = $1 AND handle = ANY ($2) AND id <> ALL ($3::uuid[]) ORDER BY handle LIMIT 1',
    [storeId, texts, ids],
  );
  if (owner) throw new AppError('id_taken', `Another product has the handle “${owner.handle}”. Nothing was changed.`);
  await tx.query(
    `UPDATE product SET handle = id::text
     WHERE store_id = $1 AND id = ANY ($2::uuid[]) AND handle = ANY ($3)
       AND NOT EXISTS (SELECT FROM unnest($2::uuid[], $3::text[]) AS w (id, handle) WHERE w.id = product.id AND w.handle = product.handle)`,
    [storeId, ids, texts],
  );
  const moved = await tx.query<{ id: string }>(
    `UPDATE product p SET handle = w.handle FROM unnest($2::uuid[], $3::text[]) AS w (id, handle)
     WHERE p.store_id = $1 AND p.id = w.id AND p.handle <> w.handle RETURNING p.id`,
    [storeId, ids, texts],
  );
  return moved.map(({ id }) => id);
}
