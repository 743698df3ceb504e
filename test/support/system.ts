import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewStore } from '../../src/core/stores/commands.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import type { NewWaitlist } from '../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { startBackground } from '../../src/main/background.ts';
import { compose, mailFolder } from '../../src/main/compose.ts';
import type { Config } from '../../src/main/config.ts';
import { connectDatabase } from '../../src/main/database.ts';
import { startServing } from '../../src/main/serving.ts';
import { startStandIn } from '../../src/main/stand-in.ts';
import { ownStandIn } from '../../src/main/stand-in-address.ts';
import { buildBrowser } from '../../src/platform/browser-build.ts';
import type { Database } from '../../src/platform/db.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import type { Traces } from '../../src/platform/traces.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import type { TestCluster } from './cluster.ts';
import { createTestDatabase, ownInstallation } from './database.ts';
import { createLifetime } from './lifetime.ts';
import {
  createTestProduct,
  createTestStore,
  createTestWaitlist,
  TEST_SECRET_KEY,
  type TestProduct,
} from './merchant.ts';
import { withStandIn } from './opened-stand-ins.ts';
import { freePorts } from './service-process.ts';

export type System = {
  /** The service, `http://127.0.0.1:PORT`: another site than the `localhost` of `serveStore`. */
  baseUrl: string;
  db: Database;
  /** The deps of core and surfaces, for tests that act as the merchant or read internals. */
  deps: Deps;
  /** Reads the files of the mails sent so far. */
  mails(): Promise<string[]>;
  /** The address of its stand-in for Stripe, if it has one. */
  standInAddress: string | undefined;
  stop(): Promise<void>;
};

export type SystemOptions = Partial<Config> & {
  log?: Log;
  traces?: Traces;
  /** Whether test stores pay at the stand-in for Stripe, like in `npm start`, instead of the test provider. */
  standIn?: boolean;
  /** Another PostgreSQL than that of the run. */
  cluster?: TestCluster | undefined;
  /** The port of a standby of it, to read from. */
  standbyPort?: number;
};

// What a test turns on by itself.
const UNSET = {
  breachedPasswordsUrl: undefined,
  secretKeyPrevious: undefined,
  shopifyApp: undefined,
  smtpUrl: undefined,
};

/**
 * Starts the whole service in this process over a new database, composed like in `npm start`: HTTP, sale queue, outbox,
 * jobs, the test provider or the stand-in for Stripe. Requests may name their client's address in X-Forwarded-For.
 *
 *     const system = await startSystem();
 *     afterAll(() => system.stop());
 */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const { log: given, traces = null, standIn, cluster, standbyPort, ...changes } = options;
  const database = await (cluster ? ownInstallation(cluster) : createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'waitlist-system-'));
  const [port = 0, stripePort] = await freePorts(standIn ? 2 : 1);
  const config: Config = {
    ...UNSET,
    host: '127.0.0.1',
    port,
    adminPort: undefined,
    adminHost: '127.0.0.1',
    demoPort: undefined,
    demoHistory: false,
    stripePort,
    stripeStandIn: ownStandIn(stripePort),
    portalPort: undefined,
    portalUrl: 'http://localhost:4004',
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: database.url,
    databaseDirectUrl: undefined,
    databaseReadUrl: undefined,
    rehearsalDatabaseUrl: undefined,
    connections: { pool: 4, lookups: 4 },
    sessionName: 'waitlist-service test',
    secretKey: TEST_SECRET_KEY,
    trustProxy: ['127.0.0.1'],
    mailConnections: 10,
    mailFrom: 'no-reply@service.example',
    webhookPrivateTargets: false,
    shutdownPauseMs: 0,
    logLevel: 'silent',
    readableScripts: false,
    tracing: undefined,
    ...changes,
  };
  const { lifetime, stop } = createLifetime();
  lifetime.onStop(() => Promise.all([rm(dataDir, { recursive: true, force: true }), database.drop()]));
  const log = given ?? createLog(config.logLevel);
  const readUrl = standbyPort && Object.assign(new URL(database.url), { port: String(standbyPort) }).href;
  const own = { log, poolConnectionsMax: 8, traces };
  const db =
    traces || readUrl
      ? await connectDatabase({ url: database.url, ...(readUrl && { readUrl }) }, own, lifetime)
      : database.db;
  const running = { log, lifetime, traces, standIn: await startStandIn(config, db, { log, lifetime }) };
  const deps = await compose(config, db, { ...running, standIns: withStandIn(config.stripeStandIn) });
  const background = await startBackground(deps, { ...config, traces });
  lifetime.onStop(() => background.stop());
  await startServing(config, deps, { lifetime, browser: await buildBrowser(), traces });
  const mails = () => mailsIn(mailFolder(dataDir));
  return { baseUrl: config.baseUrl, db, deps, mails, standInAddress: config.stripeStandIn, stop };
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
}

export type StoreWithWaitlist = {
  storeId: string;
  /** The public API key. */
  storeKey: string;
  product: TestProduct;
  waitlistId: string;
};

export type StoreOptions = {
  /** One variant per price, in minor units. */
  prices?: number[];
  store?: Partial<NewStore>;
  /** Units of each variant. */
  allocation?: number;
  waitlist?: Partial<NewWaitlist>;
};

/** Creates a test store with one product on an open waitlist, by default with ten units of each variant. */
export async function createStoreWithWaitlist(
  { deps }: Pick<System, 'deps'>,
  options: StoreOptions = {},
): Promise<StoreWithWaitlist> {
  const { db } = deps;
  const storeId = await createTestStore(db, options.store);
  const product = await createTestProduct(db, storeId, { prices: options.prices ?? [12_900, 14_900] });
  const { allocation = 10 } = options;
  const variants = product.variants.map(({ id }) => ({ variantId: id, allocation }));
  const waitlistId = await createTestWaitlist(db, { storeId, product }, { variants, ...options.waitlist });
  await changeWaitlistState(deps, { storeId, waitlistId }, 'open');
  const { publicKey } = await readStore(db, storeId);
  return { storeId, storeKey: publicKey, product, waitlistId };
}

export type StoreSite = {
  /** `http://localhost:PORT`, a store's own site. */
  url: string;
  close(): Promise<void>;
};

/**
 * Serves a store's own web site. `pages` has the HTML by path, such as `'/'`; `headers` go with every page, such as a strict
 * Content-Security-Policy. Pages may be added while it runs.
 */
export async function serveStore(
  pages: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<StoreSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const html = pages[pathname];
    // Browsers request the icon by themselves; a 404 would put an error on every page's console.
    const status = pathname === '/favicon.ico' ? 204 : html === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('TCP server without a port');
  return {
    url: `http://localhost:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a product page like a storefront developer's: the script in the head, then `body`. */
export function storePage({ baseUrl }: Pick<System, 'baseUrl'>, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Aurora Jacket</title>
<script src="${baseUrl}/api/v1/service.js"></script>
</head>
<body>
<main>
<h1>Aurora Jacket</h1>
${body}
</main>
</body>
</html>`;
}
