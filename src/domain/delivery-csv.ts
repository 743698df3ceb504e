import { AppError } from './error.ts';
import { readColumns } from './file-columns.ts';
import { because } from './refusal.ts';

/** The columns of a file of deliveries, such as purchase orders, a row for each variant. */
export const DELIVERY_COLUMNS = [
  'delivery',
  'product',
  'variant',
  'units',
  'arrived',
  'ships_from',
  'ships_until',
  'batch_id',
] as const;

export type DeliveryColumn = (typeof DELIVERY_COLUMNS)[number];
export type DeliveryRow = { line: number; cells: Readonly<Record<DeliveryColumn, string>> };

/** The rows of one delivery of one product: together they are a batch of its waitlist. */
export type DeliveryRows = { reference: string; product: string; rows: readonly DeliveryRow[] };

const NEEDED = ['delivery', 'product', 'variant'] as const satisfies readonly DeliveryColumn[];
export const NO_CELLS = Object.fromEntries(DELIVERY_COLUMNS.map((column) => [column, ''])) as DeliveryRow['cells'];
const REFERENCE_LENGTH_MAX = 100;

/** Returns how to read rows of a file with this header. It and what it returns throw `csv_invalid`. */
export function readDeliveryHeader(header: readonly string[]): (line: number, cells: readonly string[]) => DeliveryRow {
  const { names, read } = readColumns(header, DELIVERY_COLUMNS);
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing) {
    const message = `The file needs a column ${missing}.`;
    throw new AppError('csv_invalid', message, because('column_missing', { column: missing }));
  }
  return (line, cells) => ({ line, cells: { ...NO_CELLS, ...read(line, cells) } });
}

/** Puts the rows of each delivery of a product together, in the order of the file. */
export function groupDeliveries(rows: readonly DeliveryRow[]): DeliveryRows[] {
  const groups = Map.groupBy(rows, ({ cells: { delivery, product } }) => JSON.stringify([delivery, product]));
  return [...groups.values()].map((group) => {
    const { delivery = '', product = '' } = group[0]?.cells ?? {};
    return { reference: delivery, product, rows: group };
  });
}

/** Returns what the rows of a delivery say in a column; empty if none says anything. Throws `invalid_parameter` where two differ. */
export function oneOf({ rows }: DeliveryRows, column: 'ships_from' | 'ships_until' | 'batch_id'): string {
  const given = new Set(rows.map(({ cells }) => cells[column]).filter((cell) => cell !== ''));
  const [first = ''] = given;
  if (given.size <= 1) return first;
  const message = `Rows of the same delivery say different things in ${column}.`;
  throw new AppError('invalid_parameter', message, { param: column });
}

/** Throws `missing_parameter` or `invalid_parameter` for what is no name of a delivery. */
export function checkReference(reference: string): void {
  if (reference === '') throw new AppError('missing_parameter', 'The delivery has no name.', { param: 'delivery' });
  if (reference.length > REFERENCE_LENGTH_MAX || !reference.isWellFormed() || reference.includes('\0')) {
    const message = `A delivery is called by 1 to ${REFERENCE_LENGTH_MAX} characters.`;
    throw new AppError('invalid_parameter', message, { param: 'delivery' });
  }
}
