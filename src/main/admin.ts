import { once } from 'node:events';
import { watchConnections } from '../platform/connections.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { isLoopbackAddress } from '../platform/loopback.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { readVersion } from '../platform/version.ts';
import type { Deps } from '../surfaces/deps.ts';
import { createAdminServer, type LocalPages } from '../surfaces/operator/admin-server.ts';
import { measureInstallation } from '../surfaces/operator/gauges.ts';
import { measureProcess } from '../surfaces/operator/process-metrics.ts';
import type { Config, Role } from './config.ts';
import { listenOn } from './listening.ts';

const CLOSE_MS = 2_000; // longer than a scrape takes

/** Returns the metrics of a process that serves them. */
export const metricsOf = ({ adminPort }: Pick<Config, 'adminPort'>): Metrics | null =>
  adminPort === undefined ? null : createMetrics('waitlist_');

type AdminParts = {
  role: Role;
  metrics: Metrics | null;
  deps: Pick<Deps, 'db' | 'lookups' | 'sales'>;
  lifetime: Lifetime;
  ready: () => Promise<void>;
  pages?: LocalPages | undefined;
};

/** Serves the metrics and the health of this process, and `pages` if only this machine can reach the port. */
export async function startAdmin(
  { adminHost: host, adminPort }: Pick<Config, 'adminHost' | 'adminPort'>,
  { role, metrics, deps, lifetime, ready, pages }: AdminParts,
): Promise<void> {
  if (adminPort === undefined || metrics === null) return;
  measureProcess(metrics, { role, version: readVersion(), ...deps });
  measureInstallation(metrics, deps.db);
  const server = createAdminServer({
    metrics,
    ready,
    pages,
    isEnding: lifetime.isEnding,
    isLocal: isLoopbackAddress(host),
  });
  const endConnections = watchConnections(server, CLOSE_MS);
  await listenOn(server, { host, port: adminPort, variable: 'ADMIN_PORT' });
  lifetime.onStop(async () => {
    endConnections();
    server.close();
    await once(server, 'close');
  });
}
