import type { Basics } from '../core/deps.ts';
import { systemClock } from '../platform/clock.ts';
import { prepareDataDir } from '../platform/data-dir.ts';
import { requireSession } from '../platform/database-session-limits.ts';
import type { Database } from '../platform/db.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createLog } from '../platform/log.ts';
import { requireMigrated } from '../platform/migrate.ts';
import { keepTimelines } from '../platform/timeline.ts';
import type { BareInstallation, Installation, Needs } from '../surfaces/cli/installation.ts';
import type { Terminal } from '../surfaces/cli/verb.ts';
import { type Config, readConfig } from './config.ts';
import type { Environment } from './config-values.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { chooseHome, readHomes } from './homes.ts';
import { requireKey } from './key.ts';
import { openSecretBox } from './secret-box.ts';

/** Returns the installation that the environment of `terminal` names. `lifetime` closes what is opened. */
export function installationOf(terminal: Pick<Terminal, 'env' | 'writeError'>, lifetime: Lifetime): Installation {
  const say = (text: string) => void terminal.writeError(`${text}\n`);
  const withBare = async <T>(env: Environment, work: (bare: BareInstallation) => Promise<T>): Promise<T> => {
    const config = readConfig('command', env);
    keepTimelines(config.dataDir, { mayWrite: false });
    const stops: (() => Promise<unknown>)[] = [];
    const inner = { ...lifetime, onStop: (stop: () => Promise<unknown>) => void stops.push(stop) };
    try {
      const address = await findDatabase(config, inner, say);
      const url = address.directUrl ?? address.url;
      const db = await connectDatabase({ url }, { log: createLog('silent'), poolConnectionsMax: 2 }, inner);
      return await work({ db, secrets: await openSecretBox(config), scratchUrl: config.rehearsalDatabaseUrl });
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  };
  let chosen = terminal.env.SERVICE_DATABASE || undefined;
  const homes = () => readHomes(terminal.env);
  const environment = () => chooseHome(homes(), chosen).environment;
  const openBasics = (needs: Needs) => openInstallation(environment(), needs, { lifetime, say });
  const composed = async ({ basics, config }: Opened) => {
    const { compose } = await import('./compose.ts');
    return compose(config, basics.db, { log: basics.log, lifetime });
  };
  return {
    choose(name) {
      chosen = name;
    },
    databases: () =>
      homes().map(({ name, environment }) => ({
        name,
        address: environment.BASE_URL ?? null,
        use: (work) => withBare(environment, ({ db }) => work(db)),
      })),
    read: async (needs) => (await openBasics(needs)).basics,
    open: async (needs) => composed(await openBasics(needs)),
    async openToAsk(needs) {
      const opened = await openBasics(needs);
      const { createAsk } = await import('./ask.ts');
      let deps: ReturnType<typeof composed> | undefined;
      const compose = () => {
        deps ??= composed(opened);
        return deps;
      };
      return { ...opened.basics, compose, ...createAsk(opened.basics, compose) };
    },
    withBareDatabase: (work) => withBare(environment(), work),
    async examine() {
      const { examineInstallation } = await import('./examine.ts');
      return examineInstallation({ ...terminal, env: environment(), homes: homes() }, lifetime);
    },
    scratchUrl: () => readConfig('command', environment()).rehearsalDatabaseUrl,
    async keyFolder() {
      const { secretKey, dataDir } = readConfig('command', environment());
      return secretKey === undefined ? prepareDataDir(dataDir) : null;
    },
  };
}

type Opened = { basics: Basics; config: Config };

/** Opens the database of an environment. Rejects with a `SetupError` if it cannot be used. */
async function openInstallation(
  env: Environment,
  needs: Needs,
  { lifetime, say }: { lifetime: Lifetime; say: (text: string) => void },
): Promise<Opened> {
  const config = readConfig('command', env);
  keepTimelines(config.dataDir, { mayWrite: false });
  const address = await findDatabase(config, lifetime, say);
  const log = createLog('silent'); // standard output is for the command's result
  const db = await connectDatabase(address, { log, poolConnectionsMax: config.connections.pool }, lifetime);
  await requireReady(db, config);
  // Without BASE_URL, the address that a running service published is right; this shell's ports may differ.
  const baseUrl = env.BASE_URL ? config.baseUrl : (address.baseUrl ?? config.baseUrl);
  const portalUrl = env.PORTAL_URL ? config.portalUrl : (address.portalUrl ?? config.portalUrl);
  const basics = { db, log, clock: systemClock, secrets: await openSecretBox(config), baseUrl, portalUrl };
  await requireNeeds(basics, needs);
  return { basics, config: { ...config, baseUrl, portalUrl } };
}

/** Throws a `SetupError` for a database that this code cannot use. */
async function requireReady(db: Database, config: Config): Promise<void> {
  if (db.url !== db.directUrl) await requireSession(db); // a pooler passes on no settings of ours
  // The operator decides when `migrate` migrates a shared database. The embedded one is migrated by any process that opens it.
  if (config.databaseUrl !== undefined) return requireMigrated(db);
  const { migrate } = await import('../core/migrate.ts');
  await migrate(db);
}

async function requireNeeds(basics: Basics, needs: Needs): Promise<void> {
  if (needs.key) await requireKey(basics);
  if (!needs.currencyDigits) return;
  const { requireCurrencyDigits } = await import('./currency-digits.ts');
  await requireCurrencyDigits(basics.db);
}
