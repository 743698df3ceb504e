import { AppError } from './error.ts';
import { parseReference } from './reference.ts';
import { because } from './refusal.ts';
import { PARCEL_COLUMNS } from './shopper-columns.ts';
import { plainCell } from './spreadsheet.ts';
import { checkTracking } from './tracking.ts';

/** A parcel that a file says has left: which pre-order, which of its line items, and how it is followed. */
export type TrackingRow = {
  line: number;
  /** In the spelling of the service, or the file's text where it is no reference. */
  reference: string;
  carrier: string;
  tracking_number: string;
  tracking_link: string;
  /** Numbers of line items; undefined for all that can be sent. */
  lines: number[] | undefined;
  /** Why the row cannot be taken, where the file alone tells. */
  error: AppError | undefined;
};

const COLUMNS = ['reference', 'carrier', 'tracking_number', 'tracking_link', 'lines'] as const;
type Column = (typeof COLUMNS)[number];

/** So many rows may a file have. Their check takes minutes. */
export const TRACKING_ROWS_MAX = 50_000;
const LINES_MAX = 50; // of a pre-order
const SHOWN_LENGTH_MAX = 100;

type Read = { cells: readonly string[]; line: number };

/**
 * Reads a file of parcels that have left, its header first. The columns of the file for the carrier may be in it, and are not read. Throws
 * `csv_invalid` for a column that is unknown, missing or there twice, and `payload_too_large` for too many rows. What is wrong with one row
 * is its `error`.
 */
export function readTrackingRows([header, ...rows]: readonly Read[]): TrackingRow[] {
  const names = header?.cells.map((cell) => cell.trim().toLowerCase().replaceAll(/[ -]/g, '_')) ?? [];
  checkColumns(names);
  if (rows.length > TRACKING_ROWS_MAX) {
    const message = `The file has more than ${TRACKING_ROWS_MAX} rows. Bring it in as several files.`;
    throw new AppError('payload_too_large', message, because('too_many_rows', { max: TRACKING_ROWS_MAX }));
  }
  const read = rows.map((row) => readRow(row, names));
  refuseSameParcels(read);
  return read;
}

function checkColumns(names: readonly string[]): void {
  const refuse = (message: string, ...why: Parameters<typeof because>) =>
    new AppError('csv_invalid', message, because(...why));
  const columns = COLUMNS.join(', ');
  const known: readonly string[] = [...COLUMNS, ...PARCEL_COLUMNS];
  const unknown = names.find((name) => name !== '' && !known.includes(name));
  if (unknown !== undefined) {
    const column = unknown.slice(0, SHOWN_LENGTH_MAX);
    throw refuse(`There is no column “${column}”. There are: ${columns}.`, 'column_unknown', { column, columns });
  }
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
  if (twice !== undefined) throw refuse(`The column “${twice}” is there twice.`, 'column_twice', { column: twice });
  for (const column of ['reference', 'tracking_number'] as const) {
    const others: readonly string[] = column === 'reference' ? [] : ['carrier', 'tracking_link'];
    if ([column, ...others].some((one) => names.includes(one))) continue;
    throw refuse(`The file needs a column ${column}.`, 'column_missing', { column });
  }
}

function readRow({ cells, line }: Read, names: readonly string[]): TrackingRow {
  const cell = (column: Column) => (names.includes(column) ? (cells[names.indexOf(column)] ?? '') : '');
  const given = cell('reference').trim();
  const row: TrackingRow = {
    line,
    reference: parseReference(given) ?? given.slice(0, SHOWN_LENGTH_MAX),
    carrier: plainCell(cell('carrier')).trim(),
    tracking_number: plainCell(cell('tracking_number')).trim(),
    tracking_link: plainCell(cell('tracking_link')).trim(),
    lines: undefined,
    error: undefined,
  };
  try {
    if (cells.length > names.length && cells.slice(names.length).some((extra) => extra.trim() !== '')) {
      throw wrong(undefined, 'The row has more cells than the header.', 'too_many_cells', { max: names.length });
    }
    if (given === '') throw wrong('reference', 'It has no reference.', 'missing');
    if (parseReference(given) === null)
      throw new AppError('preorder_not_found', 'There is no such pre-order in this store.');
    refuseFormulas(row);
    const { carrier, number, link } = checkTracking({
      carrier: row.carrier,
      number: row.tracking_number,
      link: row.tracking_link,
    });
    return { ...row, carrier, tracking_number: number, tracking_link: link, lines: linesIn(cell('lines')) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...shortened(row), error };
  }
}

/** What is too long is refused, and a page shows its beginning. */
const shortened = (row: TrackingRow): TrackingRow => ({
  ...row,
  carrier: row.carrier.slice(0, SHOWN_LENGTH_MAX),
  tracking_number: row.tracking_number.slice(0, SHOWN_LENGTH_MAX),
  tracking_link: row.tracking_link.slice(0, SHOWN_LENGTH_MAX),
});

const wrong = (param: string | undefined, message: string, ...why: Parameters<typeof because>) =>
  new AppError('invalid_parameter', message, { ...(param !== undefined && { param }), ...because(...why) });

// A carrier is text of any kind, so that a formula would reach the next spreadsheet. The number and the link have rules of their own.
function refuseFormulas({ carrier }: TrackingRow): void {
  if (/^[=+@-]/.test(carrier)) throw wrong('carrier', 'It is a formula of a spreadsheet, and no text.', 'formula');
}

function linesIn(cell: string): number[] | undefined {
  const texts = plainCell(cell)
    .split(/[\s,;]+/)
    .filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const numbers = [...new Set(texts.map(Number))];
  const text = texts.find((one) => !/^\d{1,2}$/.test(one) || Number(one) < 1 || Number(one) > LINES_MAX);
  if (text === undefined) return numbers;
  throw wrong('lines', `“${text.slice(0, 20)}” is not a number of a line item.`, 'not_number', {
    text: text.slice(0, 20),
  });
}

/** Refuses all rows about one parcel where there are several: only a person knows which of them is right. */
function refuseSameParcels(rows: TrackingRow[]): void {
  const taken = new Map<string, TrackingRow>();
  for (const row of rows) {
    if (row.error) continue;
    for (const part of row.lines ?? ['all']) {
      const others = row.lines ? [`${row.reference} ${part}`, `${row.reference} all`] : [row.reference];
      const other = others.map((key) => taken.get(key)).find((one) => one !== undefined);
      if (other) {
        row.error = sameParcel(other.line);
        other.error ??= sameParcel(row.line);
      }
      taken.set(`${row.reference} ${part}`, row);
    }
    taken.set(row.reference, row);
  }
}

const sameParcel = (line: number) =>
  wrong('reference', `Line ${line} is about the same parcel.`, 'same_parcel', { line });
