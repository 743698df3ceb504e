import { migrate } from '../core/migrate.ts';
import { prepareDataDir } from '../platform/data-dir.ts';
import { requireSession } from '../platform/database-session-limits.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createLog } from '../platform/log.ts';
import { requireMigrated } from '../platform/migrate.ts';
import type { BareInstallation, Installation } from '../surfaces/cli/installation.ts';
import type { Terminal } from '../surfaces/cli/verb.ts';
import { compose, openSecretBox } from './compose.ts';
import { readConfig } from './config.ts';
import type { Environment } from './config-values.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { examineInstallation } from './examine.ts';
import { chooseHome, readHomes } from './homes.ts';
import { requireKey } from './key.ts';

/** Returns the installation that the environment of `terminal` names. `lifetime` closes what is opened. */
export function installationOf(terminal: Pick<Terminal, 'env' | 'writeError'>, lifetime: Lifetime): Installation {
  const say = (text: string) => void terminal.writeError(`${text}\n`);
  const withBare = async <T>(env: Environment, work: (bare: BareInstallation) => Promise<T>): Promise<T> => {
    const config = readConfig('command', env);
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
    async open(needs) {
      const env = environment();
      const config = readConfig('command', env);
      const log = createLog('silent'); // standard output is for the command's result
      const address = await findDatabase(config, lifetime, say);
      const db = await connectDatabase(address, { log, poolConnectionsMax: config.connections.pool }, lifetime);
      if (db.url !== db.directUrl) await requireSession(db); // a pooler passes on no settings of ours
      // The operator decides when `migrate` migrates a shared database. The embedded one is migrated by any process that opens it.
      if (config.databaseUrl === undefined) await migrate(db);
      else await requireMigrated(db);
      // Without BASE_URL, the address that a running service published is right; this shell's ports may differ.
      const baseUrl = env.BASE_URL ? config.baseUrl : (address.baseUrl ?? config.baseUrl);
      const portalUrl = env.PORTAL_URL ? config.portalUrl : (address.portalUrl ?? config.portalUrl);
      const deps = await compose({ ...config, baseUrl, portalUrl }, db, { log, lifetime });
      if (needs.key) await requireKey(deps);
      if (needs.currencyDigits) await requireCurrencyDigits(db);
      return deps;
    },
    withBareDatabase: (work) => withBare(environment(), work),
    examine: async () => examineInstallation({ ...terminal, env: environment(), homes: homes() }, lifetime),
    async keyFolder() {
      const { secretKey, dataDir } = readConfig('command', environment());
      return secretKey === undefined ? prepareDataDir(dataDir) : null;
    },
  };
}
