/** Runs SQL: a connection pool, or the one connection of a transaction. */
export type Sql = {
  /** Runs one parameterised statement and resolves with its rows; a bigint is a number in them. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** The PostgreSQL that keeps the stand-in's books. */
export type Books = Sql & {
  /** Runs `work` in one READ COMMITTED transaction: commits what it returns, rolls back what it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /** The current time as an SQL expression: `clock_timestamp()`, or the function of a caller that moves its clock in tests. */
  now: string;
};

export type OpenBooks = Books & { close(): Promise<void> };
