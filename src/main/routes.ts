import { registerAccountHooks } from '../features/accounts/routes.ts';
import { registerCheckoutDocument } from '../features/checkouts/document-route.ts';
import { registerIsolatedDocument } from '../features/checkouts/isolated-document.ts';
import { registerCheckoutRoutes } from '../features/checkouts/routes.ts';
import type { Deps } from '../features/deps.ts';
import { registerMeasureRoutes } from '../features/measures/routes.ts';
import { registerPayPages } from '../features/payments/pay-routes.ts';
import { registerTestProviderRoutes } from '../features/payments/routes.ts';
import { registerPlacementDocuments } from '../features/placements/frame-routes.ts';
import { registerPlacementRoutes } from '../features/placements/routes.ts';
import { registerSdk } from '../features/placements/sdk-route.ts';
import { registerLinkRoutes } from '../features/preorders/link-routes.ts';
import { registerManagePage } from '../features/preorders/manage-page.ts';
import { registerStatusRoutes } from '../features/preorders/routes.ts';
import { confirmedStatusPage, registerStatusDocument } from '../features/preorders/status-document.ts';
import { registerAnswerPage } from '../features/promises/answer-routes.ts';
import { registerStatusAnswer } from '../features/promises/status-route.ts';
import { registerWebhookRoutes } from '../features/webhooks/routes.ts';
import { buildBrowser } from '../platform/browser-build.ts';
import type { App } from '../platform/http.ts';
import { registerApiReference } from './api-reference.ts';
import { registerGuides } from './guides.ts';

/** Adds every feature's routes to the server. The one place that knows them all. */
export async function registerRoutes(app: App, deps: Deps): Promise<void> {
  const browser = await buildBrowser();
  await registerApiReference(app); // it describes only what is added after it
  await registerGuides(app, deps.baseUrl);
  registerPlacementRoutes(app, deps);
  registerMeasureRoutes(app, deps);
  registerSdk(app, browser.sdk);
  registerPlacementDocuments(app, deps, browser);
  registerCheckoutRoutes(app, deps);
  registerTestProviderRoutes(app, deps);
  registerPayPages(app, deps, browser.frame('pay'));
  registerCheckoutDocument(app, deps, browser.frame('checkout'));
  registerIsolatedDocument(app, deps, browser.frame('isolated'));
  registerStatusDocument(app, deps, { status: browser.frame('status'), refused: browser.frame('refused') });
  registerStatusRoutes(app, deps);
  registerLinkRoutes(app, deps);
  registerManagePage(app, deps, (facts) => confirmedStatusPage(deps, browser.frame('status'), facts));
  registerAnswerPage(app, deps);
  registerStatusAnswer(app, deps);
  registerAccountHooks(app, deps);
  registerWebhookRoutes(app, deps);
}
