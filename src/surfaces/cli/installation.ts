import type { Deps } from '../../core/deps.ts';

/** The checks that must pass before a verb runs. */
export type Needs = {
  /** True if the secrets in the database must open with the present key. */
  key: boolean;
  /** True if every store's amounts must be stored in the unit that its currency has in this version. */
  currencyDigits: boolean;
};

/** The installation that the command line works on. */
export type Installation = {
  /** Opens the database for one verb. Rejects with a `SetupError` if a check fails. */
  open(needs: Needs): Promise<Deps>;
  /** Returns the folder that keeps the key, or null if the environment has it; then the operator changes the key there. */
  keyFolder(): Promise<string | null>;
};
