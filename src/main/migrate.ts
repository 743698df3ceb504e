import { migrate } from '../core/migrate.ts';
import { createLog } from '../platform/log.ts';
import { readConfig } from './config.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { runTask } from './process.ts';

// Brings the database to where this code needs it; several at once take turns.
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
