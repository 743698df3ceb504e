/** Runs SQL: the pool, or the connection of a transaction. */
export type Sql = {
  /** Runs one parameterised statement and resolves with its rows. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};
