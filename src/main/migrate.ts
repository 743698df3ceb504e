import { migrate } from '../core/migrate.ts';
import { createLog } from '../platform/log.ts';
import { readConfig } from './config.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { runTask } from './process.ts';

// Migrates the database to the version of this code. Processes that run at the same time wait for each other.
await runTask(async (lifetime) => {
  const config = readConfig('migrate');
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const address = await findDatabase(config, lifetime, say);
  const db = await connectDatabase(
    address,
    { log: createLog(config.logLevel), poolConnectionsMax: config.connections.pool },
    lifetime,
  );
  const applied = await migrate(db, { onApplied: (name) => say(`Applied ${name}`) });
  say(applied.length === 0 ? 'The database is up to date.' : `The database is up to date; ${applied.length} applied.`);
});
