/** Runs SQL: the pool, or the connection of a transaction. */
export type Sql = {
  /** Runs one parameterised statement and resolves with its rows. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** A standby of the database that reads are taken from. */
export type Standby = {
  /**
   * Resolves with where to read: the standby if it has everything that was committed before this call, and otherwise the primary. So
   * people never see a state from before their own change, whichever process made it.
   */
  reading(): Promise<Sql>;
  state(): StandbyState;
};

export type StandbyState = {
  /** For how long it has lacked something that is committed; 0 when it has everything. */
  ageSeconds: number;
  /** Why it is not read from; null when it is. */
  fault: string | null;
  /** Where it does not answer, the reason, in words that repeat nothing of its address. */
  why: string | null;
  /** How many times `reading` chose each. */
  chosen: { standby: number; primary: number };
};
