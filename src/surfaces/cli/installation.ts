import type { Basics, Deps } from '../../core/deps.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db.ts';
import type { AnswerOf, FileOperation, InputOf, Operation } from '../../protocol/schema/admin-api/operation.ts';

/** The checks that must pass before a verb runs. */
export type Needs = {
  /** True if the secrets in the database must open with the present key. */
  key: boolean;
  /** True if every store's amounts must be stored in the unit that its currency has in this version. */
  currencyDigits: boolean;
};

/** A database of which nothing is known yet. */
export type BareInstallation = {
  db: Database;
  secrets: SecretBox;
  /** The server on which scratch databases are made; undefined means that of `db`. */
  scratchUrl: string | undefined;
};

/** An installation that may be broken. */
export type Examined = {
  /** A sentence for each setting that is wrong or missing. */
  mistakes: string[];
  /** Null if they cannot be read. */
  settings: { baseUrl: string; dataDir: string; admin: string | null; rehearsalUrl: string | undefined } | null;
  /** Why it cannot be reached, if it is a text; null if the settings name none. */
  database: Database | string | null;
  /** What a process looks at before it starts, and what it was refused with: null if all is well. */
  guards: { check: string; error: unknown }[];
  /** Null if a guard was refused. */
  deps: Deps | null;
};

/** One of the databases in which stores live. */
export type OneDatabase = {
  name: string;
  /** Its BASE_URL, if the settings name one. */
  address: string | null;
  /** Runs `work` on the database as it is. Rejects with a `SetupError` if it cannot be reached. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
};

/** The operator, by name, who asks the private API in a store. */
export type Asker = {
  store: Store;
  name: string;
  key?: string | undefined;
  /** The body of an operation that takes a file. */
  file?: UploadedFile | undefined;
};

export type UploadedFile = { type: string; bytes: Buffer };

/** A database with what performs operations of the private API on it. */
export type OpenToAsk = Pick<Basics, 'db' | 'baseUrl'> & {
  /** Performs an operation, a write once for each key. Rejects with what it refuses. */
  ask<Op extends Operation>(
    asker: Asker,
    operation: Op,
    input: InputOf<Op>,
  ): Promise<{ meta: object; data: AnswerOf<Op> }>;
  /** Reads a file of CSV, piece by piece. */
  askFile<Op extends FileOperation>(asker: Asker, operation: Op, input: InputOf<Op>): Promise<AsyncIterable<string>>;
  /** Composes the service, for a verb that does something beside. */
  compose(): Promise<Deps>;
};

/** The installation that the command line works on. */
export type Installation = {
  /** Says on which of several databases the verb works. Without a name the environment says it; a single one needs no name. */
  choose(name: string): void;
  /** Returns all databases, the environment's own first. */
  databases(): OneDatabase[];
  /** Opens the database for one verb. Rejects with a `SetupError` if a check fails. */
  open(needs: Needs): Promise<Deps>;
  /** Opens it for a verb that performs operations of the private API. */
  openToAsk(needs: Needs): Promise<OpenToAsk>;
  /** Opens it for a verb that only reads, without composing or loading the rest. */
  read(needs: Needs): Promise<Basics>;
  /** Runs `work` on the database as it is: empty, or of another version. Nothing is migrated or checked. */
  withBareDatabase<T>(work: (bare: BareInstallation) => Promise<T>): Promise<T>;
  /** Opens as much of the installation as can be opened, and says why the rest cannot. Changes nothing. */
  examine(): Promise<Examined>;
  /** Returns the server on which scratch databases are made; undefined means that of the installation. */
  scratchUrl(): string | undefined;
  /** Returns the folder that keeps the key, or null if the environment has it; then the operator changes the key there. */
  keyFolder(): Promise<string | null>;
};
