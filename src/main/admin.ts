import { once } from 'node:events';
import type { Server } from 'node:http';
import { AppError } from '../domain/error.ts';
import { watchConnections } from '../platform/connections.ts';
import { notFound } from '../platform/http-errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { isLoopbackAddress } from '../platform/loopback.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { readVersion } from '../platform/version.ts';
import type { Deps } from '../surfaces/deps.ts';
import {
  createAdminServer,
  createOperatorServer,
  type LocalPages,
  sendRefusal,
} from '../surfaces/operator/admin-server.ts';
import { measureInstallation } from '../surfaces/operator/gauges.ts';
import { measureProcess } from '../surfaces/operator/process-metrics.ts';
import type { Config, Role } from './config.ts';
import { listenOn } from './listening.ts';

const CLOSE_MS = 2_000; // longer than a scrape takes

/** Returns the metrics of a process that serves them. */
export const metricsOf = ({ adminPort }: Pick<Config, 'adminPort'>): Metrics | null =>
  adminPort === undefined ? null : createMetrics('waitlist_');

export type AdminParts = {
  role: Role;
  metrics: Metrics | null;
  deps: Pick<Deps, 'db' | 'lookups' | 'sales'>;
  lifetime: Lifetime;
  ready: () => Promise<void>;
  pages?: LocalPages | undefined;
};

type Listening = Pick<Config, 'adminHost' | 'adminPort'>;

/** Serves the metrics and the health of this process, and `pages` if only this machine can reach the port. */
export async function startAdmin(config: Listening, parts: AdminParts): Promise<void> {
  const server = buildAdmin(config, parts);
  if (server) await listen(server, config, parts.lifetime);
}

/** Builds what `startAdmin` serves; null if the settings name no port. */
export function buildAdmin({ adminHost, adminPort }: Listening, parts: AdminParts): Server | null {
  const { role, metrics, deps, lifetime, ready, pages } = parts;
  if (adminPort === undefined || metrics === null) return null;
  measureProcess(metrics, { role, version: readVersion(), ...deps });
  measureInstallation(metrics, deps.db);
  return createAdminServer({
    metrics,
    ready,
    pages,
    isEnding: lifetime.isEnding,
    isLocal: isLoopbackAddress(adminHost),
  });
}

/** `server` returns undefined while the home cannot be used. */
type AdminOfHome = { name: string; server(): Server | undefined };

/**
 * Serves the metrics and the health of several homes: `/metrics?database=second`, `/health/ready?database=second`. Without a name
 * the first one answers. Another home says that the process lives while that one cannot be used.
 */
export async function startAdminOfHomes(
  config: Listening,
  homes: readonly AdminOfHome[],
  lifetime: Lifetime,
): Promise<void> {
  if (config.adminPort !== undefined) await listen(createAdminOfHomes(homes), config, lifetime);
}

/** Builds what `startAdminOfHomes` serves. */
export function createAdminOfHomes(homes: readonly AdminOfHome[]): Server {
  return createOperatorServer((request, response) => {
    const [path = '', query] = (request.url ?? '').split('?', 2);
    const name = new URLSearchParams(query).get('database') ?? homes[0]?.name;
    const asked = homes.filter((home) => home.name === name);
    const able = path === '/health/live' ? [...asked, ...homes] : asked;
    const own = able.map((home) => home.server()).find((one) => one !== undefined);
    request.url = path;
    if (own) own.emit('request', request, response);
    else
      sendRefusal(
        response,
        asked.length > 0 ? new AppError('unavailable', 'This database cannot be used now.') : notFound(),
      );
  });
}

async function listen(server: Server, { adminHost: host, adminPort: port }: Listening, lifetime: Lifetime) {
  if (port === undefined) return;
  const endConnections = watchConnections(server, CLOSE_MS);
  await listenOn(server, { host, port, variable: 'ADMIN_PORT' });
  lifetime.onStop(async () => {
    endConnections();
    server.close();
    await once(server, 'close');
  });
}
