import { Readable } from 'node:stream';
import {
  checkReference,
  type DeliveryRow,
  type DeliveryRows,
  groupDeliveries,
  oneOf,
  readDeliveryHeader,
} from '../../../domain/delivery-csv.ts';
import { AppError } from '../../../domain/error.ts';
import { dayInFile } from '../../../domain/file-date.ts';
import { because } from '../../../domain/refusal.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { readNumber } from '../../../domain/waitlist-csv.ts';
import { readCsv } from '../../../platform/csv.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import { inTransaction } from '../../../platform/join-transaction.ts';
import { findNamedProduct, findVariant } from '../../catalog/names.ts';
import type { Product } from '../../catalog/queries.ts';
import type { Deps } from '../../deps.ts';
import { type Preview, previewWindow } from '../../promises/commands/move.ts';
import type { Store } from '../../stores/queries.ts';
import { addBatch, updateBatch } from '../../waitlists/commands/batch.ts';
import { listWaitlists } from '../../waitlists/queries/list.ts';
import { batchNotFound, type Waitlist } from '../../waitlists/queries.ts';
import { readArrivedUnits } from '../queries.ts';
import { recordArrival } from './arrive.ts';

type ImportDeps = Pick<Deps, 'db' | 'paymentsFor'>;

/** What became of a delivery of a product, or would. */
export type DeliveryFate = {
  lines: number[];
  delivery: string;
  product: string;
  result: 'created' | 'changed' | 'unchanged' | 'refused';
  /** Null where nothing was made. */
  batchId: string | null;
  /** What moving the batch to the days of the file would do. No file moves a date: shoppers are told, and by law some are asked. */
  move: Preview | null;
  error: AppError | null;
};

export const ROWS_MAX = 5_000;

/**
 * Makes batches of the deliveries of a file, such as the merchant's purchase orders, and brings known ones up to date: what they may
 * sell, and how much has arrived. A delivery is known by its name in the file. Each is taken as a whole or not at all, and a refused one
 * does not stop the others. A dry run decides the same and keeps nothing. Throws `csv_invalid` or `csv_encoding`.
 */
export async function importDeliveries(
  deps: ImportDeps,
  store: Store,
  { bytes, dryRun }: { bytes: Buffer; dryRun: boolean },
): Promise<DeliveryFate[]> {
  return takeDeliveries(deps, store, { rows: await readRows(bytes), dryRun });
}

/** Does the same with rows that a platform told instead of a file. */
export async function takeDeliveries(
  deps: ImportDeps,
  store: Store,
  { rows, dryRun }: { rows: readonly DeliveryRow[]; dryRun: boolean },
): Promise<DeliveryFate[]> {
  const groups = groupDeliveries(rows);
  // Asked before the transactions, because it may query the database on a connection of its own.
  const provider = await deps.paymentsFor(store);
  const fates: DeliveryFate[] = [];
  for (const group of groups) {
    const { reference: delivery, product, rows } = group;
    const told = { lines: rows.map(({ line }) => line), delivery, product, batchId: null, move: null, error: null };
    try {
      const work = (db: Database) => apply({ db, paymentsFor: async () => provider }, store, group);
      const done = await inTransaction(deps.db, dryRun, work);
      fates.push({ ...told, ...done, ...(dryRun && done.result === 'created' ? { batchId: null } : {}) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fates.push({ ...told, result: 'refused', error });
    }
  }
  return fates;
}

async function readRows(bytes: Buffer): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = [];
  let read: ReturnType<typeof readDeliveryHeader> | undefined;
  const refuse = (message: string, why: Parameters<typeof because>) =>
    new AppError('csv_invalid', message, because(...why));
  for await (const { line, cells } of readCsv(Readable.from([bytes]))) {
    if (!read) read = readDeliveryHeader(cells);
    else rows.push(read(line, cells));
    if (rows.length > ROWS_MAX) {
      throw refuse(`The file has more than ${ROWS_MAX} rows.`, ['too_many_rows', { max: ROWS_MAX }]);
    }
  }
  if (rows.length === 0) throw refuse('The file has no rows below its header.', ['file_empty']);
  return rows;
}

type Done = Pick<DeliveryFate, 'result' | 'batchId' | 'move'>;
type Said = { units: Map<string, number>; arrived: Map<string, number>; window: ShipWindow | null };

async function apply(deps: ImportDeps, store: Store, group: DeliveryRows): Promise<Done> {
  checkReference(group.reference);
  const product = await findNamedProduct(deps.db, store.id, group.product);
  if (!product) {
    throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product' });
  }
  const said = readSaid(group, product, store);
  const waitlist = await waitlistOf(deps.db, store.id, product);
  const of = { storeId: store.id, waitlistId: waitlist.id };
  const batch = await findBatch(
    deps.db,
    { ...of, reference: group.reference },
    { waitlist, named: oneOf(group, 'batch_id') },
  );
  if (!batch) {
    const batchId = await create(deps, of, said);
    await keepReference(deps.db, { ...of, reference: group.reference }, batchId);
    await arrive(deps, { ...of, batchId }, said);
    return { result: 'created', batchId, move: null };
  }
  const { id: batchId, promise } = batch;
  const changed = [
    await keepReference(deps.db, { ...of, reference: group.reference }, batchId),
    await changeUnits(deps, { storeId: store.id, batch }, said),
    await arrive(deps, { ...of, batchId }, said),
  ].some(Boolean);
  const isMoved = said.window && (said.window.from !== promise.from || said.window.until !== promise.until);
  const move = isMoved && said.window ? await previewWindow(deps, { storeId: store.id, batchId }, said.window) : null;
  return { result: changed ? 'changed' : 'unchanged', batchId, move };
}

function readSaid(group: DeliveryRows, product: Product, store: Store): Said {
  const count = (column: 'units' | 'arrived') => {
    const found = new Map<string, number>();
    for (const { cells } of group.rows) {
      if (cells[column] === '') continue;
      const { id } = findVariant(product, cells.variant);
      // A purchase order may name a variant twice, at two prices.
      found.set(id, (found.get(id) ?? 0) + readNumber(cells[column], column));
    }
    return found;
  };
  return { units: count('units'), arrived: count('arrived'), window: windowIn(group, store) };
}

function windowIn(group: DeliveryRows, store: Store): ShipWindow | null {
  const [from, until] = [oneOf(group, 'ships_from'), oneOf(group, 'ships_until')];
  if (from === '' && until === '') return null;
  const param = from === '' ? 'ships_from' : 'ships_until';
  if (from === '' || until === '') {
    throw new AppError('missing_parameter', `A ship window has two days: ${param} is missing.`, { param });
  }
  return { from: dayInFile(from, store, 'ships_from'), until: dayInFile(until, store, 'ships_until') };
}

/** A delivery is of the product's waitlist that is not closed; where there are two, of the one that sells. */
async function waitlistOf(sql: Sql, storeId: string, product: Product): Promise<Waitlist> {
  const all = await listWaitlists(sql, storeId, { productId: product.id });
  const going = all.filter(({ state }) => state !== 'CLOSED');
  const selling = going.filter(({ state }) => state === 'OPEN' || state === 'PAUSED');
  const [waitlist, ...others] = selling.length > 0 ? selling : going;
  if (waitlist && others.length === 0) return waitlist;
  const message = waitlist
    ? 'Several waitlists of this product are not closed: close those that are not meant.'
    : 'This product has no waitlist that is not closed. Make one first.';
  throw new AppError('waitlist_not_found', message, { param: 'product' });
}

type ByReference = { storeId: string; waitlistId: string; reference: string };

async function findBatch(
  sql: Sql,
  { storeId, waitlistId, reference }: ByReference,
  { waitlist, named }: { waitlist: Waitlist; named: string },
): Promise<Waitlist['batches'][number] | undefined> {
  const [known] = await sql.query<{ batchId: string }>(
    `SELECT batch_id AS "batchId" FROM batch_reference WHERE store_id = $1 AND waitlist_id = $2 AND reference = $3`,
    [storeId, waitlistId, reference],
  );
  if (known && named !== '' && known.batchId !== named.toLowerCase()) {
    throw new AppError('invalid_parameter', 'This delivery is another batch already.', { param: 'batch_id' });
  }
  const id = known?.batchId ?? named.toLowerCase();
  const found = waitlist.batches.find((batch) => batch.id === id);
  if (!found && id !== '') throw batchNotFound();
  return found;
}

/** Resolves with true if the batch was not called so before. */
async function keepReference(sql: Sql, { storeId, waitlistId, reference }: ByReference, batchId: string) {
  const kept = await sql.query(
    `INSERT INTO batch_reference (store_id, waitlist_id, reference, batch_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [storeId, waitlistId, reference, batchId],
  );
  return kept.length > 0;
}

type OfWaitlist = { storeId: string; waitlistId: string };

async function create(deps: ImportDeps, of: OfWaitlist, { units, window }: Said): Promise<string> {
  if (!window) {
    const message = 'A new delivery needs ships_from and ships_until.';
    throw new AppError('missing_parameter', message, { param: 'ships_from', ...because('needs_two_days') });
  }
  const variants = [...units].map(([variantId, allocation]) => ({ variantId, allocation }));
  return addBatch(deps, of, { shipWindow: window, variants });
}

async function changeUnits(
  deps: ImportDeps,
  { storeId, batch }: { storeId: string; batch: Waitlist['batches'][number] },
  { units }: Said,
): Promise<boolean> {
  const now = new Map(batch.units.map(({ variantId, allocated }) => [variantId, allocated]));
  const others = [...units].filter(([variantId, wanted]) => now.get(variantId) !== wanted);
  if (others.length === 0) return false;
  const variants = others.map(([variantId, allocation]) => ({ variantId, allocation }));
  await updateBatch(deps, { storeId, batchId: batch.id }, variants);
  return true;
}

async function arrive(
  deps: ImportDeps,
  { storeId, waitlistId, batchId }: OfWaitlist & { batchId: string },
  { arrived }: Said,
): Promise<boolean> {
  if (arrived.size === 0) return false;
  const now = new Map(
    (await readArrivedUnits(deps.db, { storeId, waitlistId, batchId })).map((one) => [one.variantId, one.arrived]),
  );
  const counts = [...arrived].map(([variantId, counted]) => ({ variantId, counted }));
  if (counts.every(({ variantId, counted }) => now.get(variantId) === counted)) return false;
  return recordArrival(deps, { storeId, batchId, counts, key: null });
}
