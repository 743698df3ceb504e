import { requireLocks } from '../platform/database-locks.ts';
import { requireSession } from '../platform/database-session-limits.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { requireMigrated } from '../platform/migrate.ts';
import { keepTimelines } from '../platform/timeline.ts';
import type { Traces } from '../platform/traces.ts';
import type { Deps } from '../surfaces/deps.ts';
import { metricsOf } from './admin.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, sharedDatabase, tellProcesses } from './database.ts';
import { requireKey } from './key.ts';
import { openLog } from './traces.ts';

type Watching = { log: Log; traces: Traces | null };
export type OpenHome = { deps: Deps; metrics: Metrics | null };
export type SharedProcess = Watching & OpenHome & { config: Config };

/** Begins a process beside others over one database. Rejects if the database is not migrated or has another secret key. */
export async function beginSharedProcess(role: 'serve' | 'worker', lifetime: Lifetime): Promise<SharedProcess> {
  const config = readConfig(role);
  const { log, traces } = await openLog(config, lifetime);
  return { config, log, traces, ...(await openHome(config, { log, traces }, lifetime)) };
}

/** Opens a database that other processes share, and builds what works over it. */
export async function openHome(config: Config, { log, traces }: Watching, lifetime: Lifetime): Promise<OpenHome> {
  keepTimelines(config.dataDir, { mayWrite: true });
  const options = { log, traces, name: config.sessionName, poolConnectionsMax: config.connections.pool, waits: true };
  const db = await connectDatabase(sharedDatabase(config), options, lifetime);
  await requireSession(db);
  await requireLocks(db);
  await requireMigrated(db);
  const metrics = metricsOf(config);
  const deps = await compose(config, db, { log, lifetime, metrics, traces });
  await requireKey(deps);
  await requireCurrencyDigits(db);
  await tellProcesses(db, log);
  return { deps, metrics };
}
