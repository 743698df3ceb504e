import type { Command } from 'commander';
import {
  findStoreByKey,
  findStoreBySlug,
  listStoreNames,
  readStore,
  type Store,
} from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import { findPending } from '../../../platform/migrate.ts';
import { SetupError } from '../../../platform/setup-error.ts';
import type { OneDatabase } from '../installation.ts';
import { formatCount, formatTable, printable } from '../terminal.ts';
import { type Answer, defineBareVerb, type VerbRunner } from '../verb.ts';

/** Adds the verbs that say which databases there are, and in which of them a store lives. They change nothing. */
export function addDatabases(runner: VerbRunner, databases: Command): void {
  defineBareVerb(runner, databases.command('list').description('each database, its schema and its stores'), async () =>
    listed(await Promise.all((await runner.installation()).databases().map(lookAt))),
  );
  defineBareVerb(
    runner,
    databases
      .command('find')
      .argument('<store>', 'slug, id or public key')
      .description('say in which database a store lives'),
    async ({ args: [text = ''] }) => find((await runner.installation()).databases(), text),
  );
}

/** `trouble`: why it cannot be used. `missing`: migrations of this version that it lacks. */
type DatabaseState = Pick<OneDatabase, 'name' | 'address'> & {
  trouble: string | null;
  missing: string[] | null;
  stores: { id: string; slug: string }[] | null;
};

async function lookAt({ name, address, use }: OneDatabase): Promise<DatabaseState> {
  const looked = await tried(() =>
    use(async (db) => {
      const missing = (await findPending(db)).map((migration) => migration.name);
      const stores = await listStoreNames(db).catch(() => null); // there may be no tables yet
      return { missing, stores };
    }),
  );
  return 'trouble' in looked
    ? { name, address, missing: null, stores: null, ...looked }
    : { name, address, trouble: null, ...looked.value };
}

function listed(all: readonly DatabaseState[]): Answer {
  const schemaText = ({ missing }: DatabaseState) =>
    missing === null ? '' : missing.length === 0 ? 'up to date' : `lacks ${formatCount(missing.length, 'migration')}`;
  const table = formatTable(
    ['database', 'address', 'seen', 'schema', 'stores'],
    all.map((one) => [
      one.name,
      one.address ?? '',
      one.trouble === null ? 'reachable' : 'away',
      schemaText(one),
      one.stores?.length ?? '',
    ]),
  );
  const troubles = all.flatMap(({ name, trouble }) => (trouble === null ? [] : [`${name}: ${printable(trouble)}`]));
  const doubles = doublesOf(all);
  const warnings = doubles.map(
    ({ slug, databases }) =>
      `The store ${slug} is in ${databases.join(' and ')}, so its mails and charges may be done twice. Stop the workers, and remove all but one.`,
  );
  const databases = all.map(({ name, address, trouble, missing, stores }) => ({
    name,
    address,
    reachable: trouble === null,
    trouble,
    missing_migrations: missing,
    stores: stores?.length ?? null,
  }));
  const text = [table, ...troubles, ...warnings].join('\n');
  return { data: { databases, doubles }, text, partly: troubles.length + doubles.length > 0 };
}

/** Finds stores that several databases have, such as after a backup of one was restored as another. */
function doublesOf(all: readonly DatabaseState[]): { id: string; slug: string; databases: string[] }[] {
  const homes = new Map<string, { id: string; slug: string; databases: string[] }>();
  for (const { name, stores } of all) {
    for (const { id, slug } of stores ?? []) {
      const databases = [...(homes.get(id)?.databases ?? []), name];
      homes.set(id, { id, slug, databases });
    }
  }
  return [...homes.values()].filter(({ databases }) => databases.length > 1);
}

type Home = { name: string; store: Store };

async function find(databases: readonly OneDatabase[], text: string): Promise<Answer> {
  const asked = await Promise.all(
    databases.map(async ({ name, use }) => ({ name, ...(await tried(() => use((db) => findStore(db, text)))) })),
  );
  const silent = asked.flatMap((one) => ('trouble' in one ? [one.name] : []));
  const found = asked.flatMap((one): Home[] =>
    'value' in one && one.value ? [{ name: one.name, store: one.value }] : [],
  );
  if (found.length === 0) throw notFound(text, silent);
  const data = found.map(({ name, store }) => ({
    database: name,
    id: store.id,
    slug: store.slug,
    name: store.name,
    mode: store.mode,
    public_key: store.publicKey,
  }));
  const lines = data.map(({ database, slug, name, id }) => `${printable(name)} (${slug}, ${id}) lives in ${database}.`);
  return {
    data,
    text: [...lines, ...(silent.length > 0 ? [`Not asked, because away: ${silent.join(', ')}.`] : [])].join('\n'),
  };
}

/** Slugs are unique in each database only, so several may have a store of the same one. */
async function findStore(db: Database, text: string): Promise<Store | null> {
  return (await findStoreBySlug(db, text)) ?? (await findStoreByKey(db, text)) ?? (await findById(db, text));
}

async function findById(sql: Sql, id: string): Promise<Store | null> {
  return readStore(sql, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'store_not_found') return null;
    throw error;
  });
}

function notFound(text: string, silent: readonly string[]): Error {
  const shown = printable(text).slice(0, 80);
  return silent.length > 0
    ? new SetupError(`No database that answers has “${shown}”; ${silent.join(', ')} could not be asked.`)
    : new AppError('store_not_found', `No database has a store “${shown}”.`, { param: 'store' });
}

/** Resolves with a sentence for a database that cannot be used. Other errors are the command's. */
async function tried<T>(work: () => Promise<T>): Promise<{ value: T } | { trouble: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof SetupError) return { trouble: error.message };
    // Tables or columns of this version are not there, or the connection ended meanwhile.
    if (error instanceof Error && 'code' in error) return { trouble: error.message };
    throw error;
  }
}
