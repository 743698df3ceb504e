import { AppError } from './error.ts';
import { readColumns } from './file-columns.ts';
import { because } from './refusal.ts';
import { SWITCH_FIELDS } from './waitlist-switches.ts';

/** The columns of the CSV of waitlists, a row for each variant. The last three are only written: they say what a row is about. */
export const WAITLIST_COLUMNS = [
  'waitlist_id',
  'product',
  'variant',
  'units',
  'price',
  'compare_at',
  'ships_from',
  'ships_until',
  'reason',
  'payment_plan',
  'deposit',
  'deposit_refundable',
  'limit_per_customer',
  ...SWITCH_FIELDS,
  'countries',
  'withdrawal_exclusion',
  'launches_at',
  'closes_at',
  'text',
  'state',
  'title',
  'sku',
] as const;

export type WaitlistColumn = (typeof WAITLIST_COLUMNS)[number];
export type WaitlistCells = Readonly<Record<WaitlistColumn, string>>;
export type WaitlistRow = { line: number; cells: WaitlistCells };

/** The rows of one waitlist. An empty id makes one. */
export type WaitlistRows = { waitlistId: string; product: string; rows: readonly WaitlistRow[] };

/** The columns that say the same of the whole waitlist in each of its rows. */
export const TERM_COLUMNS = [
  'ships_from',
  'ships_until',
  'reason',
  'payment_plan',
  'deposit',
  'deposit_refundable',
  'limit_per_customer',
  ...SWITCH_FIELDS,
  'countries',
  'withdrawal_exclusion',
  'launches_at',
  'closes_at',
  'text',
] as const satisfies readonly WaitlistColumn[];

/** Returns how to read rows of a file with this header. It and what it returns throw `csv_invalid`. */
export function readHeader(header: readonly string[]): (line: number, cells: readonly string[]) => WaitlistRow {
  const { names, read } = readColumns(header, WAITLIST_COLUMNS);
  if (!names.includes('waitlist_id') && !names.includes('product')) {
    throw new AppError(
      'csv_invalid',
      'The file needs a column waitlist_id or product.',
      because('column_missing', { column: 'waitlist_id, product' }),
    );
  }
  return (line, cells) => ({ line, cells: { ...NO_CELLS, ...read(line, cells) } });
}

const NO_CELLS = Object.fromEntries(WAITLIST_COLUMNS.map((column) => [column, ''])) as WaitlistCells;

const shown = (text: string) => `“${text.slice(0, 40)}”`;

/** Puts rows of the same waitlist together, and of the same product where there is no waitlist yet; in the order of the file. */
export function groupRows(rows: readonly WaitlistRow[]): WaitlistRows[] {
  const groups = Map.groupBy(rows, ({ cells: { waitlist_id: id, product } }) =>
    id === '' ? `product ${product}` : `waitlist ${id.toLowerCase()}`,
  );
  return [...groups.values()].map((group) => {
    const { waitlist_id = '', product = '' } = group[0]?.cells ?? {};
    return { waitlistId: waitlist_id, product, rows: group };
  });
}

/** Returns the terms of the waitlist: what its rows say, each once. Throws `invalid_parameter` where two rows say different things. */
export function termsOf({ rows }: WaitlistRows): Record<(typeof TERM_COLUMNS)[number], string> {
  const terms = TERM_COLUMNS.map((column) => {
    const given = new Set(rows.map(({ cells }) => cells[column]).filter((cell) => cell !== ''));
    const [first = ''] = given;
    if (given.size > 1) {
      const message = `Rows of the same waitlist say different things in ${column}.`;
      throw new AppError('invalid_parameter', message, { param: column, ...because('rows_differ') });
    }
    return [column, first];
  });
  return Object.fromEntries(terms) as Record<(typeof TERM_COLUMNS)[number], string>;
}

/** Reads `yes` and `no`, as spreadsheets write them too. Throws `invalid_parameter`. */
export function readYesNo(cell: string, param: string): boolean {
  const word = cell.toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  if (['no', 'false', '0'].includes(word)) return false;
  throw new AppError('invalid_parameter', `${shown(cell)} is neither yes nor no.`, {
    param,
    ...because('not_yes_no', { text: cell.slice(0, 40) }),
  });
}

/** Reads a whole number, or null for `none`. Throws `invalid_parameter`. */
export function readNumber(cell: string, param: string): number {
  if (/^\d{1,9}$/.test(cell)) return Number(cell);
  throw new AppError('invalid_parameter', `${shown(cell)} is not a whole number.`, {
    param,
    ...because('not_number', { text: cell.slice(0, 40) }),
  });
}
