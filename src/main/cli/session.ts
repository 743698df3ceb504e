import type { Deps } from '../../features/deps.ts';
import { createLog } from '../../platform/log.ts';
import { migrate, requireMigrated } from '../../platform/migrate.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { connectDatabase, findDatabase } from '../database.ts';
import type { Lifetime } from '../process.ts';
import type { Terminal } from './verb.ts';

/** Opens the database of this installation for one verb; everything ends with `lifetime`. */
export async function openSession(terminal: Terminal, lifetime: Lifetime): Promise<Deps> {
  const config = readConfig('command', terminal.env);
  const log = createLog('silent'); // the log goes to standard output, and that is for the answer
  const address = await findDatabase(config, lifetime, (text) => void terminal.writeError(`${text}\n`));
  const db = await connectDatabase(address, { log, poolConnectionsMax: config.connections.pool }, lifetime);
  // A shared database is brought up to date by `migrate`, when its operator says so; the embedded one by whoever comes.
  if (config.databaseUrl === undefined) await migrate(db);
  else await requireMigrated(db);
  // A service that runs knows its address better than the ports of this shell do.
  const baseUrl = terminal.env.BASE_URL ? config.baseUrl : (address.baseUrl ?? config.baseUrl);
  return compose({ ...config, baseUrl }, db, { log, lifetime });
}
