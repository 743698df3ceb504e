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
    const ofProducts = await giveIds(tx, storeId, { kind: PRODUCT, ids: products });
    const ofVariants = await giveIds(tx, storeId, { kind: VARIANT, ids: variants });
    const moved = await giveHandles(tx, storeId, handles);
    const changed = new Set([...ofProducts.changed, ...moved]);
    const touched = [...new Set([...changed, ...ofProducts.products, ...ofVariants.products])];
    await tx.query('UPDATE product SET updated_at = app_now() WHERE store_id = $1 AND id = ANY ($2::uuid[])', [
      storeId,
      touched,
    ]);
    await emitAll(tx, 'waitlist.changed', { storeId, subjectIds: touched });
    return { mapped: { products: changed.size, variants: ofVariants.changed.length }, touched };
  });
  for (const productId of touched) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
  return mapped;
}

/** What differs between the ids of products and those of variants. `product` names the product of a row. */
type Kind = { noun: string; table: string; earlier: string; column: string; product: string };

const PRODUCT: Kind = {
  noun: 'product',
  table: 'product',
  earlier: 'product_earlier_id',
  column: 'product_id',
  product: 'id',
};
const VARIANT: Kind = {
  noun: 'variant',
  table: 'variant',
  earlier: 'variant_earlier_id',
  column: 'variant_id',
  product: 'product_id',
};

type Ids = { kind: Kind; ids: NewId[] };

/** Gives the ids. Resolves with ours of those that changed, and with the products whose pages may show something else. */
async function giveIds(
  tx: Sql,
  storeId: string,
  { kind, ids }: Ids,
): Promise<{ changed: string[]; products: string[] }> {
  if (ids.length === 0) return { changed: [], products: [] };
  const { noun, table, product } = kind;
  refuseTwice(
    ids.map(({ id }) => id),
    `The same ${noun} is named twice.`,
  );
  refuseTwice(
    ids.map(({ externalId }) => externalId),
    `Two of them are to have the same id: a ${noun} has one of its own.`,
  );
  const before = await tx.query<{ id: string; externalId: string; product: string }>(
    `SELECT id, external_id AS "externalId", ${product} AS product FROM ${table}
     WHERE store_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`,
    [storeId, ids.map(({ id }) => id)],
  );
  const wanted = new Map(ids.map(({ id, externalId }) => [id, externalId]));
  const changes = before.flatMap(({ externalId: earlier, ...row }) => {
    const given = wanted.get(row.id) ?? earlier;
    return given === earlier ? [] : [{ ...row, earlier, given }];
  });
  const lost = await writeIds(tx, storeId, { kind, changes });
  return { changed: changes.map(({ id }) => id), products: [...changes, ...lost].map((row) => row.product) };
}

type Change = { id: string; earlier: string; given: string };

/** Resolves with the products that lost an earlier id, because another one has it now. */
async function writeIds(
  tx: Sql,
  storeId: string,
  { kind: { noun, table, earlier, column, product }, changes }: { kind: Kind; changes: readonly Change[] },
): Promise<{ product: string }[]> {
  const changed = changes.map(({ id }) => id);
  const given = changes.map((change) => change.given);
  const [owner] = await tx.query<{ externalId: string; title: string }>(
    `SELECT external_id AS "externalId", title FROM ${table}
     WHERE store_id = $1 AND external_id = ANY ($2) AND id <> ALL ($3::uuid[]) ORDER BY external_id LIMIT 1`,
    [storeId, given, changed],
  );
  if (owner) {
    const message = `Another ${noun} has the id ${owner.externalId}: “${owner.title}”. Nothing was changed.`;
    throw new AppError('id_taken', message);
  }
  const lost = await tx.query<{ product: string }>(
    `DELETE FROM ${earlier} e USING ${table} t WHERE e.store_id = $1 AND e.external_id = ANY ($2)
       AND t.store_id = $1 AND t.id = e.${column} RETURNING t.${product} AS product`,
    [storeId, given],
  );
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
    `INSERT INTO ${earlier} (store_id, external_id, ${column})
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
