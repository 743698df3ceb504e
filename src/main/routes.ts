import type { Deps } from '../features/deps.ts';
import type { App } from '../platform/http.ts';

/** Adds every feature's routes to the server. The one place that knows them all. */
export function registerRoutes(_app: App, _deps: Deps): void {}
