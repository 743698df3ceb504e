import { requireLocks } from '../platform/database-locks.ts';
import { requireSessionLimits } from '../platform/database-session-limits.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { requireMigrated } from '../platform/migrate.ts';
import type { Traces } from '../platform/traces.ts';
import type { Deps } from '../surfaces/deps.ts';
import { metricsOf } from './admin.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, sharedDatabase } from './database.ts';
import { requireKey } from './key.ts';
import { openLog } from './traces.ts';

type SharedProcess = { config: Config; log: Log; deps: Deps; metrics: Metrics | null; traces: Traces | null };

/** Begins a process beside others over one database. Rejects if the database is not migrated or has another secret key. */
export async function beginSharedProcess(role: 'serve' | 'worker', lifetime: Lifetime): Promise<SharedProcess> {
  const config = readConfig(role);
  const { log, traces } = await openLog(config, lifetime);
  const options = { log, traces, poolConnectionsMax: config.connections.pool, waits: true };
  const db = await connectDatabase(sharedDatabase(config), options, lifetime);
  await requireSessionLimits(db);
  await requireLocks(db);
  await requireMigrated(db);
  const metrics = metricsOf(config);
  const deps = await compose(config, db, { log, lifetime, metrics, traces });
  await requireKey(deps);
  await requireCurrencyDigits(db);
  return { config, log, deps, metrics, traces };
}
