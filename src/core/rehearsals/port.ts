/** The whole core over a database of its own, in which nothing is real: no money, no mail, and a clock that can be moved. */
export type Scratch<Core> = { deps: Core; close(): Promise<void> };

export type ScratchDatabases<Core> = {
  /** Makes a migrated, empty database. Throws `AppError` with the reason when this installation cannot. */
  open(name: string): Promise<Scratch<Core>>;
  /** Removes those that a process which died has left; `running` names the others. */
  removeLeft(running: readonly string[]): Promise<void>;
};
