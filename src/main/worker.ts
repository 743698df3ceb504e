import { requireSessionLimits } from '../platform/database-session-limits.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { requireMigrated } from '../platform/migrate.ts';
import { startBackground } from './background.ts';
import { compose, mailFolder } from './compose.ts';
import { readConfig } from './config.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, sharedDatabase } from './database.ts';
import { requireKey } from './key.ts';
import { runServer } from './process.ts';
import { startMetrics } from './serving.ts';

// Runs jobs and periodic rounds. Any number of these processes may run.
await runServer(async (lifetime) => {
  const config = readConfig('worker');
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
  if (config.adminPort !== undefined) await startMetrics(config.adminPort, createMetrics(), { deps, lifetime });
  const background = await startBackground(deps, config);
  lifetime.onStop(() => background.stop());
  log.info('working');
  if (config.smtpUrl === undefined) {
    log.warn({ folder: mailFolder(config.dataDir) }, 'mails are only written to files, because SMTP_URL is not set');
  }
});
