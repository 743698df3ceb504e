import type { Deps } from '../../core/deps.ts';

/** What must be right before a verb runs. */
export type Needs = {
  /** That the secrets in the database open with the present key. */
  key: boolean;
  /** That every store's amounts are stored in the unit that its currency has here. */
  currencyDigits: boolean;
};

/** What the command line asks of the installation that it stands in. */
export type Installation = {
  /** Opens its database for one verb. `SetupError`, a sentence, where what it needs is not right. */
  open(needs: Needs): Promise<Deps>;
  /** The folder that keeps the key. Null where the environment has it: then it is the operator's to change. */
  keyFolder(): Promise<string | null>;
};
