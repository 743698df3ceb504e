import Type from 'typebox';
import { suppress, unsuppress } from '../../core/mails/commands/suppress.ts';
import { findSuppression, listSuppressions } from '../../core/mails/queries.ts';
import { checkPerson } from '../../core/people/commands/erase.ts';
import { AddressOnly, SuppressBody } from '../../protocol/schema/admin-api/mails.ts';
import { orNull } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { suppressionJson } from '../merchant-json/mails.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/suppressions`;

// The address stands in the body, because addresses of requests are logged on their way.
const LIST = reading('mails:read', {
  operationId: 'listSuppressions',
  summary: 'The addresses that get no more mails, the newest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminSuppression')), 'All of them.') },
});
const ADD = writing('mails:write', {
  operationId: 'suppressAddress',
  summary: 'Send no more mails to an address, after a bounce or a complaint',
  body: SuppressBody,
  response: {
    200: successSchema(
      Type.Object({ suppressed: orNull(Type.Ref('AdminSuppression'), 'Null if it was taken off meanwhile.') }),
    ),
  },
});
const REMOVE = writing('mails:write', {
  operationId: 'allowAddress',
  summary: 'Allow mails to an address again',
  body: AddressOnly,
  response: { 200: successSchema(Type.Object({ removed: Type.Boolean() }), 'False: it was not on the list.') },
});

/** Registers the addresses that get no more mails. The activity log never names an address. */
export function registerSuppressions({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(PATH, LIST, async (request) =>
    success((await listSuppressions(deps.db, askerOf(request).store.id)).map(suppressionJson)),
  );

  app.post(PATH, ADD, async (request, reply) => {
    const { store } = askerOf(request);
    const { email, reason } = request.body;
    const person = checkPerson({ storeId: store.id, email });
    return perform(request, reply, {
      action: 'suppression.add',
      async run({ db }) {
        await suppress(db, person, { reason });
        return { subject: store.slug, outcome: { reason: reason ?? null } };
      },
      async answer({ db }) {
        const kept = await findSuppression(db, store.id, person.email);
        return { suppressed: kept && suppressionJson(kept) };
      },
    });
  });

  app.post(`${PATH}/remove`, REMOVE, async (request, reply) => {
    const { store } = askerOf(request);
    const person = checkPerson({ storeId: store.id, email: request.body.email });
    return perform(request, reply, {
      action: 'suppression.remove',
      run: async ({ db }) => ({ subject: store.slug, outcome: { removed: await unsuppress(db, person) } }),
      answer: async (_, { outcome }) => ({ removed: outcome.removed }),
    });
  });
}
