import Type from 'typebox';
import { importWaitlists, type RowFate } from '../../../core/waitlists/commands/import-csv.ts';
import { exportWaitlists } from '../../../core/waitlists/csv.ts';
import { WAITLIST_COLUMNS } from '../../../domain/waitlist-csv.ts';
import type { App } from '../../../platform/http.ts';
import { CsvQuery } from '../../../protocol/schema/admin-api/shapes.ts';
import { type AdminWaitlistImport, WaitlistImportQuery } from '../../../protocol/schema/admin-api/waitlist-files.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { csvOf } from '../../csv.ts';
import { fatesJson } from '../../merchant-json/waitlist-files.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, sendCsv, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { acceptFiles, fileBody } from '../files.ts';

const TYPES = ['text/csv'];
// 5,000 rows with 800 bytes each.
const CSV_BYTES_MAX = 4 * 1024 * 1024;

const EXPORT = reading('waitlists:read', {
  operationId: 'exportWaitlists',
  summary: 'All waitlists as CSV, a row for each variant',
  description: 'Streamed. It can be changed in a spreadsheet and sent back to `importWaitlists`.',
  querystring: CsvQuery,
  response: { 200: { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } } },
});

const IMPORT = writing('waitlists:write', {
  operationId: 'importWaitlists',
  summary: 'Make and change waitlists from a CSV as `exportWaitlists` writes it: the file itself is the body',
  description:
    'Rows with a `waitlist_id` change that waitlist, and rows without one make a draft for their product. Empty cells leave things as they are. Each waitlist is changed as a whole or not at all; a refused one does not stop the others. With `dry_run=true` everything is decided and nothing is kept.',
  querystring: WaitlistImportQuery,
  body: fileBody(TYPES),
  response: {
    200: successSchema({ $ref: 'AdminWaitlistImport#' }, 'What became of each row.'),
    422: { $ref: 'Error#', description: '`csv_invalid`, `csv_encoding`' },
  },
});

/** Registers the waitlists as a file, both ways. */
export function registerWaitlistFiles({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(`${ADMIN_ROOT}/waitlists.csv`, EXPORT, async (request, reply) => {
    const pages = exportWaitlists(deps.db, askerOf(request).store);
    return sendCsv(reply, 'waitlists', csvOf({ columns: WAITLIST_COLUMNS, pages }, { bom: request.query.bom ?? true }));
  });

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
        answer: async (_deps, { outcome }) => outcome.report as AdminWaitlistImport,
      });
    });
    done();
  });
}
