import { prepareDataDir } from '../platform/data-dir.ts';
import { requireLocks } from '../platform/database-locks.ts';
import { requireSession } from '../platform/database-session-limits.ts';
import type { Database } from '../platform/db.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createLog } from '../platform/log.ts';
import { requireMigrated } from '../platform/migrate.ts';
import { SetupError } from '../platform/setup-error.ts';
import { keepTimelines } from '../platform/timeline.ts';
import type { Examined } from '../surfaces/cli/installation.ts';
import type { Terminal } from '../surfaces/cli/verb.ts';
import { compose } from './compose.ts';
import { type Config, reachableHost, readConfig } from './config.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { type Home, readHomeConfigs } from './homes.ts';
import { requireKey } from './key.ts';
import { openSecretBox } from './secret-box.ts';

type ForOperator = Pick<Terminal, 'env' | 'writeError'>;

/** Opens as much of a database and its settings as can be opened. `lifetime` closes it. `homes`: all databases, whose settings it reads. */
export async function examineInstallation(
  terminal: ForOperator & { homes: readonly Home[] },
  lifetime: Lifetime,
): Promise<Examined> {
  const { env, homes } = terminal;
  // Beside a database of one's own, processes of their own run, which need more settings than a command.
  const role = env.DATABASE_URL || env.DATABASE_URL_FILE ? 'serve' : 'command';
  const mistakes = mistakesOf(() => (homes.length > 1 ? readHomeConfigs(role, homes) : readConfig(role, env)));
  const unread = mistakesOf(() => readConfig('command', env));
  if (unread.length > 0) return { mistakes, settings: null, database: null, guards: [], deps: null };
  const config = readConfig('command', env);
  keepTimelines(config.dataDir, { mayWrite: false });
  const opened = await openDatabase(config, terminal, lifetime);
  const baseUrl = env.BASE_URL ? config.baseUrl : (opened.baseUrl ?? config.baseUrl);
  const { dataDir, adminHost, adminPort, rehearsalDatabaseUrl: rehearsalUrl } = config;
  const admin = adminPort === undefined ? null : `http://${reachableHost(adminHost)}:${adminPort}`;
  const settings = { baseUrl, dataDir, admin, rehearsalUrl };
  const { database } = opened;
  if (typeof database === 'string') return { mistakes, settings, database, guards: [], deps: null };
  const examined = { mistakes, settings, database };
  const guards = [
    await guard('session', () => requireSession(database)),
    await guard('locks', () => requireLocks(database)),
    await guard('migrations', () => requireMigrated(database)),
  ];
  const isSound = () => guards.every(({ error }) => error === null);
  // What works on the tables can begin only after the migrations.
  if (!isSound()) return { ...examined, guards, deps: null };
  guards.push(
    await guard('data folder', () => prepareDataDir(dataDir)),
    await guard('secret key', async () => requireKey({ db: database, secrets: await openSecretBox(config) })),
    await guard('currencies', () => requireCurrencyDigits(database)),
  );
  if (!isSound()) return { ...examined, guards, deps: null };
  const deps = await compose({ ...config, baseUrl }, database, { log: createLog('silent'), lifetime });
  return { ...examined, guards, deps };
}

function mistakesOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SetupError) return error.message.split('\n');
    throw error;
  }
}

type Opened = { database: Database | string; baseUrl?: string | undefined };

async function openDatabase(config: Config, terminal: ForOperator, lifetime: Lifetime): Promise<Opened> {
  try {
    const address = await findDatabase(config, lifetime, (text) => void terminal.writeError(`${text}\n`));
    const options = { log: createLog('silent'), poolConnectionsMax: config.connections.pool };
    return { database: await connectDatabase(address, options, lifetime), baseUrl: address.baseUrl };
  } catch (error) {
    if (error instanceof SetupError) return { database: error.message };
    throw error;
  }
}

async function guard(check: string, require: () => Promise<unknown>): Promise<Examined['guards'][number]> {
  return require().then(
    () => ({ check, error: null }),
    (error: unknown) => ({ check, error }),
  );
}
