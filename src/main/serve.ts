import { buildBrowser } from '../platform/browser-build.ts';
import { requireSessionLimits } from '../platform/database-session-limits.ts';
import { createLog } from '../platform/log.ts';
import { requireMigrated } from '../platform/migrate.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, sharedDatabase } from './database.ts';
import { requireKey } from './key.ts';
import { runServer } from './process.ts';
import { startServing } from './serving.ts';

// Answers requests. Any number of these processes may run. It does not migrate, seed or run jobs.
await runServer(async (lifetime) => {
  const config = readConfig('serve');
  const log = createLog(config.logLevel);
  const db = await connectDatabase(
    sharedDatabase(config),
    { log, poolConnectionsMax: config.connections.pool },
    lifetime,
  );
  await requireSessionLimits(db);
  await requireMigrated(db);
  const deps = await compose(config, db, { log, lifetime });
  await requireKey(deps);
  await requireCurrencyDigits(db);
  await startServing(config, deps, { lifetime, browser: await buildBrowser({ readable: config.readableScripts }) });
  log.info({ host: config.host, port: config.port, base_url: config.baseUrl }, 'serving');
});
