import type { BrowserBuild } from '../platform/browser-build.ts';
import type { App } from '../platform/http.ts';
import { tokenAuthentication } from '../surfaces/admin-api/authenticate.ts';
import { registerAdminApi } from '../surfaces/admin-api/routes.ts';
import { registerAssets } from '../surfaces/assets/route.ts';
import type { Deps } from '../surfaces/deps.ts';
import { registerOpenApi } from '../surfaces/docs/openapi.ts';
import { registerDocs } from '../surfaces/docs/routes.ts';
import { registerCheckoutRoutes } from '../surfaces/frames/checkout/api-routes.ts';
import { registerCheckoutDocument } from '../surfaces/frames/checkout/document-route.ts';
import { registerIsolatedDocument } from '../surfaces/frames/checkout/isolated-document.ts';
import { registerTestProviderRoutes } from '../surfaces/frames/checkout/test-provider-routes.ts';
import { registerLetter, registerLook } from '../surfaces/frames/look/route.ts';
import { registerPlacementDocuments } from '../surfaces/frames/placements/routes.ts';
import { registerValueProp } from '../surfaces/frames/placements/value-prop.ts';
import { registerStatusAnswer } from '../surfaces/frames/status/answer-route.ts';
import { registerStatusRoutes } from '../surfaces/frames/status/api-routes.ts';
import { lookUpPage, ownStatusPage, registerStatusDocument } from '../surfaces/frames/status/document.ts';
import { registerAnswerPage } from '../surfaces/mailed-pages/answer-routes.ts';
import { registerCalendar } from '../surfaces/mailed-pages/calendar-routes.ts';
import { registerLinkRoutes } from '../surfaces/mailed-pages/cancel-routes.ts';
import { registerInstructionsPage } from '../surfaces/mailed-pages/instructions-page.ts';
import { registerManagePage } from '../surfaces/mailed-pages/manage-page.ts';
import { registerOwnPage } from '../surfaces/mailed-pages/own-page-routes.ts';
import { registerPayPages } from '../surfaces/mailed-pages/pay-routes.ts';
import { registerReceipt } from '../surfaces/mailed-pages/receipt-routes.ts';
import { registerReturnPage } from '../surfaces/mailed-pages/return-routes.ts';
import { registerUndoWithdrawal } from '../surfaces/mailed-pages/undo-withdrawal-page.ts';
import { registerWithdrawPage } from '../surfaces/mailed-pages/withdraw-routes.ts';
import { registerMeasureRoutes } from '../surfaces/public-api/measures.ts';
import { registerOlderClients } from '../surfaces/public-api/older-clients.ts';
import { registerPublicReads } from '../surfaces/public-api/routes.ts';
import { registerPackages } from '../surfaces/sdk/package-routes.ts';
import { registerSdk } from '../surfaces/sdk/route.ts';
import { registerShopifyApp } from '../surfaces/shopify-app/route.ts';
import { registerShopifyProxy } from '../surfaces/shopify-proxy/token-route.ts';
import { registerPlatformHooks } from '../surfaces/webhooks/platform-changes-route.ts';
import { registerAccountHooks } from '../surfaces/webhooks/provider-events-route.ts';
import { registerWebhookRoutes } from '../surfaces/webhooks/schema-route.ts';
import { createTarballs } from './tarballs.ts';

/** Adds the routes of all surfaces to the server. */
export async function registerRoutes(app: App, deps: Deps, browser: BrowserBuild): Promise<void> {
  await registerOpenApi(app); // it describes only what is added after it
  registerDocs(app, { baseUrl: deps.baseUrl, assets: browser.docs });
  registerPublicReads(app, deps);
  registerAdminApi(app, deps, { authenticate: tokenAuthentication(deps) });
  registerMeasureRoutes(app, deps);
  registerOlderClients(app, deps);
  registerSdk(app, deps, browser);
  registerAssets(app, deps);
  registerPackages(app, deps, createTarballs());
  registerPlacementDocuments(app, deps, browser);
  registerValueProp(app, deps, browser);
  registerCheckoutRoutes(app, deps);
  registerTestProviderRoutes(app, deps);
  registerPayPages(app, deps, browser.frame('pay'));
  registerCheckoutDocument(app, deps, {
    plain: browser.frame('checkout'),
    completing: browser.frame('checkout-completing'),
    first: browser.part('checkout/first'),
    standalone: browser.part('checkout/standalone'),
    wallets: browser.part('checkout/wallets'),
  });
  registerLook(app, deps, browser.frame('look'));
  registerLetter(app, deps, browser.frame('letter'));
  registerIsolatedDocument(app, deps, browser.frame('isolated'));
  registerStatusDocument(app, deps, { status: browser.frame('status'), refused: browser.frame('refused') });
  registerStatusRoutes(app, deps);
  registerLinkRoutes(app, deps);
  registerUndoWithdrawal(app, deps);
  registerWithdrawPage(app, deps);
  registerInstructionsPage(app, deps);
  registerReturnPage(app, deps);
  const statusPage = browser.frame('status');
  registerManagePage(app, deps, (facts) => ownStatusPage(deps, statusPage, { ...facts, confirmed: true }));
  registerOwnPage(app, deps, {
    statusPage: (known) => ownStatusPage(deps, statusPage, { ...known, confirmed: false }),
    lookUpPage: (of) => lookUpPage(statusPage, of),
  });
  registerReceipt(app, deps);
  registerCalendar(app, deps);
  registerAnswerPage(app, deps);
  registerStatusAnswer(app, deps);
  registerAccountHooks(app, deps);
  registerPlatformHooks(app, deps);
  registerWebhookRoutes(app, deps);
  registerShopifyProxy(app, deps);
  registerShopifyApp(app, deps);
}
