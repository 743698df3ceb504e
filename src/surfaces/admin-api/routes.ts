import type { App } from '../../platform/http.ts';
import {
  AdminFulfilment,
  AdminPreorder,
  AdminPreorderDetail,
  AdminProduct,
  AdminStore,
  AdminWaitlist,
} from '../../protocol/schema/admin-api.ts';
import type { Deps } from '../deps.ts';
import { requireTokens } from './authenticate.ts';
import { registerPreorderReads } from './preorders.ts';
import { registerProducts } from './products.ts';
import { registerStore } from './store.ts';
import { registerWaitlistReads } from './waitlists.ts';

const SCHEMAS = [AdminStore, AdminProduct, AdminWaitlist, AdminPreorder, AdminFulfilment, AdminPreorderDetail];

/** Registers the private API of merchants' own systems. Its scope keeps the demand for a token to its own routes. */
export function registerAdminApi(app: App, deps: Pick<Deps, 'db' | 'limits'>): void {
  // Not in the scope: a scope with schemas of its own gets another validator than ours.
  for (const schema of SCHEMAS) app.addSchema(schema);
  app.register((scope: App, _options, done) => {
    const askerOf = requireTokens(scope, deps);
    registerStore(scope, askerOf);
    registerProducts(scope, deps, askerOf);
    registerWaitlistReads(scope, deps, askerOf);
    registerPreorderReads(scope, deps, askerOf);
    done();
  });
}
