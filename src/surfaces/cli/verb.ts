import { type Command, CommanderError } from 'commander';
import type { Basics, Deps } from '../../core/deps.ts';
import { findStoreBySlug, listStores, type Store } from '../../core/stores/queries.ts';
import { AppError, type ErrorCode, type ErrorInfo } from '../../domain/error.ts';
import { isDatabaseAway } from '../../platform/database-away.ts';
import { faultText } from '../../platform/faults.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { whyUnreachable } from '../../platform/why-unreachable.ts';
import { noteActivity } from './activity-note.ts';
import type { Installation, Needs } from './installation.ts';
import { printable } from './terminal.ts';

/** Every command has it. */
export const JSON_OPTION = ['--json', 'print one JSON value'] as const;

export const EXIT = { done: 0, refused: 1, misused: 2 } as const;

/** The result of a verb, as a JSON value and as text. */
export type Answer = {
  data: unknown;
  text: string;
  /** What the JSON says beside the data, as the private API does. */
  meta?: object;
  /** True if part of the work was not done; the exit code is 1. */
  partly?: boolean;
};

/** A result that may not fit into memory: the text of a JSON value, which is printed piece by piece. */
export type LongAnswer = { pieces: AsyncIterable<string> };

export type Input<Options> = { args: string[]; options: Options };

export type Terminal = {
  /** Resolves when the text is written, because the process ends right after the answer. */
  write(text: string): Promise<void>;
  /** Writes progress, notes and, without `--json`, errors. */
  writeError(text: string): Promise<void>;
  env: NodeJS.ProcessEnv;
};

/** The context in which verbs run. A verb stores its exit code here. */
export type VerbRunner = {
  terminal: Terminal;
  /** Loads the code that opens databases. Help and mistyped commands need none. */
  installation: () => Promise<Installation>;
  /** True if results and errors are printed as one JSON value instead of text. */
  json: boolean;
  exitCode: number;
};

/** Makes `command` run `work` on the whole installation and print the answer. */
export function defineVerb<Options>(
  runner: VerbRunner,
  command: Command,
  work: (deps: Deps, input: Input<Options>) => Promise<Answer | LongAnswer>,
): void {
  defineBareVerb<Options>(runner, command, async (input) => {
    const installation = await runner.installation();
    return work(await installation.open(needsOf(command)), input);
  });
}

/** Makes `command` run `work`, which only reads, and print the answer. The parts of the service are neither loaded nor composed. */
export function defineReadingVerb<Options>(
  runner: VerbRunner,
  command: Command,
  work: (basics: Basics, input: Input<Options>) => Promise<Answer | LongAnswer>,
): void {
  defineBareVerb<Options>(runner, command, async (input) => {
    const installation = await runner.installation();
    return work(await installation.read(needsOf(command)), input);
  });
}

/** Makes `command` run `work`, which opens for itself what it needs of the installation, and print the answer. */
export function defineBareVerb<Options>(
  runner: VerbRunner,
  command: Command,
  work: (input: Input<Options>) => Promise<Answer | LongAnswer>,
): void {
  acceptJson(command);
  command.action(async () => {
    await tell(runner, await work({ args: command.args, options: command.opts<Options & object>() }));
  });
}

function acceptJson(command: Command): void {
  const [flag, about] = JSON_OPTION;
  if (!command.options.some(({ long }) => long === flag)) command.option(flag, about);
}

async function tell(runner: VerbRunner, answer: Answer | LongAnswer): Promise<void> {
  const { terminal, json } = runner;
  if ('pieces' in answer) {
    await writePieces(runner, answer);
    runner.exitCode = EXIT.done;
    return;
  }
  const { data, text, meta, partly = false } = answer;
  const envelope = { meta: { result: 'success', ...meta }, data };
  if (json) await terminal.write(`${JSON.stringify(envelope, null, 2)}\n`);
  else if (text !== '') await terminal.write(`${text}\n`);
  runner.exitCode = partly ? EXIT.refused : EXIT.done;
}

/** Returns the checks before a verb runs. A verb that mends a fault must run despite it. */
export function needsOf(command: Command): Needs {
  if (command.name() === 'backup') return { key: false, currencyDigits: false }; // copies secrets and amounts as they are
  const noun = command.parent?.name();
  // The verbs of `secrets` must also run with a wrong key, and those of `stores` set the decimals of amounts.
  return { key: noun !== 'secrets', currencyDigits: noun !== 'secrets' && noun !== 'stores' };
}

async function writePieces({ terminal, json }: VerbRunner, { pieces }: LongAnswer): Promise<void> {
  if (json) await terminal.write(`{\n  "meta": {\n    "result": "success"\n  },\n  "data": `);
  for await (const piece of pieces) await terminal.write(json ? piece.replaceAll('\n', '\n  ') : piece);
  await terminal.write(json ? '\n}\n' : '\n');
}

/** Makes `command` run `work`, which only reads, in the store that `--store` names. See `defineReadingVerb`. */
export function defineStoreReading<Options>(
  runner: VerbRunner,
  command: Command,
  work: (basics: Basics, input: Input<Options> & { store: Store }) => Promise<Answer | LongAnswer>,
): void {
  command.option(...STORE_OPTION);
  defineReadingVerb<Options & { store?: string }>(runner, command, inStore(runner, command, work));
}

/** Makes `command` run `work` in the store that `--store` names; the option may be left out while there is only one store. */
export function defineStoreVerb<Options>(
  runner: VerbRunner,
  command: Command,
  work: (deps: Deps, input: Input<Options> & { store: Store }) => Promise<Answer | LongAnswer>,
): void {
  command.option(...STORE_OPTION);
  defineVerb<Options & { store?: string }>(runner, command, inStore(runner, command, work));
}

export const STORE_OPTION = ['--store <slug>', 'the store; not needed while there is only one'] as const;

/** Returns `work` as a function that finds its store first, and notes afterwards what was done. */
function inStore<Needed extends Basics, Options>(
  { terminal }: VerbRunner,
  command: Command,
  work: (needed: Needed, input: Input<Options> & { store: Store }) => Promise<Answer | LongAnswer>,
) {
  return async (needed: Needed, input: Input<Options & { store?: string }>) => {
    const store = await chooseStore(needed, input.options.store);
    const answer = await work(needed, { ...input, store });
    await noteActivity(needed, { env: terminal.env, command, store });
    return answer;
  };
}

/** Returns the store of that slug, or the only one. Throws `store_not_found` or `missing_parameter`. */
export async function chooseStore({ db }: Pick<Basics, 'db'>, slug: string | undefined): Promise<Store> {
  if (slug !== undefined) {
    const store = await findStoreBySlug(db, slug);
    if (store) return store;
    throw new AppError('store_not_found', `There is no store “${slug.slice(0, 80)}”. See ./service stores list.`, {
      param: 'store',
    });
  }
  const stores = await listStores(db);
  const [only] = stores;
  if (only && stores.length === 1) return only;
  const message = only
    ? `Say which store: --store ${stores.map((store) => store.slug).join(', --store ')}.`
    : 'There is no store yet: create one with ./service stores create.';
  throw new AppError('missing_parameter', message, { param: 'store' });
}

/** Prints why the verb failed. Resolves with the exit code. */
export async function reportFailure({ terminal, json }: VerbRunner, error: unknown): Promise<number> {
  const { code, message, param, data } = describe(error);
  const misused = code === 'missing_parameter' || code === 'invalid_parameter';
  if (json) {
    const envelope = { meta: { result: 'error' }, error: { code, message, param, data } };
    await terminal.write(`${JSON.stringify(envelope, null, 2)}\n`);
  } else if (!isBareHelp(error)) {
    // Messages for the operator may have several lines. All others may repeat text of shoppers, so they are made printable.
    const shown = error instanceof SetupError ? message : printable(message);
    await terminal.writeError(`${shown}${misused ? '' : ` (${code})`}\n`);
  }
  if (code === 'internal_error') await terminal.writeError(`${faultText(error)}\n`);
  return misused ? EXIT.misused : EXIT.refused;
}

/** Returns true for a noun without a verb. Commander has already printed the help. */
function isBareHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.help';
}

function describe(error: unknown): { code: string; message: string } & Pick<ErrorInfo, 'param' | 'data'> {
  if (error instanceof AppError) return { code: error.code, message: withHint(error), ...publicInfo(error) };
  if (error instanceof SetupError) return { code: 'unavailable', message: error.message };
  if (isBareHelp(error)) return { code: 'missing_parameter', message: 'Say what to do: see ./service --help.' };
  if (isTimeout(error))
    return { code: 'unavailable', message: 'The database is busy. Nothing was changed; try again.' };
  if (isDatabaseAway(error))
    return { code: 'unavailable', message: `The database does not do it: ${whyUnreachable(error)}. Try again.` };
  if (isRefusedRight(error))
    return { code: 'unavailable', message: 'The role of DATABASE_URL may not do this: use the one that migrates.' };
  if (!(error instanceof CommanderError)) return { code: 'internal_error', message: 'Something went wrong.' };
  const message = error.message.replace(/^error: /, '');
  const named = /'[^']*?--([\w-]+)/.exec(message) ?? /argument '(\w+)'/.exec(message);
  const option = named?.[1]?.replaceAll('-', '_');
  const code = /missing/i.test(error.code) ? 'missing_parameter' : 'invalid_parameter';
  return { code, message, ...(option ? { param: option } : {}) };
}

const LISTS: Partial<Record<ErrorCode, string>> = {
  product_not_found: 'products list',
  waitlist_not_found: 'waitlists list',
  batch_not_found: 'batches list WAITLIST',
  release_not_found: 'releases list',
  preorder_not_found: 'preorders list',
  promise_not_found: 'promises list',
  discount_not_found: 'discounts list --all',
  webhook_not_found: 'webhooks list',
  mail_not_found: 'mails list',
  api_token_not_found: 'tokens list',
  job_not_found: 'jobs list',
  rehearsal_not_found: 'rehearsals list',
  alert_not_found: 'alerts list',
  payment_account_not_found: 'payments connect --help',
};

/** Adds the verb that lists what exists to a `…_not_found` message: the name was mistyped, or belongs to another store. */
function withHint({ code, message }: AppError): string {
  const list = LISTS[code];
  return list === undefined || message.includes('./service') ? message : `${message} See ./service ${list}.`;
}

/** Returns true for a lock time-out or a statement time-out, after which everything was rolled back. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '57014');
}

const isRefusedRight = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';

function publicInfo({ info: { param, data } }: AppError): Pick<ErrorInfo, 'param' | 'data'> {
  return { ...(param === undefined ? {} : { param }), ...(data === undefined ? {} : { data }) };
}
