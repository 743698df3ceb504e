import { readDemoSecret, seedDemo } from '../../demo/seed.ts';
import { startDemoStore } from '../../demo/server.ts';
import type { Deps } from '../core/deps.ts';
import { migrate } from '../core/migrate.ts';
import { createOwnerLink } from '../core/staff/commands/links.ts';
import { hasOwner } from '../core/staff/queries.ts';
import { buildBrowser } from '../platform/browser-build.ts';
import { requireLocks } from '../platform/database-locks.ts';
import { requireSession } from '../platform/database-session-limits.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { requireServing, requireWorking } from '../surfaces/operator/health.ts';
import { createOutboxPages } from '../surfaces/operator/mailbox-server.ts';
import { measureJobs } from '../surfaces/operator/process-metrics.ts';
import { metricsOf, startAdmin } from './admin.ts';
import { startBackground } from './background.ts';
import { compose, mailFolder } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { requireCurrencyDigits } from './currency-digits.ts';
import { connectDatabase, ownDatabase } from './database.ts';
import { giveHistory } from './demo-history.ts';
import { requireKey } from './key.ts';
import { listenError } from './listening.ts';
import { startLive } from './live.ts';
import { runServer } from './process.ts';
import { startServing } from './serving.ts';
import { followStandIn, startStandIn } from './stand-in.ts';
import { openLog } from './traces.ts';

// Runs everything in one process, for a trial or a small store: database, service, jobs and demo store.
await runServer(async (lifetime) => {
  const config = readConfig('start');
  const { log, traces } = await openLog(config, lifetime);
  const database = await ownDatabase(config, lifetime, say);
  const { connections, sessionName: name } = config;
  const db = await connectDatabase(database, { log, traces, name, poolConnectionsMax: connections.pool }, lifetime);
  await requireSession(db);
  await requireLocks(db);
  await migrate(db, { onApplied: (name) => say(`Migrating the database: ${name}`) });
  const standIn = await startStandIn(config, db, { log, lifetime });
  const metrics = metricsOf(config);
  const deps = await compose(config, db, { log, lifetime, standIn, metrics, traces });
  await requireKey(deps);
  await requireCurrencyDigits(db);
  await followStandIn(deps, standIn);
  // Only in the embedded database, which nobody else uses: the history moves its clock.
  if (config.demoHistory && config.demoPort !== undefined && config.databaseUrl === undefined) {
    // Before any job or round runs: they would work by today's clock.
    await seedDemo(deps, `http://localhost:${config.demoPort}`);
    await giveHistory(deps, () => say('Filling the demo store with some months of sales'));
  }
  const onJob = metrics ? measureJobs(metrics) : undefined;
  const background = await startBackground(deps, { ...config, onJob, traces });
  lifetime.onStop(() => background.stop());
  const { readableScripts: readable } = config;
  const live = process.argv.includes('--live') ? await startLive(deps, { readable }) : undefined;
  const browser = live?.browser ?? (await buildBrowser({ readable }));
  const pages = createOutboxPages(deps, browser.mailbox);
  let isListening = false; // the port of the metrics opens first
  const ready = async () => {
    await requireWorking(deps.db, background);
    await requireServing(deps, isListening);
  };
  await startAdmin(config, { role: 'start', metrics, deps, lifetime, ready, pages });
  await startServing(config, deps, { lifetime, browser, live, metrics, traces });
  isListening = true;
  const demoUrl =
    config.demoPort === undefined ? undefined : await startDemo(config, config.demoPort, { deps, lifetime });
  lifetime.onStop(() => database.announceStop());
  say(welcome(config, { demoUrl, portal: await portalLines(config, deps) }));
});

/** Starts the demo store, then seeds its data, which contain its address. */
async function startDemo(
  { host, baseUrl }: Config,
  port: number,
  { deps, lifetime }: { deps: Deps; lifetime: Lifetime },
): Promise<string> {
  const sharedSecret = () => readDemoSecret(deps);
  const store = await startDemoStore({ port, host, serviceUrl: baseUrl, sharedSecret }).catch((error: unknown) => {
    throw listenError(error, { host, port, variable: 'DEMO_PORT' });
  });
  lifetime.onStop(() => store.close());
  await seedDemo(deps, store.url);
  return store.url;
}

/** Returns where staff sign in, and how the first of them comes in. */
async function portalLines(
  { portalPort, portalUrl }: Config,
  deps: Deps,
): Promise<{ address: string[]; owner: string[] }> {
  if (portalPort === undefined) return { address: [], owner: [] };
  const address = [`  Portal      ${portalUrl}`];
  if (await hasOwner(deps.db)) return { address, owner: [] };
  const { url } = await createOwnerLink(deps, null);
  return {
    address,
    owner: ['To run the stores in the portal, open this link once. It makes you the owner:', `  ${url}`, ''],
  };
}

type WelcomeContent = { demoUrl: string | undefined; portal: { address: string[]; owner: string[] } };

function welcome(config: Config, { demoUrl, portal }: WelcomeContent): string {
  const took = (performance.now() / 1000).toFixed(1);
  const demo = demoUrl && {
    address: [`  Demo store  ${demoUrl}`, `  Playground  ${demoUrl}/playground`],
    click: [
      `Open ${demoUrl}, choose the Aurora Jacket and a size, and click “Pre-order”.`,
      'The card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined; no money moves.',
      '',
    ],
    steps: ['  ./service preorders list --store demo', '  ./service preorders show REFERENCE'],
  };
  return [
    `Ready after ${took} s.`,
    '',
    ...(demo ? demo.address : []),
    ...portal.address,
    `  Service     ${config.baseUrl}`,
    ...(config.stripePort === undefined
      ? []
      : [`  Payments    http://127.0.0.1:${config.stripePort}, a stand-in for Stripe`]),
    ...(config.adminPort === undefined ? [] : [`  Mails       http://127.0.0.1:${config.adminPort}/mails`]),
    '',
    ...(demo ? demo.click : []),
    ...portal.owner,
    `Next, in another terminal${alsoThere(config)}:`,
    ...(demo ? demo.steps : ['  ./service stores list']),
    '  ./service stores create --help',
    '',
    ...(config.smtpUrl === undefined
      ? [`Mails go nowhere: SMTP_URL names no server. They are kept in ${mailFolder(config.dataDir)}.`]
      : []),
    'Ctrl-C ends everything.',
  ].join('\n');
}

/** Names the variables that `./service` needs too, to find the same database and to call the same addresses. */
function alsoThere({ dataDir, webhookPrivateTargets }: Config): string {
  const variables = [
    ...(process.env.DATA_DIR ? [`DATA_DIR=${dataDir}`] : []),
    ...(webhookPrivateTargets === true ? ['WEBHOOK_PRIVATE_TARGETS=allow'] : []),
  ];
  return variables.length === 0 ? '' : `, with ${variables.join(' and ')} there as well`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
