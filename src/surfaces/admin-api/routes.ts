import type { App } from '../../platform/http.ts';
import { ADMIN_SCHEMAS } from '../../protocol/schema/admin-api/schemas.ts';
import type { Deps } from '../deps.ts';
import { readFromStandby } from '../request-reads.ts';
import { registerActivity } from './activity.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { type Authenticate, requireScopes } from './authenticate.ts';
import { registerInventory } from './batches/inventory.ts';
import { registerBatches } from './batches/routes.ts';
import { registerBooks } from './books.ts';
import { performRows } from './bulk.ts';
import type { ByHand } from './by-hand.ts';
import { registerIds } from './catalog/ids.ts';
import { registerImports } from './catalog/imports.ts';
import { registerProducts } from './catalog/products.ts';
import { registerSafety } from './catalog/safety.ts';
import { registerConnection } from './connection.ts';
import { registerDiscounts } from './discounts.ts';
import { registerMails } from './mails.ts';
import { registerMeasures } from './measures.ts';
import { registerMovingIn } from './moving-in.ts';
import { registerAlerts, registerJobs } from './operations.ts';
import { registerOrders } from './orders.ts';
import { registerPayments } from './payments.ts';
import { registerPeople } from './people.ts';
import { perform } from './perform.ts';
import { registerPlacements } from './placements.ts';
import { registerPreorderActs } from './preorders/acts.ts';
import { registerPreorderBulk } from './preorders/bulk.ts';
import { registerFulfilments } from './preorders/fulfilments.ts';
import { registerMessages } from './preorders/messages.ts';
import { registerNotes } from './preorders/notes.ts';
import { registerPreorderReads } from './preorders/reads.ts';
import { registerPrivacyRequests } from './privacy-requests.ts';
import { registerPromises } from './promises/routes.ts';
import { registerTestClock } from './rehearsals/clock.ts';
import { registerRehearsals } from './rehearsals/launches.ts';
import { registerTestStore } from './rehearsals/test-store.ts';
import { registerReleases } from './releases/routes.ts';
import { registerReports } from './reports.ts';
import { servingOf } from './serve.ts';
import { spelt } from './spelling.ts';
import { registerStaff } from './staff.ts';
import { registerBrand } from './store/brand.ts';
import { registerGuaranteeFiles } from './store/guarantee-files.ts';
import { registerStore } from './store/routes.ts';
import { registerSecrets } from './store/secrets.ts';
import { registerSuppressions } from './suppressions.ts';
import { registerTexts } from './texts.ts';
import { registerTokens } from './tokens.ts';
import { registerWaitlistFiles } from './waitlists/files.ts';
import { registerLowestPrices } from './waitlists/lowest-prices.ts';
import { registerWaitlists } from './waitlists/routes.ts';
import { registerWebhookMessages } from './webhook-messages.ts';
import { registerWebhooks } from './webhooks.ts';
import { registerWithdrawals } from './withdrawals.ts';

const NOUNS = [
  registerStore,
  registerSecrets,
  registerBrand,
  registerGuaranteeFiles,
  registerTexts,
  registerProducts,
  registerImports,
  registerMovingIn,
  registerIds,
  registerSafety,
  registerConnection,
  registerWaitlists,
  registerLowestPrices,
  registerWaitlistFiles,
  registerBatches,
  registerInventory,
  registerPromises,
  registerReleases,
  registerDiscounts,
  registerPreorderReads,
  registerPreorderActs,
  registerFulfilments,
  registerPreorderBulk,
  registerMessages,
  registerNotes,
  registerOrders,
  registerWithdrawals,
  registerMails,
  registerSuppressions,
  registerPeople,
  registerPrivacyRequests,
  registerPayments,
  registerBooks,
  registerWebhooks,
  registerWebhookMessages,
  registerAlerts,
  registerJobs,
  registerMeasures,
  registerPlacements,
  registerReports,
  registerTestClock,
  registerTestStore,
  registerRehearsals,
  registerTokens,
  registerActivity,
  registerStaff,
];

/**
 * Registers the private API. `authenticate` recognises who asks: a merchant's own systems by their tokens, and staff in the
 * portal by their sessions. Its scope keeps the demand to its own routes.
 */
export function registerAdminApi(app: App, deps: Deps, authenticate: Authenticate): void {
  // Not in the scope: a scope with schemas of its own gets another validator than ours.
  for (const schema of ADMIN_SCHEMAS) app.addSchema(schema);
  app.register((scope: App, _options, done) => {
    const askerOf = requireScopes(scope, deps, authenticate);
    scope.addHook('preHandler', (request, _reply, next) => {
      const names = request.params as Record<string, unknown>;
      for (const [name, given] of Object.entries(names))
        if (typeof given === 'string') names[name] = spelt(name, given);
      next();
    });
    const byHand: ByHand = {
      app: scope,
      deps: { ...deps, db: readFromStandby(scope, deps.db) },
      askerOf,
      perform: (request, reply, act) => perform(deps, { request, reply }, { asker: askerOf(request), act }),
      performRows: (request, rows) => performRows(deps, { request, asker: askerOf(request) }, rows),
    };
    const routes: AdminRoutes = { ...byHand, ...servingOf(byHand) };
    for (const register of NOUNS) register(routes);
    done();
  });
}
