import { AppError } from './error.ts';
import { type FileColumns, readColumns } from './file-columns.ts';
import { because } from './refusal.ts';
import { SHOPPER_COLUMNS } from './shopper-columns.ts';

/** What a file brings in. */
export type ImportKind = 'preorders' | 'waitlists';

/** The columns of a CSV of pre-orders that were kept elsewhere: a row for each variant of a pre-order. */
const PREORDER_COLUMNS = [
  'reference',
  'line',
  'state',
  'placed_at',
  ...SHOPPER_COLUMNS,
  'product',
  'variant',
  'waitlist',
  'quantity',
  'price',
  'discount',
  'shipping',
  'tax',
  'currency',
  'paid',
  'ships_from',
  'ships_until',
  'language',
] as const;
export type PreorderColumn = (typeof PREORDER_COLUMNS)[number];
/** `order_discount` is no column: an order in JSON may have a discount that none of its line items says. */
export type PreorderCells = Partial<Record<PreorderColumn | 'order_discount', string>>;
/** The `order_discount` of an order whose price may be explained in two ways. */
export const UNCLEAR_DISCOUNT = 'unclear';

/** The columns of a CSV of waitlists that were kept elsewhere: a row for each variant. Rows of one waitlist stand together. */
const WAITLIST_COLUMNS = [
  'reference',
  'product',
  'variant',
  'units',
  'price',
  'ships_from',
  'ships_until',
  'launches_at',
  'text',
] as const;
export type WaitlistColumn = (typeof WAITLIST_COLUMNS)[number];
type WaitlistRowCells = Partial<Record<WaitlistColumn, string>>;
export type VariantCells = { variant: string; units: string; price: string };
export type WaitlistCells = Partial<Record<Exclude<WaitlistColumn, keyof VariantCells>, string>> & {
  variants: VariantCells[];
};

/** One thing of a file: a pre-order of one variant, or a waitlist. */
export type ImportItem =
  | { kind: 'preorders'; line: number; key: string; cells: PreorderCells }
  | { kind: 'waitlists'; line: number; key: string; cells: WaitlistCells };

const REQUIRED = ['reference', 'variant'] as const;

/** Returns how to read the rows of a file with this header. It and what it returns throw `csv_invalid`. */
export function readImportHeader(kind: ImportKind, header: readonly string[]): FileColumns<string>['read'] {
  const { names, read } = readColumns<string>(header, kind === 'preorders' ? PREORDER_COLUMNS : WAITLIST_COLUMNS);
  const missing = REQUIRED.find((name) => !names.includes(name));
  if (missing === undefined) return read;
  throw new AppError(
    'csv_invalid',
    `The file needs a column ${missing}.`,
    because('column_missing', { column: missing }),
  );
}

/** Longer keys would not fit into an index. */
const KEY_LENGTH_MAX = 200;

/** Returns the key of a row: what it is called elsewhere, with the number of its line where a pre-order has several. */
export function keyOfRow({ reference = '', line = '' }: { reference?: string; line?: string }): string {
  return (line === '' ? reference : `${reference} ${line}`).slice(0, KEY_LENGTH_MAX);
}

/** Puts a row of a waitlist to the rows before it, if they have its reference. Returns the waitlist that is complete now. */
export function createWaitlistRows() {
  let open: Extract<ImportItem, { kind: 'waitlists' }> | null = null;
  const take = () => {
    const done = open;
    open = null;
    return done;
  };
  return {
    add(line: number, { variant = '', units = '', price = '', ...cells }: WaitlistRowCells): ImportItem | null {
      const key = keyOfRow({ reference: cells.reference ?? '' });
      const done = open?.key === key && key !== '' ? null : take();
      if (open) open.cells.variants.push({ variant, units, price });
      else open = { kind: 'waitlists', line, key, cells: { ...cells, variants: [{ variant, units, price }] } };
      return done;
    },
    end: take,
  };
}
