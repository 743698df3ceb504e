import { parseArgs } from 'node:util';
import { migrate } from '../core/migrate.ts';
import type { Database } from '../platform/db.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createLog } from '../platform/log.ts';
import { SetupError } from '../platform/setup-error.ts';
import { keepTimelines } from '../platform/timeline.ts';
import { readConfig } from './config.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { chooseHome, type Home, readHomes } from './homes.ts';
import { runTask } from './process.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

// Migrates the database to the version of this code; of several each in turn, or the one that `--database` names. Processes that run
// at the same time wait for each other. One database that cannot be reached yet is waited for: after a power cut it may come last.
await runTask(async (lifetime) => {
  const { database } = parseArgs({ options: { database: { type: 'string' } } }).values;
  const homes = readHomes();
  if (homes.length > 1 && database === undefined) return migrateAll(homes, lifetime);
  await migrateOne(await open(chooseHome(homes, database), lifetime, { waits: true }));
});

/**
 * Migrates the databases that can be reached, and names the others. Those do not fail the task, because `serve` and `worker` are
 * started after it: they wait for such a database themselves, and refuse to use it until it is migrated.
 */
async function migrateAll(homes: readonly Home[], lifetime: Lifetime): Promise<void> {
  const away: string[] = [];
  for (const home of homes) {
    say(`Database ${home.name}:`);
    const db = await open(home, lifetime).catch((error: unknown) => {
      if (!(error instanceof SetupError)) throw error;
      say(error.message);
      away.push(home.name);
    });
    if (db) await migrateOne(db);
  }
  if (away.length === 0) return;
  const left = `Not migrated, because away: ${away.join(', ')}. Run this again when it can be reached.`;
  if (away.length === homes.length) throw new SetupError(left);
  process.stderr.write(`${left}\n`);
}

async function open({ environment }: Home, lifetime: Lifetime, { waits = false } = {}): Promise<Database> {
  const config = readConfig('migrate', environment);
  keepTimelines(config.dataDir, { mayWrite: true });
  const address = await findDatabase(config, lifetime, say);
  const options = { log: createLog(config.logLevel), poolConnectionsMax: config.connections.pool, waits };
  return connectDatabase(address, options, lifetime);
}

async function migrateOne(db: Database): Promise<void> {
  const applied = await migrate(db, { onApplied: (name) => say(`Applied ${name}`) });
  say(applied.length === 0 ? 'The database is up to date.' : `The database is up to date; ${applied.length} applied.`);
}
