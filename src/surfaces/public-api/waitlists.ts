import { findStoreByKey, type Store } from '../../core/stores/queries.ts';
import { planText } from '../../core/waitlists/plan-text.ts';
import { listOpenWaitlists, type OpenWaitlist } from '../../core/waitlists/queries/on-sale.ts';
import { msUntilScheduledChange } from '../../core/waitlists/queries.ts';
import { formatShipWindow } from '../../domain/ship-window.ts';
import type { Sql } from '../../platform/db.ts';
import type { App } from '../../platform/http.ts';
import { PUBLIC_API, Waitlist, WaitlistsAnswer, WaitlistsQuery } from '../../protocol/schema/public-api.ts';
import type { LoadedAnswer } from '../answer-cache.ts';
import { answerPlainRead } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { answerPreflights, json, notOk, storeKeyOf, unknownKey } from './public-route.ts';

const PATH = '/api/v1/waitlists';

/** Registers `GET /api/v1/waitlists` (contract: GET /waitlists). */
export function registerWaitlists(app: App, deps: Pick<Deps, 'db' | 'answers' | 'limits'>): void {
  app.addSchema(Waitlist);

  app.get(
    PATH,
    {
      schema: {
        tags: [PUBLIC_API],
        operationId: 'getWaitlists',
        summary: 'All open waitlists of a store',
        querystring: WaitlistsQuery,
        response: { 200: WaitlistsAnswer, ...notOk },
      },
    },
    (request, reply) => {
      const storeKey = storeKeyOf(deps, request, request.query.api_key);
      return answerPlainRead(
        deps,
        { request, reply },
        { storeKey, about: 'waitlists', load: () => loadWaitlists(deps.db, storeKey) },
      );
    },
  );
  answerPreflights(app, PATH, 'GET, HEAD');
}

/** Loads the answer of `GET /api/v1/waitlists` (contract: GET /waitlists). */
export async function loadWaitlists(sql: Sql, storeKey: string): Promise<LoadedAnswer> {
  const store = await findStoreByKey(sql, storeKey);
  if (!store) return unknownKey();
  // The scheduled change is read first: read last, it would miss a launch in between.
  const msUntilChange = await msUntilScheduledChange(sql, store.id, null);
  const waitlists = await listOpenWaitlists(sql, store.id);
  const content = json(waitlists.map((waitlist) => waitlistView(waitlist, store)));
  return { storeId: store.id, productId: null, msUntilChange, content };
}

/** Returns a waitlist as public answers show it. */
export function waitlistView(waitlist: OpenWaitlist, store: Pick<Store, 'locale' | 'currency'>): Waitlist {
  const { locale } = store;
  return {
    id: waitlist.id,
    state: 'OPEN',
    product: { id: waitlist.productExternalId, product_code: waitlist.productCode },
    display_dispatch_date: formatShipWindow(waitlist.ships, locale, { style: 'long' }),
    payment_plan_descriptions: planText(waitlist.plan, store),
    selling_plan_id: null,
    is_scheduled: waitlist.launchesAt !== null,
    launch_date: waitlist.launchesAt?.toISOString() ?? null,
  };
}
