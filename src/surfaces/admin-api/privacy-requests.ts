import Type from 'typebox';
import { endRequest } from '../../core/people/commands/answer-requests.ts';
import { listPrivacyRequests } from '../../core/people/queries/privacy-requests.ts';
import { PageQuery, page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { privacyRequestJson } from '../merchant-json/privacy-request.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, pageOf, reading, readPage, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/privacy-requests`;
const Params = Type.Object({ request_id: Type.String({ minLength: 1, maxLength: 100 }) });
const SCOPE = 'people:write';

// As the lists of pre-orders, it names people.
const LIST = reading('preorders:personal', {
  operationId: 'listPrivacyRequests',
  summary: 'What the commerce platform asked on behalf of people, the newest first',
  querystring: PageQuery,
  response: { 200: page(Type.Ref('AdminPrivacyRequest'), 'One page of requests.') },
});
const DONE = writing(SCOPE, {
  operationId: 'endPrivacyRequest',
  summary: 'Say that a person who asked for their data has got it',
  params: Params,
  body: NoBody,
  response: {
    200: successSchema(Type.Ref('AdminPrivacyRequest'), 'The request.'),
    404: { $ref: 'Error#', description: '`not_found`' },
  },
});

/** Registers what a platform asked on behalf of people. */
export function registerPrivacyRequests({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(PATH, LIST, async (request) => {
    const { store } = askerOf(request);
    const read = (part: { limit: number; after?: string }) => listPrivacyRequests(deps.db, store.id, part);
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(entries.map(privacyRequestJson), next);
  });

  app.post(`${PATH}/:request_id/done`, DONE, async (request, reply) => {
    const { store } = askerOf(request);
    const { request_id: id } = request.params;
    return perform(request, reply, {
      action: 'person.answered',
      async run({ db }) {
        const ended = await db.transaction((tx) => endRequest(tx, store.id, id));
        return { subject: id, outcome: privacyRequestJson(ended) };
      },
      answer: async (_, { outcome }) => outcome,
    });
  });
}
