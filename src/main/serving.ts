import { listenForChanges } from '../core/outbox/changes.ts';
import type { BrowserBuild } from '../platform/browser-build.ts';
import { type App, createHttpServer, type HttpServerOptions } from '../platform/http.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Traces } from '../platform/traces.ts';
import { ErrorEnvelope } from '../protocol/schema/envelope.ts';
import { registerAdminApi } from '../surfaces/admin-api/routes.ts';
import { createReadyLane } from '../surfaces/answers.ts';
import type { Deps } from '../surfaces/deps.ts';
import { LINK_DEAD_ENDS } from '../surfaces/mailed-pages/link-routes.ts';
import { registerHealthRoutes } from '../surfaces/operator/health-routes.ts';
import { measureRefusals } from '../surfaces/operator/process-metrics.ts';
import { staffAuthentication } from '../surfaces/portal/authenticate.ts';
import { registerPortalPages } from '../surfaces/portal/pages.ts';
import { registerPortal } from '../surfaces/portal/routes.ts';
import type { Config } from './config.ts';
import { type Address, listenError } from './listening.ts';
import type { Live } from './live.ts';
import { registerRoutes } from './routes.ts';

export type ServingOptions = {
  lifetime: Lifetime;
  browser: BrowserBuild;
  /** Only of `npm run dev`. */
  live?: Live | undefined;
  metrics?: Metrics | null;
  traces?: Traces | null;
};

/** What both ports of a process take. */
export type PortOptions = Omit<ServingOptions, 'metrics'> & { counters: Counters };
type Counters = Pick<HttpServerOptions, 'onAnswered' | 'onRefused' | 'onUntrustedProxy'>;

/** Returns what counts the requests of all ports of a process. */
export const countersOf = (metrics: Metrics | null | undefined): Counters =>
  metrics ? { onAnswered: metrics.count, ...measureRefusals(metrics) } : {};

/** Serves the public API, frames and health on PORT. Resolves when it accepts requests. */
export async function startServing(config: Config, deps: Deps, options: ServingOptions): Promise<void> {
  const { lifetime, metrics } = options;
  const parts = { ...options, counters: countersOf(metrics) };
  await keepSelling(deps);
  await followChanges(deps, lifetime);
  const app = await buildService(config, deps, parts);
  await listen(app, { host: config.host, port: config.port, variable: 'PORT' });
  lifetime.onStop(() => app.close());
  if (config.portalPort !== undefined) {
    // A port of its own: nothing else may share the portal's origin.
    const portal = buildPortal(config, deps, parts);
    await listen(portal, { host: config.host, port: config.portalPort, variable: 'PORTAL_PORT' });
    lifetime.onStop(() => portal.close());
  }
  lifetime.pauseBeforeStop(config.shutdownPauseMs);
}

/** Opens the connections of the sale first: without them nothing is sold, and pools grow into what is left. */
export const keepSelling = ({ sales, log }: Deps) =>
  sales.keepOpen((err) =>
    log.warn({ err }, 'the sale has no connection to the database; it is opened again and again'),
  );

/** Drops kept answers when another process says that what they show has changed. */
export async function followChanges(deps: Deps, lifetime: Pick<Lifetime, 'onStop'>): Promise<void> {
  const changes = await listenForChanges(deps.db, deps.log, {
    onChange(storeId, productId) {
      if (productId === null) deps.answers.invalidateStore(storeId);
      else deps.answers.invalidate(storeId, productId);
    },
    onGap: () => deps.answers.flush(),
  });
  lifetime.onStop(() => changes.stop());
}

/** Builds what is served on PORT for one database. */
export async function buildService(config: Config, deps: Deps, options: PortOptions): Promise<App> {
  const { lifetime, browser, live, counters, traces = null } = options;
  const app = createHttpServer({
    log: deps.log,
    trustProxy: config.trustProxy,
    ...counters,
    ready: createReadyLane(deps),
    deadEnds: LINK_DEAD_ENDS,
    isEnding: lifetime.isEnding,
    traces,
  });
  live?.addTo(app);
  registerHealthRoutes(app, deps, lifetime.isEnding);
  await registerRoutes(app, deps, browser);
  return app;
}

/** Builds the portal of one database. */
export function buildPortal(
  config: Config,
  deps: Deps,
  { lifetime, browser, counters, traces = null }: PortOptions,
): App {
  const app = createHttpServer({
    log: deps.log,
    trustProxy: config.trustProxy,
    isEnding: lifetime.isEnding,
    traces,
    ...counters,
  });
  app.addSchema(ErrorEnvelope);
  registerHealthRoutes(app, deps, lifetime.isEnding);
  registerAdminApi(app, deps, { authenticate: staffAuthentication(registerPortal(app, deps)) });
  registerPortalPages(app, { baseUrl: config.baseUrl, assets: browser.portal });
  return app;
}

async function listen(app: App, address: Address): Promise<void> {
  const { host, port } = address;
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, address);
  });
}
