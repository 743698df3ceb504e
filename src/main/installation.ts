import { migrate } from '../core/migrate.ts';
import { prepareDataDir } from '../platform/data-dir.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createLog } from '../platform/log.ts';
import { requireMigrated } from '../platform/migrate.ts';
import type { Installation } from '../surfaces/cli/installation.ts';
import type { Terminal } from '../surfaces/cli/verb.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { requireKey } from './key.ts';

/** The installation that the environment of `terminal` names. What is opened ends with `lifetime`. */
export function installationOf(terminal: Pick<Terminal, 'env' | 'writeError'>, lifetime: Lifetime): Installation {
  const { env } = terminal;
  return {
    async open(needs) {
      const config = readConfig('command', env);
      const log = createLog('silent'); // the log goes to standard output, and that is for the answer
      const address = await findDatabase(config, lifetime, (text) => void terminal.writeError(`${text}\n`));
      const db = await connectDatabase(address, { log, poolConnectionsMax: config.connections.pool }, lifetime);
      // A shared database is brought up to date by `migrate`, when its operator says so; the embedded one by whoever comes.
      if (config.databaseUrl === undefined) await migrate(db);
      else await requireMigrated(db);
      // A service that runs knows its address better than the ports of this shell do.
      const baseUrl = env.BASE_URL ? config.baseUrl : (address.baseUrl ?? config.baseUrl);
      const deps = await compose({ ...config, baseUrl }, db, { log, lifetime });
      if (needs.key) await requireKey(deps);
      if (needs.currencyDigits) await requireCurrencyDigits(db);
      return deps;
    },
    async keyFolder() {
      const { secretKey, dataDir } = readConfig('command', env);
      return secretKey === undefined ? prepareDataDir(dataDir) : null;
    },
  };
}
