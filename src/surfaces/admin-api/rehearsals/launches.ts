import Type from 'typebox';
import { startRehearsal, stopRehearsal } from '../../../core/rehearsals/commands/start.ts';
import { listRehearsals, readRehearsal } from '../../../core/rehearsals/queries/rehearsals.ts';
import { NewRehearsal, RehearsalFile } from '../../../protocol/schema/admin-api/rehearsals.ts';
import { CsvQuery, NoBody } from '../../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { csvOf } from '../../csv.ts';
import { rehearsalSheet } from '../../merchant-json/rehearsal-sheets.ts';
import { launchFrom, rehearsalJson } from '../../merchant-json/rehearsals.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, sendCsv, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';

const PATH = `${ADMIN_ROOT}/rehearsals`;
const ofOne = { params: Type.Object({ rehearsal_id: Type.String() }) };
const one = successSchema({ $ref: 'AdminRehearsal#' }, 'The rehearsal.');
const missing = { $ref: 'Error#', description: '`rehearsal_not_found`' };

const LIST = reading('waitlists:read', {
  operationId: 'listRehearsals',
  summary: 'The last twenty rehearsals of the store, the newest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminRehearsal')), 'The rehearsals.') },
});

const GET = reading('waitlists:read', {
  operationId: 'getRehearsal',
  summary: 'One rehearsal, with its progress and its report',
  ...ofOne,
  response: { 200: one, 404: missing },
});

const EXPORT = reading('waitlists:read', {
  operationId: 'exportRehearsal',
  summary: 'A part of a rehearsal’s report as CSV, safe to open in a spreadsheet',
  description: '`sales`: what each variant would sell, and when. `countries`: to whom.',
  params: RehearsalFile,
  querystring: CsvQuery,
  response: { 200: { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } }, 404: missing },
});

const START = writing('waitlists:write', {
  operationId: 'startRehearsal',
  summary: 'Rehearse the launch of a waitlist with simulated shoppers on a copy of the store',
  description:
    'A worker runs it in a database of its own: nothing is sold, charged or mailed. Read it again for its progress. A store has one at a time (`rehearsal_running`).',
  body: NewRehearsal,
  response: { 202: one },
});

const STOP = writing('waitlists:write', {
  operationId: 'stopRehearsal',
  summary: 'Stop a rehearsal; its report says how far it came',
  ...ofOne,
  body: NoBody,
  response: { 200: one, 404: missing },
});

/** Registers rehearsals of launches. */
export function registerRehearsals({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(PATH, LIST, async (request) =>
    success((await listRehearsals(deps.db, askerOf(request).store.id)).map(rehearsalJson)),
  );

  app.get(`${PATH}/:rehearsal_id`, GET, async (request) =>
    success(rehearsalJson(await readRehearsal(deps.db, askerOf(request).store.id, request.params.rehearsal_id))),
  );

  app.get(`${PATH}/:rehearsal_id/:sheet.csv`, EXPORT, async (request, reply) => {
    const { rehearsal_id, sheet } = request.params;
    const rehearsal = await readRehearsal(deps.db, askerOf(request).store.id, rehearsal_id);
    const { bom = true } = request.query;
    return sendCsv(reply, `rehearsal-${sheet}`, csvOf(rehearsalSheet(rehearsal, sheet), { bom }));
  });

  app.post(PATH, START, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'rehearsal.start',
      status: 202,
      async run(joined) {
        return { subject: await startRehearsal(joined, store.id, launchFrom(request.body)) };
      },
      answer: async ({ db }, { subject }) => rehearsalJson(await readRehearsal(db, store.id, subject)),
    });
  });

  app.post(`${PATH}/:rehearsal_id/stop`, STOP, async (request, reply) => {
    const { store } = askerOf(request);
    const { rehearsal_id } = request.params;
    return perform(request, reply, {
      action: 'rehearsal.stop',
      async run(joined) {
        const { id } = await readRehearsal(joined.db, store.id, rehearsal_id);
        await stopRehearsal(joined, store.id, id);
        return { subject: id };
      },
      answer: async ({ db }, { subject }) => rehearsalJson(await readRehearsal(db, store.id, subject)),
    });
  });
}
