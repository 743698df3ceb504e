import { importWaitlists, type RowFate } from '../../../core/waitlists/commands/import-csv.ts';
import { exportWaitlists } from '../../../core/waitlists/csv.ts';
import { WAITLIST_COLUMNS } from '../../../domain/waitlist-csv.ts';
import type { App } from '../../../platform/http.ts';
import * as operations from '../../../protocol/schema/admin-api/waitlist-files.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { fatesJson } from '../../merchant-json/waitlist-files.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { acceptFiles, fileBody } from '../files.ts';

const TYPES = ['text/csv'];
// 5,000 rows with 800 bytes each.
const CSV_BYTES_MAX = 4 * 1024 * 1024;

const IMPORT = writing('waitlists:write', {
  operationId: 'importWaitlists',
  summary: 'Make and change waitlists from a CSV as `exportWaitlists` writes it: the file itself is the body',
  description:
    'Rows with a `waitlist_id` change that waitlist, and rows without one make a draft for their product. Empty cells leave things as they are. Each waitlist is changed as a whole or not at all; a refused one does not stop the others. With `dry_run=true` everything is decided and nothing is kept.',
  querystring: operations.WaitlistImportQuery,
  body: fileBody(TYPES),
  response: {
    200: successSchema({ $ref: 'AdminWaitlistImport#' }, 'What became of each row.'),
    422: { $ref: 'Error#', description: '`csv_invalid`, `csv_encoding`' },
  },
});

/** Registers the waitlists as a file, both ways. */
export function registerWaitlistFiles({ app, deps, askerOf, perform, sendsCsv }: AdminRoutes): void {
  sendsCsv(operations.exportWaitlists, async ({ store }, _, { db }) => ({
    name: 'waitlists',
    sheet: { columns: WAITLIST_COLUMNS, pages: exportWaitlists(db, store) },
  }));

  app.register((scope: App, _options, done) => {
    acceptFiles(scope, TYPES, CSV_BYTES_MAX);
    scope.post(`${ADMIN_ROOT}/waitlists/imports`, IMPORT, async (request, reply) => {
      const { store, principal } = askerOf(request);
      const file = { bytes: request.body as unknown as Buffer, madeBy: principal.name };
      const run = (dryRun: boolean): Promise<RowFate[]> => importWaitlists(deps, store, { ...file, dryRun });
      const json = async (dryRun: boolean) => fatesJson(await run(dryRun), { dryRun, currency: store.currency });
      if (request.query.dry_run) return success(await json(true));
      return perform(request, reply, {
        action: 'waitlist.import',
        outside: true,
        async run() {
          const report = await json(false);
          const { created, changed, unchanged, refused } = report;
          return { subject: store.id, outcome: { report }, noted: { created, changed, unchanged, refused } };
        },
        answer: async (_deps, { outcome }) => outcome.report as operations.AdminWaitlistImport,
      });
    });
    done();
  });
}
