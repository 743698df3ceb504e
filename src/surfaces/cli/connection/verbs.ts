import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { askForSync } from '../../../core/connections/commands/ask.ts';
import { connect, disconnect } from '../../../core/connections/commands/connect.ts';
import { linkApp } from '../../../core/connections/commands/link-app.ts';
import { setOrderTime } from '../../../core/connections/commands/order-time.ts';
import { listIssues, ORDERS_AT, type OrdersAt, readConnection } from '../../../core/connections/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { connectionJson, issueJson } from '../../merchant-json/connection.ts';
import { formatTable, printable } from '../terminal.ts';
import { limitOption } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { connectionText } from './views.ts';

type InStore<Options> = Input<Options> & { store: Store };
type ConnectOptions = { kind: string; settingsFile: string };
type SyncOptions = { dryRun?: true; product?: string };

const FILE_BYTES_MAX = 100_000;
const ISSUES_DEFAULT = 50;
const ISSUES_MAX = 1_000;

/** Adds the merchant's verbs for the store's connection with its commerce platform. */
export function addConnection(runner: VerbRunner, connection: Command): void {
  const verb = (name: string, description: string) => connection.command(name).description(description);

  const show = verb('show', 'whether it works, how far it is read, and the address for webhooks');
  defineStoreVerb(runner, show, showVerb);

  const connecting = verb('connect', 'connect a platform, or give the connection new settings; tries them first')
    .requiredOption('--kind <kind>', 'which kind of platform; ./service connection show lists them')
    .requiredOption('--settings-file <path>', 'a JSON file with the settings of that kind, secret ones included');
  defineStoreVerb<ConnectOptions>(runner, connecting, connectVerb);

  const linking = verb('link', 'connect the account in which the app of this installation was opened')
    .requiredOption('--address <address>', 'the address that the platform gave the store')
    .requiredOption('--code <code>', 'what the app shows when it is opened there; it works once');
  defineStoreVerb<{ address: string; code: string }>(runner, linking, async (deps, { store, options }) => {
    await linkApp(deps, store, options);
    return connected(deps, store);
  });

  defineStoreVerb(
    runner,
    verb('disconnect', 'forget the connection and its secrets; products stay'),
    async (deps, { store }) => {
      await disconnect(deps, store.id);
      return showVerb(deps, { store });
    },
  );

  const orders = verb(
    'orders',
    'set when the orders of pre-orders that are placed from now on are created on the platform',
  ).addOption(
    new Option('--at <when>', 'before the release they wait there, held').choices(ORDERS_AT).makeOptionMandatory(),
  );
  defineStoreVerb<{ at: OrdersAt }>(runner, orders, async (deps, { store, options }) => {
    await setOrderTime(deps, store.id, options.at);
    return showVerb(deps, { store });
  });

  const sync = verb('sync', 'read everything anew, or one product')
    .option('--dry-run', 'compare everything, and write nothing; ./service connection issues shows what differs')
    .option('--product <id>', 'read this product alone, by the platform’s id');
  defineStoreVerb<SyncOptions>(runner, sync, async (deps, { store, options }) => {
    const asked = { dryRun: options.dryRun ?? false, productId: options.product };
    await deps.db.transaction((tx) => askForSync(tx, store.id, asked));
    return showVerb(deps, { store });
  });

  const issues = verb('issues', 'products that the catalogue does not have as the platform does')
    .addOption(limitOption(ISSUES_MAX, ISSUES_DEFAULT))
    .option('--after <id>', 'show the page after this product');
  defineStoreReading<{ limit: number; after?: string }>(runner, issues, async ({ db }, { store, options }) => {
    const found = await listIssues(db, store.id, options);
    const rows = found.map(({ externalId, standing, issue }) => [externalId, standing, printable(issue)]);
    const last = found.at(-1);
    const more = last && found.length === options.limit ? `\n\nMore: --after ${last.externalId}` : '';
    const text =
      rows.length === 0 ? 'Nothing differs that is known.' : formatTable(['Product', 'There', 'Why'], rows) + more;
    return { data: found.map(issueJson), text };
  });
}

async function showVerb(deps: Deps, { store }: { store: Store }): Promise<Answer> {
  const data = await connectionJson(deps, store.id);
  return { data, text: connectionText(await readConnection(deps.db, store.id), data, store) };
}

async function connectVerb(deps: Deps, { store, options }: InStore<ConnectOptions>): Promise<Answer> {
  await connect(deps, store, { kind: options.kind, settings: await readSettings(options.settingsFile) });
  return connected(deps, store);
}

async function connected(deps: Deps, store: Store): Promise<Answer> {
  const { data, text } = await showVerb(deps, { store });
  return { data, text: `Connected. Workers read its products now.\n\n${text}` };
}

/** Reads the settings from a file, because arguments are visible in the shell's history and in the list of processes. */
async function readSettings(path: string): Promise<Record<string, string>> {
  const refuse = (why: string) => new AppError('invalid_parameter', `${path} ${why}.`, { param: 'settings_file' });
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw refuse(`cannot be read (${reason})`);
  });
  if (text.length > FILE_BYTES_MAX) throw refuse('holds more than settings');
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    throw refuse('is not JSON');
  }
  if (
    typeof settings === 'object' &&
    settings !== null &&
    Object.values(settings).every((one) => typeof one === 'string')
  ) {
    return settings as Record<string, string>;
  }
  throw refuse('is not an object with texts, such as {"url": "https://shop.example/connector"}');
}
