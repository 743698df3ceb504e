import { Readable } from 'node:stream';
import { type Erasure, erase, isNothing, planErasure } from '../../core/people/commands/erase.ts';
import { Type } from '../../platform/type.ts';
import * as operations from '../../protocol/schema/admin-api/people.ts';
import { exportPerson, exportText } from '../merchant-json/person-export.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { noteRead } from './note-read.ts';
import { readingRoute } from './serve.ts';

const STREAMED = { description: 'Streamed.', content: { 'application/json': { schema: Type.Unknown() } } };

/** Registers what is done with the data of a person: export, plan of an erasure, erasure. */
export function registerPeople(routes: AdminRoutes): void {
  registerExport(routes);
  const { reads, writes } = routes;
  reads(operations.planErasure, async ({ store }, { email }, deps) => ({
    erased: false,
    ...erasureJson(await planErasure(deps, { storeId: store.id, email })),
  }));
  writes(operations.erasePerson, ({ store }, { email, open_too: openToo = false }) => ({
    outside: true,
    async run(joined) {
      const done = await erase(joined, { storeId: store.id, email }, { openToo });
      const outcome = { erased: !isNothing(done), ...erasureJson(done) };
      return { subject: store.slug, outcome, noted: { preorders: outcome.preorders } };
    },
    answer: async (_, { outcome }) => outcome,
  }));
}

function registerExport({ app, deps, askerOf }: AdminRoutes): void {
  app.route<{ Body: { email: string } }>({
    ...readingRoute(operations.exportPerson, STREAMED),
    async handler(request, reply) {
      const asker = askerOf(request);
      const { store } = asker;
      const exported = await exportPerson(deps.db, store, request.body.email);
      // Pre-orders say whose data it was: the log outlives what names the person.
      const after = { preorders: exported.counts.preorders, references: exported.references };
      await noteRead({ ...deps, requestId: request.id }, asker, {
        action: 'person.export',
        subject: store.slug,
        after,
      });
      reply.header('content-disposition', 'attachment; filename="person.json"');
      return reply.type('application/json; charset=utf-8').send(Readable.from(exportText(exported)));
    },
  });
}

/** Returns what an erasure takes away, or has taken. */
function erasureJson({ checkouts, preorders, open, withdrawals, jobs, mailFiles, orderFiles }: Erasure) {
  return {
    checkouts: checkouts.map(({ id }) => id),
    preorders: preorders.map(({ reference }) => reference),
    open_preorders: open.map(({ reference }) => reference),
    withdrawals: withdrawals.map(({ id, state }) => ({ id, state })),
    jobs: jobs.map(({ id, topic, state }) => ({ id, topic, state })),
    mail_files: mailFiles,
    order_files: orderFiles,
  };
}
