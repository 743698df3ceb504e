import { Readable } from 'node:stream';
import { AppError } from '../../../domain/error.ts';
import { because } from '../../../domain/refusal.ts';
import { makeFields } from '../../../domain/refuse-all.ts';
import { refuseRounded } from '../../../domain/rounded.ts';
import { groupRows, readHeader, type WaitlistRow, type WaitlistRows } from '../../../domain/waitlist-csv.ts';
import { readCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db.ts';
import { inTransaction } from '../../../platform/join-transaction.ts';
import { findNamedProduct } from '../../catalog/names.ts';
import type { Product } from '../../catalog/queries.ts';
import type { Deps } from '../../deps.ts';
import type { Store } from '../../stores/queries.ts';
import { linesOfPrices, readTerms, readVariants, withoutSame } from '../csv.ts';
import { readWaitlist } from '../queries.ts';
import { type SteepPrice, steepPrices } from '../steep-prices.ts';
import { createWaitlist } from './create.ts';
import { updateWaitlist, type VariantChange } from './update.ts';

/** What became of a row of the file, or would. Rows of one waitlist share it. */
export type RowFate = {
  line: number;
  result: 'created' | 'changed' | 'unchanged' | 'refused';
  /** Null where nothing was made. */
  waitlistId: string | null;
  product: string;
  variant: string;
  error: AppError | null;
  /** The prices of this row that changed so much that it may be a slip. */
  steepPrices: SteepPrice[];
};

// A spreadsheet that people look through; a program sends JSON in pieces.
const ROWS_MAX = 5_000;

export type WaitlistsFile = { bytes: Buffer; dryRun: boolean; madeBy: string | undefined };

/**
 * Makes and changes waitlists from a CSV (`domain/waitlist-csv.ts`). Each waitlist is changed as a whole or not at all, and a refused one
 * does not stop the others. A dry run decides everything in the same way and keeps nothing. Throws `csv_invalid` or `csv_encoding` for
 * a file that cannot be read; then nothing was changed.
 */
export async function importWaitlists(
  deps: Pick<Deps, 'db' | 'paymentsFor'>,
  store: Store,
  file: WaitlistsFile,
): Promise<RowFate[]> {
  const groups = groupRows(await readRows(file.bytes));
  // Asked before the transactions, because it may query the database on a connection of its own.
  const provider = await deps.paymentsFor(store);
  const ready = { db: deps.db, paymentsFor: async () => provider };
  const fates: RowFate[] = [];
  for (const group of groups) fates.push(...(await fateOf(ready, store, { group, file })));
  return fates.sort((one, other) => one.line - other.line);
}

async function readRows(bytes: Buffer): Promise<WaitlistRow[]> {
  const rows: WaitlistRow[] = [];
  let read: ReturnType<typeof readHeader> | undefined;
  for await (const { line, cells } of readCsv(Readable.from([bytes]))) {
    if (!read) read = readHeader(cells);
    else rows.push(read(line, cells));
    if (rows.length > ROWS_MAX)
      throw new AppError(
        'csv_invalid',
        `The file has more than ${ROWS_MAX} rows.`,
        because('too_many_rows', { max: ROWS_MAX }),
      );
  }
  if (rows.length === 0)
    throw new AppError('csv_invalid', 'The file has no rows below its header.', because('file_empty'));
  return rows;
}

type GroupOfFile = { group: WaitlistRows; file: WaitlistsFile };

async function fateOf(deps: Pick<Deps, 'db' | 'paymentsFor'>, store: Store, source: GroupOfFile): Promise<RowFate[]> {
  const { rows, product, waitlistId } = source.group;
  const told = ({ steep = [], ...fate }: Done & { error: AppError | null }): RowFate[] =>
    rows.map(({ line, cells }) => ({
      ...fate,
      line,
      product: cells.product || fate.product,
      variant: cells.variant,
      steepPrices: steep.filter((price) => price.line === line),
    }));
  try {
    const done = await inTransaction(deps.db, source.file.dryRun, (db) => apply({ ...deps, db }, store, source));
    return told({ ...done, error: null });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return told({ result: 'refused', waitlistId: waitlistId || null, product, error });
  }
}

type Done = Pick<RowFate, 'result' | 'waitlistId' | 'product'> & {
  steep?: (SteepPrice & { line: number | undefined })[];
};

async function apply(
  deps: Pick<Deps, 'db' | 'paymentsFor'>,
  store: Store,
  { group, file }: GroupOfFile,
): Promise<Done> {
  for (const { cells } of group.rows) refuseRounded(cells, ['product', 'variant']);
  const waitlist = group.waitlistId === '' ? undefined : await readWaitlist(deps.db, store.id, group.waitlistId);
  const product = await productOf(deps.db, store, waitlist?.product.externalId ?? group.product);
  const read = makeFields({
    terms: () => readTerms(group, store),
    variants: () => readVariants(group, product, store),
  });
  const { variants: offered } = read;
  const { reason, ...terms } = read.terms;
  if (!waitlist) {
    return {
      result: 'created',
      waitlistId: await create(deps, store, { product, variants: offered, terms, reason, dryRun: file.dryRun }),
      product: product.handle,
    };
  }
  if (group.product !== '' && (await findNamedProduct(deps.db, store.id, group.product))?.id !== product.id) {
    const message = 'A waitlist keeps its product: leave the product out, or make a new waitlist for it.';
    throw new AppError('invalid_parameter', message, { param: 'product', ...because('other_product') });
  }
  const known = { waitlistId: waitlist.id, product: product.handle };
  const changes = withoutSame(waitlist, { ...terms, variants: offered });
  const { variants = [], ...others } = changes;
  if (variants.length === 0 && Object.keys(others).length === 0) return { result: 'unchanged', ...known };
  const moved = { reason, madeBy: file.madeBy };
  await updateWaitlist(deps, { storeId: store.id, waitlistId: waitlist.id }, { ...changes, moved });
  const lines = linesOfPrices(group, product);
  if (lines.size === 0) return { result: 'changed', ...known };
  const after = await readWaitlist(deps.db, store.id, waitlist.id);
  const steep = steepPrices(waitlist, after).map((price) => ({ ...price, line: lines.get(price.variantId) }));
  return { result: 'changed', ...known, steep };
}

async function productOf(db: Database, store: Store, name: string): Promise<Product> {
  const product = name === '' ? null : await findNamedProduct(db, store.id, name);
  if (product) return product;
  throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product' });
}

type New = {
  product: Product;
  variants: readonly VariantChange[];
  terms: Omit<ReturnType<typeof readTerms>, 'reason'>;
  reason: string | undefined;
  dryRun: boolean;
};

async function create(
  deps: Pick<Deps, 'db'>,
  store: Store,
  { product, variants: changes, terms, reason, dryRun }: New,
): Promise<string | null> {
  if (reason !== undefined) {
    throw new AppError('invalid_parameter', 'A new waitlist moves no dates.', {
      param: 'reason',
      ...because('new_moves_no_dates'),
    });
  }
  const { shipWindow, ...others } = terms;
  if (!shipWindow) {
    throw new AppError('missing_parameter', 'A new waitlist needs ships_from and ships_until.', {
      param: 'ships_from',
      ...because('needs_two_days'),
    });
  }
  const variants = changes.map(({ allocation = 0, ...variant }) => ({ ...variant, allocation }));
  const id = await createWaitlist(deps, store.id, { ...others, productId: product.id, shipWindow, variants });
  return dryRun ? null : id;
}
