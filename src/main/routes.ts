import { registerCheckoutRoutes } from '../features/checkouts/routes.ts';
import type { Deps } from '../features/deps.ts';
import { registerTestProviderRoutes } from '../features/payments/routes.ts';
import { registerPlacementRoutes } from '../features/placements/routes.ts';
import type { App } from '../platform/http.ts';

/** Adds every feature's routes to the server. The one place that knows them all. */
export function registerRoutes(app: App, deps: Deps): void {
  registerPlacementRoutes(app, deps);
  registerCheckoutRoutes(app, deps);
  registerTestProviderRoutes(app, deps);
}
