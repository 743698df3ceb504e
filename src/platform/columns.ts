import { toJson } from './json.ts';

/** The value of a column by its SQL type. JSON is given as a value, not as text. */
type Values = {
  uuid: string;
  text: string;
  int: number;
  bigint: number;
  boolean: boolean;
  date: string;
  timestamptz: Date;
  json: unknown;
  jsonb: unknown;
};

/** A column: its SQL type, and how its value is read from a `Row`. A null is stored as NULL, also in JSON. */
type Column<Row> = {
  [Type in keyof Values]: readonly [type: Type, read: (row: Row) => Values[Type] | null];
}[keyof Values];

/**
 * The columns of rows that one statement takes together, by their names. The SQL and its parameters are made from one such
 * table, so they always have the same columns in the same order.
 */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** SQL: the names of the columns, each behind its table where one is given. */
export function namesOf(columns: Columns<never>, table?: string): string {
  const prefix = table === undefined ? '' : `${table}.`;
  return Object.keys(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ');
}

/** SQL for `unnest`: a parameter for each column, from `$first` on. Each is an array with the values of all rows. */
export function arrayParams(columns: Columns<never>, first: number): string {
  return Object.values(columns)
    .map(([type], index) => `$${first + index}::${type}[]`)
    .join(', ');
}

/** Returns the values of `arrayParams`. They are arrays, because the server needs much longer to parse rows from JSON. */
export function arraysOf<Row>(columns: Columns<Row>, rows: readonly Row[]): unknown[][] {
  return Object.values(columns).map(([type, read]) => {
    const value: (row: Row) => unknown = read;
    return type === 'json' || type === 'jsonb' ? rows.map((row) => jsonOrNull(value(row))) : rows.map(value);
  });
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : toJson(value));

/** Returns what a statement about one row needs: names and values of the columns, and their parameters from `$first` on. */
export function oneRow(
  columns: Record<string, unknown>,
  first = 1,
): { names: string; params: string; values: unknown[] } {
  const names = Object.keys(columns);
  return {
    names: names.join(', '),
    params: names.map((_, index) => `$${first + index}`).join(', '),
    values: Object.values(columns),
  };
}
