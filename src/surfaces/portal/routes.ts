import type { App } from '../../platform/http.ts';
import { DATA_HEADERS } from '../headers.ts';
import { createPortalCookie, SESSION_COOKIE } from './cookie.ts';
import { registerFactorRoutes } from './factor-routes.ts';
import { refuseForeignRequests } from './guard.ts';
import { createTries } from './known-browser.ts';
import { registerStaffLinkRoutes } from './link-routes.ts';
import { registerMeRoutes } from './me-routes.ts';
import { registerPaletteRoute } from './palette-route.ts';
import { PORTAL_API, type PortalDeps, type PortalParts } from './parts.ts';
import { registerSecondFactorRoutes } from './second-factor-routes.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { registerStoreRoutes } from './store-routes.ts';
import { createVisitors } from './visitor.ts';

/**
 * Registers the portal on a server of its own: its pages and its API must share their origin with nothing else. Returns what the
 * private API needs to recognise staff.
 */
export function registerPortal(app: App, deps: PortalDeps): PortalParts {
  const cookie = createPortalCookie(deps.portalUrl, 'session', SESSION_COOKIE);
  const parts: PortalParts = { deps, cookie, visitors: createVisitors(deps, cookie), tries: createTries(deps) };
  refuseForeignRequests(app, deps.portalUrl);
  app.addHook('onRequest', async (request, reply) => {
    // By the route as well: an address may be written in other ways (`/%61pi`).
    if (![request.url, request.routeOptions.url].some((path) => path?.startsWith(PORTAL_API))) return;
    reply.headers(DATA_HEADERS);
    deps.limits.writes.take(request.clientAddress, 'portal');
  });
  registerSessionRoutes(app, parts);
  registerStaffLinkRoutes(app, parts);
  registerSecondFactorRoutes(app, parts);
  registerFactorRoutes(app, parts);
  registerMeRoutes(app, parts);
  registerPaletteRoute(app, parts);
  registerStoreRoutes(app, parts);
  return parts;
}
