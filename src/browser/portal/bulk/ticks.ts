/** Which rows of a list are ticked, and the row that was ticked or unticked last. */
export type Ticks<Row> = { rows: ReadonlyMap<string, Row>; last: string | undefined };

export const NO_TICKS: Ticks<never> = { rows: new Map<string, never>(), last: undefined };

export type Press<Row> = {
  /** All rows that can be ticked, in the order of the list. */
  list: readonly Row[];
  key: string;
  on: boolean;
  /** Up to the row that was pressed before, as with the Shift key. */
  through: boolean;
};

/** Ticks or unticks a row, and with `through` all rows between it and the last one. */
export function press<Row>(
  { rows, last }: Ticks<Row>,
  { list, key, on, through }: Press<Row>,
  keyOf: (row: Row) => string,
): Ticks<Row> {
  const keys = list.map(keyOf);
  const [here, there] = [keys.indexOf(key), keys.indexOf(last ?? '')];
  const other = through && there >= 0 ? there : here;
  const meant = list.slice(Math.min(here, other), Math.max(here, other) + 1);
  return { rows: on ? added(rows, meant, keyOf) : removed(rows, meant.map(keyOf)), last: key };
}

export function added<Row>(
  rows: ReadonlyMap<string, Row>,
  more: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row> {
  return new Map([...rows, ...more.map((row) => [keyOf(row), row] as const)]);
}

export function removed<Row>(rows: ReadonlyMap<string, Row>, keys: readonly string[]): Map<string, Row> {
  const gone = new Set(keys);
  return new Map([...rows].filter(([key]) => !gone.has(key)));
}
