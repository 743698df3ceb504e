import { Readable } from 'node:stream';
import { erase, isNothing, planErasure } from '../../core/people/commands/erase.ts';
import { Type } from '../../platform/type.ts';
import { AddressOnly } from '../../protocol/schema/admin-api/mails.ts';
import { EraseBody } from '../../protocol/schema/admin-api/people.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { exportPerson, exportText } from '../merchant-json/person-export.ts';
import { erasureJson } from '../merchant-json/person-records.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';
import { noteRead } from './note-read.ts';

const PATH = `${ADMIN_ROOT}/people`;
const SCOPE = 'people:write';
const erasure = successSchema(Type.Ref('AdminErasure'), 'What it takes away.');

// The address stands in the body, because addresses of requests are logged on their way.
const EXPORT = reading(SCOPE, {
  operationId: 'exportPerson',
  summary: 'Everything that is stored about a person, as JSON',
  body: AddressOnly,
  response: { 200: { description: 'Streamed.', content: { 'application/json': { schema: Type.Unknown() } } } },
});
const PLAN = reading(SCOPE, {
  operationId: 'planErasure',
  summary: 'What an erasure of a person would take away; changes nothing',
  body: AddressOnly,
  response: { 200: erasure },
});
const ERASE = writing(SCOPE, {
  operationId: 'erasePerson',
  summary: 'Erase what names a person; pre-orders, money and stock stay under a pseudonym',
  description:
    'Refused with `preorders_open` while goods are owed, unless `open_too`. `job_running`: try again in a moment.',
  body: EraseBody,
  response: { 200: erasure },
});

/** Registers what is done with the data of a person: export, plan of an erasure, erasure. */
export function registerPeople({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.post(`${PATH}/export`, EXPORT, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    const exported = await exportPerson(deps.db, store, request.body.email);
    // Pre-orders say whose data it was: the log outlives what names the person.
    const after = { preorders: exported.counts.preorders, references: exported.references };
    await noteRead({ ...deps, requestId: request.id }, asker, { action: 'person.export', subject: store.slug, after });
    reply.header('content-disposition', 'attachment; filename="person.json"');
    return reply.type('application/json; charset=utf-8').send(Readable.from(exportText(exported)));
  });

  app.post(`${PATH}/erasure-plan`, PLAN, async (request) => {
    const person = { storeId: askerOf(request).store.id, email: request.body.email };
    return success({ erased: false, ...erasureJson(await planErasure(deps, person)) });
  });

  app.post(`${PATH}/erase`, ERASE, async (request, reply) => {
    const { store } = askerOf(request);
    const { email, open_too = false } = request.body;
    return perform(request, reply, {
      action: 'person.erase',
      outside: true,
      async run(joined) {
        const done = await erase(joined, { storeId: store.id, email }, { openToo: open_too });
        const outcome = { erased: !isNothing(done), ...erasureJson(done) };
        return { subject: store.slug, outcome, noted: { preorders: outcome.preorders } };
      },
      answer: async (_, { outcome }) => outcome,
    });
  });
}
