import { copyAsTestStore } from '../../../core/rehearsals/commands/copy-store.ts';
import { readStore } from '../../../core/stores/queries.ts';
import { StoreCopy } from '../../../protocol/schema/admin-api/rehearsals.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';

const COPY = writing('stores:create', {
  operationId: 'copyAsTestStore',
  summary: 'Make a test store beside the store that you act in',
  description:
    'With its settings, look, words, products, and its waitlists that are not closed. It has keys of its own, and no shopper, pre-order, secret or payment account. A store has one; to copy again, delete it.',
  body: StoreCopy,
  response: { 201: successSchema({ $ref: 'AdminStore#' }, 'The test store.') },
});

/** Registers the copy of a store to try things with. */
export function registerTestStore({ app, askerOf, perform }: AdminRoutes): void {
  app.post(`${ADMIN_ROOT}/store/test-store`, COPY, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'store.copy',
      status: 201,
      async run(joined) {
        return { subject: await copyAsTestStore(joined, store.id, request.body.slug) };
      },
      answer: async ({ db }, { subject }) => storeJson(await readStore(db, subject)),
    });
  });
}
