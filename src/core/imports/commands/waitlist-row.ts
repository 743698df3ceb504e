import { AppError } from '../../../domain/error.ts';
import { dayInFile, momentInFile } from '../../../domain/file-date.ts';
import type { VariantCells, WaitlistCells } from '../../../domain/import-file.ts';
import { parseTypedMoney } from '../../../domain/money.ts';
import { because } from '../../../domain/refusal.ts';
import { makeAll, makeFields } from '../../../domain/refuse-all.ts';
import { refuseRounded } from '../../../domain/rounded.ts';
import { readNumber } from '../../../domain/waitlist-csv.ts';
import type { Sql } from '../../../platform/db.ts';
import { joinTransaction } from '../../../platform/join-transaction.ts';
import { findNamedProduct, findVariant } from '../../catalog/names.ts';
import type { Product, Variant } from '../../catalog/queries.ts';
import type { Deps } from '../../deps.ts';
import type { Store } from '../../stores/queries.ts';
import { createWaitlist, type NewWaitlist } from '../../waitlists/commands/create.ts';
import type { VariantOffer } from '../../waitlists/commands/offer.ts';
import type { ImportKey, ImportState } from '../queries.ts';
import { nameVariant } from './facts.ts';
import { type Judged, noteImported } from './fates.ts';

type Step = { tx: Sql; key: ImportKey; store: Store; running: { state: ImportState }; touched: Set<string> };
export type WaitlistRow = { number: number; key: string; isTwice: boolean; exists: boolean; cells: WaitlistCells };

/**
 * Makes a draft of a waitlist that was kept elsewhere, with its units and days; a check makes it and takes it back. A person opens
 * it, so that it never sells in two places.
 */
export async function importWaitlistRow(deps: Pick<Deps, 'db'>, step: Step, row: WaitlistRow): Promise<Judged> {
  const { tx, key, store, running, touched } = step;
  const { number } = row;
  if (row.exists) return { number, fate: 'exists', error: null };
  const isImport = running.state === 'importing';
  const takeBack = new Error('a check');
  let subjectId: string | undefined;
  let productId = '';
  const joined = joinTransaction(deps.db, tx);
  try {
    if (row.isTwice)
      throw refused('reference', 'Rows of one waitlist stand together: an earlier one has this reference.');
    await joined.transaction(async (inner) => {
      const waitlist = await readWaitlistRow(inner, store, row.cells);
      productId = waitlist.productId;
      subjectId = await createWaitlist({ db: joinTransaction(deps.db, inner) }, store.id, waitlist);
      if (!isImport) throw takeBack;
      await noteImported(inner, { ...key, kind: 'waitlists' }, [{ key: row.key, subjectId }]);
    });
  } catch (error) {
    if (error === takeBack) return { number, fate: 'ready', error: null };
    if (!(error instanceof AppError)) throw error;
    return { number, fate: 'refused', error };
  }
  touched.add(productId);
  return { number, fate: 'imported', error: null, subjectId };
}

async function readWaitlistRow(sql: Sql, store: Store, cells: WaitlistCells): Promise<NewWaitlist> {
  const { text, variants } = cells;
  const { shipWindow, launch, offers } = readCells(store, cells);
  const product = await productOf(sql, store, cells);
  const ids = makeAll(variants, ({ variant }) => variantOf(product, variant), namedIn(variants));
  const isAhead = launch !== null && launch > (await nowOf(sql));
  return {
    productId: product.id,
    shipWindow,
    launchesAt: isAhead ? launch : null,
    ...(text !== undefined && { description: text }),
    variants: offers.map((offer, index) => ({ ...offer, variantId: ids[index] ?? '' })),
  };
}

/** Reads what needs no database, so that all that is wrong with it is told at once. */
function readCells(store: Store, cells: WaitlistCells) {
  const { launches_at: launchesAt, variants } = cells;
  const refuse = (named: Partial<Record<'reference' | 'product' | 'variant', string>>) =>
    refuseRounded(named, ['reference', 'product', 'variant']);
  const required = (column: 'reference' | 'ships_from' | 'ships_until') => {
    if (!cells[column]) throw missing(column);
    return cells[column];
  };
  const { from, until, launch, offers } = makeFields({
    ids: () => refuse(cells),
    reference: () => required('reference'),
    from: () => dayInFile(required('ships_from'), store, 'ships_from'),
    until: () => dayInFile(required('ships_until'), store, 'ships_until'),
    // A launch that is over has happened elsewhere.
    launch: () => (launchesAt === undefined ? null : momentInFile(launchesAt, store, 'launches_at')),
    named: () => {
      if (cells.product === undefined && !variants[0]?.variant) throw missing('variant');
    },
    variants: () => makeAll(variants, refuse, namedIn(variants)),
    offers: () => makeAll(variants, (offer) => readOffer(offer, store), namedIn(variants)),
  });
  return { shipWindow: { from, until }, launch, offers };
}

/** Says which of several variants a refusal is about. */
const namedIn =
  ({ length }: readonly VariantCells[]) =>
  ({ variant }: VariantCells) => ({ ...(length > 1 && variant !== '' && { variant: variant.slice(0, 80) }) });

function readOffer({ units, price }: VariantCells, { currency }: Store): Omit<VariantOffer, 'variantId'> {
  return makeFields({
    allocation: () => {
      if (units === '') throw missing('units');
      return readNumber(units, 'units');
    },
    ...(price !== '' && { price: () => parseTypedMoney(price, currency, 'price') }),
  });
}

const variantOf = (product: Product, variant: string): string =>
  (variant === '' ? onlyVariant(product) : findVariant(product, variant)).id;

/** Units that are given for a product are those of its variant, where it has one. */
function onlyVariant({ variants }: Product): Variant {
  const [only, second] = variants.filter(({ goneAt }) => goneAt === null);
  if (!only) throw missing('variant');
  if (!second) return only;
  const message = 'These are the units of the whole product. Say how many each of its variants has.';
  throw new AppError('missing_parameter', message, { param: 'variant', ...because('units_of_product') });
}

/** Returns the product that a waitlist names, else that of its first variant. */
async function productOf(sql: Sql, store: Store, { product: name, variants }: WaitlistCells): Promise<Product> {
  const variant = variants[0]?.variant ?? '';
  const id = name ?? (await nameVariant(sql, store.id, { product: null, variant })).productExternalId;
  const product = await findNamedProduct(sql, store.id, id);
  if (product) return product;
  throw new AppError('product_not_found', 'The store has no such product.', { param: 'product' });
}

async function nowOf(sql: Sql): Promise<Date> {
  const [row] = await sql.query<{ now: Date }>('SELECT app_now() AS now');
  if (!row) throw new Error('no row returned');
  return row.now;
}

const refused = (param: string, message: string) =>
  new AppError('invalid_parameter', message, { param, ...because('earlier_row') });
const missing = (param: string) =>
  new AppError('missing_parameter', `It has no ${param}.`, { param, ...because('missing') });
