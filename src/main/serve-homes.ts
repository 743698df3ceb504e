import type { IncomingMessage, Server } from 'node:http';
import type { App } from '../platform/app.ts';
import { type BrowserBuild, buildBrowser } from '../platform/browser-build.ts';
import type { Database } from '../platform/db.ts';
import { createAwayApp, createFront, type Front } from '../platform/front.ts';
import { logBroken, type OnBroken } from '../platform/http-errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { Traces } from '../platform/traces.ts';
import { requireSelling } from '../surfaces/operator/health.ts';
import { buildAdmin, startAdminOfHomes } from './admin.ts';
import { type Begun, beginHome } from './begin-home.ts';
import { createDirectory } from './directory.ts';
import { createDispatch, createHostRule, type Destination } from './dispatch.ts';
import type { HomeConfig } from './homes.ts';
import { listenOn } from './listening.ts';
import { buildPortal, buildService, countersOf, followChanges, keepSelling } from './serving.ts';
import { openHome } from './shared-process.ts';
import { logOfHome, openLog } from './traces.ts';

type ServedHome = { db: Database; admin: Server | undefined; service: App; portal: App | undefined };
type Serving = { name: string; baseUrl: string; portalUrl: string; served: Begun<ServedHome> };
type HomeOptions = { lifetime: Lifetime; browser: BrowserBuild; traces: Traces | null };

/** Serves several databases on one port: one app for each, and a server before them that knows which one a request is for. */
export async function serveHomes(homes: readonly HomeConfig[], lifetime: Lifetime): Promise<void> {
  const [first] = homes;
  if (!first) throw new SetupError('There is no database to serve.');
  const { config } = first;
  const { log, traces } = await openLog(config, lifetime);
  const browser = await buildBrowser({ readable: config.readableScripts });
  const serving = homes.map((home) => startHome(home, { lifetime, browser, traces }));
  lifetime.onStop(() => Promise.all(serving.map(({ served }) => served.stop())));
  const { host, port, portalPort, trustProxy } = config;
  await startAdminOfHomes(
    config,
    serving.map(({ name, served }) => ({ name, server: () => served.current()?.admin })),
    lifetime,
  );
  const away = createAwayApp({ log, trustProxy, isEnding: lifetime.isEnding });
  await away.ready();
  lifetime.onStop(() => away.close());
  const fronts = { serving, away, onBroken: logBroken(log) };
  await start(createServiceFront(fronts), { host, port, variable: 'PORT' }, lifetime);
  if (portalPort !== undefined) {
    await start(createPortalFront(fronts), { host, port: portalPort, variable: 'PORTAL_PORT' }, lifetime);
  }
  lifetime.pauseBeforeStop(config.shutdownPauseMs);
  log.info({ host, port, databases: homes.map(({ name }) => name) }, 'serving');
}

function startHome({ name, config }: HomeConfig, { lifetime, browser, traces }: HomeOptions): Serving {
  const log: Log = logOfHome(config, name, traces);
  const served = beginHome({ log, lifetime }, async (own) => {
    const { deps, metrics } = await openHome(config, { log, traces }, own);
    await keepSelling(deps);
    await followChanges(deps, own);
    const options = { lifetime: own, browser, counters: countersOf(metrics), traces };
    const service = await buildService(config, deps, options);
    const portal = config.portalPort === undefined ? undefined : buildPortal(config, deps, options);
    for (const app of [service, portal]) {
      if (app) own.onStop(() => app.close());
      await app?.ready();
    }
    log.info({ base_url: config.baseUrl }, 'serving this database');
    const ready = () => requireSelling(deps);
    const admin = buildAdmin(config, { role: 'serve', metrics, deps, lifetime: own, ready }) ?? undefined;
    return { db: deps.lookups, admin, service, portal };
  });
  return { name, baseUrl: config.baseUrl, portalUrl: config.portalUrl, served };
}

type Fronts = { serving: readonly Serving[]; away: App; onBroken: OnBroken };

function createServiceFront({ serving, away, onBroken }: Fronts): Front {
  const directory = createDirectory(serving.map(({ name, served }) => ({ name, sql: () => served.current()?.db })));
  const hosts = serving.map(({ name, baseUrl }) => ({ name, host: new URL(baseUrl).hostname }));
  const dispatch = createDispatch(hosts, directory);
  const appOf = (destination: Destination) => {
    if (destination === 'away') return away;
    const current = ({ served }: Serving) => served.current()?.service;
    const own = serving.filter(({ name }) => name === destination.home);
    return [...own, ...(destination.orAny ? serving : [])].map(current).find((app) => app !== undefined) ?? away;
  };
  return createFront(({ url = '', headers }: IncomingMessage) => {
    const destination = dispatch({ url, host: headers.host });
    return destination instanceof Promise ? destination.then(appOf) : appOf(destination);
  }, onBroken);
}

function createPortalFront({ serving, away, onBroken }: Fronts): Front {
  const ofHost = createHostRule(serving.map(({ name, portalUrl }) => ({ name, host: new URL(portalUrl).hostname })));
  return createFront(({ headers }) => {
    const { home } = ofHost(headers.host);
    return serving.find(({ name }) => name === home)?.served.current()?.portal ?? away;
  }, onBroken);
}

async function start(front: Front, address: Parameters<typeof listenOn>[1], lifetime: Lifetime): Promise<void> {
  await listenOn(front.server, address);
  lifetime.onStop(() => front.close());
}
