import { parseArgs } from 'node:util';
import { migrate } from '../core/migrate.ts';
import { isDatabaseAway } from '../platform/database-away.ts';
import type { Database } from '../platform/db.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createLog } from '../platform/log.ts';
import { SetupError } from '../platform/setup-error.ts';
import { keepTimelines } from '../platform/timeline.ts';
import { whyUnreachable } from '../platform/why-unreachable.ts';
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
 * Migrates all databases that can be migrated, and fails naming the others with the reason. `serve` and `worker` start all the same: they wait for
 * a database that is away, and use none before it is migrated.
 */
async function migrateAll(homes: readonly Home[], lifetime: Lifetime): Promise<void> {
  const failures: string[] = [];
  for (const home of homes) {
    say(`Database ${home.name}:`);
    try {
      await migrateOne(await open(home, lifetime));
    } catch (error) {
      if (!(error instanceof SetupError) && !isDatabaseAway(error)) throw error;
      const why =
        error instanceof SetupError ? error.message : `The database does not do it: ${whyUnreachable(error)}.`;
      failures.push(`${home.name}: ${why}`);
      say(why);
    }
  }
  if (failures.length === 0) return;
  throw new SetupError(
    `Not migrated:\n${failures.join('\n')}\n${failures.length < homes.length ? 'The others are. ' : ''}Mend this, and run it again.`,
  );
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
