import { once } from 'node:events';
import type { Server } from 'node:http';
import { listenForChanges } from '../core/outbox/changes.ts';
import type { BrowserBuild } from '../platform/browser-build.ts';
import { watchConnections } from '../platform/connections.ts';
import { type App, createHttpServer } from '../platform/http.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { SetupError } from '../platform/setup-error.ts';
import { ErrorEnvelope } from '../protocol/schema/envelope.ts';
import { registerAdminApi } from '../surfaces/admin-api/routes.ts';
import { createReadyLane } from '../surfaces/answers.ts';
import type { Deps } from '../surfaces/deps.ts';
import { LINK_DEAD_ENDS } from '../surfaces/mailed-pages/link-routes.ts';
import { registerHealthRoutes } from '../surfaces/operator/health-routes.ts';
import { createMetricsServer, type LocalPages } from '../surfaces/operator/metrics-server.ts';
import { measureQueues } from '../surfaces/operator/queue-gauges.ts';
import { staffAuthentication } from '../surfaces/portal/authenticate.ts';
import { registerPortalPages } from '../surfaces/portal/pages.ts';
import { registerPortal } from '../surfaces/portal/routes.ts';
import type { Config } from './config.ts';
import type { Live } from './live.ts';
import { registerRoutes } from './routes.ts';

const METRICS_CLOSE_MS = 2_000; // longer than a scrape takes

export type ServingOptions = {
  lifetime: Lifetime;
  browser: BrowserBuild;
  /** Only of `npm run dev`. */
  live?: Live | undefined;
  pages?: LocalPages;
};

/** Serves the public API, frames and health on PORT, and `pages` beside the metrics. Resolves when it accepts requests. */
export async function startServing(
  config: Config,
  deps: Deps,
  { lifetime, browser, live, pages }: ServingOptions,
): Promise<void> {
  const changes = await listenForChanges(deps.db, deps.log, {
    onChange(storeId, productId) {
      if (productId === null) deps.answers.invalidateStore(storeId);
      else deps.answers.invalidate(storeId, productId);
    },
    onGap: () => deps.answers.flush(),
  });
  lifetime.onStop(() => changes.stop());
  const metrics = config.adminPort === undefined ? null : createMetrics();
  if (metrics && config.adminPort !== undefined)
    await startMetrics(config.adminPort, metrics, { deps, lifetime, ...(pages && { pages }) });
  const app = createHttpServer({
    log: deps.log,
    trustProxy: config.trustProxy,
    ...(metrics && { onAnswered: metrics.count }),
    ready: createReadyLane(deps),
    deadEnds: LINK_DEAD_ENDS,
    isEnding: lifetime.isEnding,
  });
  live?.addTo(app);
  registerHealthRoutes(app, deps, lifetime.isEnding);
  await registerRoutes(app, deps, browser);
  await listen(app, { host: config.host, port: config.port, variable: 'PORT' });
  lifetime.onStop(() => app.close());
  if (config.portalPort !== undefined) await startPortal(config, config.portalPort, { deps, lifetime, browser });
  lifetime.pauseBeforeStop(config.shutdownPauseMs);
}

/** Serves the portal on a port of its own: nothing else may share its origin. */
async function startPortal(
  { host, trustProxy, baseUrl }: Config,
  port: number,
  { deps, lifetime, browser }: { deps: Deps; lifetime: Lifetime; browser: BrowserBuild },
): Promise<void> {
  const app = createHttpServer({ log: deps.log, trustProxy, isEnding: lifetime.isEnding });
  app.addSchema(ErrorEnvelope);
  registerHealthRoutes(app, deps, lifetime.isEnding);
  registerAdminApi(app, deps, staffAuthentication(registerPortal(app, deps)));
  registerPortalPages(app, { baseUrl, assets: browser.portal });
  await listen(app, { host, port, variable: 'PORTAL_PORT' });
  lifetime.onStop(() => app.close());
}

/** Serves `/metrics` and `pages` on a loopback port. */
export async function startMetrics(
  port: number,
  metrics: Metrics,
  { deps, lifetime, pages }: { deps: Pick<Deps, 'db' | 'sales'>; lifetime: Lifetime; pages?: LocalPages },
): Promise<void> {
  measureQueues(metrics, deps.db);
  metrics.gauge('sale_waiting_requests', 'Holds and payments of this process that wait for a batch.', async () =>
    deps.sales.waiting(),
  );
  const server = createMetricsServer(metrics, { pages, isEnding: lifetime.isEnding });
  const endConnections = watchConnections(server, METRICS_CLOSE_MS);
  await listenOn(server, { host: '127.0.0.1', port, variable: 'ADMIN_PORT' });
  lifetime.onStop(async () => {
    endConnections();
    server.close();
    await once(server, 'close');
  });
}

async function listen(app: App, address: Address): Promise<void> {
  const { host, port } = address;
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, address);
  });
}

type Address = { host: string; port: number; variable: string };

async function listenOn(server: Server, address: Address): Promise<void> {
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, address);
  });
}

/** Turns the error of a server that cannot listen into a `SetupError` with a sentence, if it is a known one. */
export function listenError(error: unknown, { host, port, variable }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sentence = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program. Stop that, or set ${variable} to another port.`,
    EACCES: `This user may not listen on port ${port}. Set ${variable} to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST is ${host}, which is not the name of any address of this machine.`,
  }[String(code)];
  return sentence ? new SetupError(sentence, { cause: error }) : error;
}
