import type { Readable } from 'node:stream';
import { type ImportStep, importCsv } from '../../../core/catalog/commands/import-csv.ts';
import { AppError } from '../../../domain/error.ts';
import type { App } from '../../../platform/http.ts';
import { spool } from '../../../platform/spool.ts';
import { type AdminImport, type AdminRunningImport, ImportQuery } from '../../../protocol/schema/admin-api/products.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { importJson } from '../../merchant-json/imports.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { acceptStream, fileBody } from '../files.ts';

const TYPES = ['text/csv', 'text/tab-separated-values', 'text/xml', 'application/xml'];

// A product takes a few kilobytes in Shopify's export: room for a hundred thousand of them.
const CSV_BYTES_MAX = 512 * 1024 * 1024;

const POST = writing('catalog:write', {
  operationId: 'importCatalog',
  summary: 'Add and update products from a file of products as platforms export it: the file itself is the body',
  description:
    'Products that are not in the file stay as they are. Rows that cannot be taken in are refused one by one, in `issues`; a file that cannot be read to its end changes nothing. With `dry_run=true` nothing is written. One import of a store runs at a time.',
  querystring: ImportQuery,
  body: fileBody(TYPES),
  response: { 200: successSchema({ $ref: 'AdminImport#' }, 'What was done.') },
});

const IMPORT = { ...POST, config: { ...POST.config, takesLong: true as const } };

const RUNNING = reading('catalog:read', {
  operationId: 'getRunningImport',
  summary: 'How far the import of the store is that this process runs',
  response: { 200: successSchema({ $ref: 'AdminRunningImport#' }, 'How far it is.') },
});

const NONE: AdminRunningImport = { step: 'none', rows: 0, done: 0, total: 0 };

/** Registers `POST /admin/api/v1/catalog/imports` and `GET …/running`. */
export function registerImports({ app, deps, askerOf, perform }: AdminRoutes): void {
  // Each import has a database connection of its own; a store that sends file after file must not take them all.
  const importing = new Map<string, AdminRunningImport>();

  app.get(`${ADMIN_ROOT}/catalog/imports/running`, RUNNING, async (request) =>
    success(importing.get(askerOf(request).store.id) ?? NONE),
  );

  app.register((scope: App, _options, done) => {
    acceptStream(scope, TYPES);
    scope.post(`${ADMIN_ROOT}/catalog/imports`, IMPORT, async (request, reply) => {
      const { store } = askerOf(request);
      if (importing.has(store.id)) {
        const message = 'Another import of this store is running: send the file again in a moment.';
        throw new AppError('busy', message, { data: { retry_after: 5 } });
      }
      importing.set(store.id, { ...NONE, step: 'uploading' });
      const onProgress = (step: ImportStep) =>
        importing.set(store.id, { ...(importing.get(store.id) ?? NONE), ...step });
      try {
        const file = await spool(request.body as unknown as Readable, { bytesMax: CSV_BYTES_MAX, owner: store.id });
        try {
          const run = async (dryRun: boolean) =>
            importJson(await importCsv(deps, store, { input: file.read(), dryRun, onProgress }));
          if (request.query.dry_run) return success(await run(true));
          request.body = { sha256: file.sha256 }; // what makes a repeated request the same
          return await perform(request, reply, {
            action: 'catalog.import',
            outside: true,
            async run() {
              const report = await run(false);
              const { rows, products, variants } = report;
              return { subject: store.id, outcome: { report }, noted: { rows, products, variants } };
            },
            answer: async (_deps, { outcome }) => outcome.report as AdminImport,
          });
        } finally {
          await file.remove();
        }
      } finally {
        importing.delete(store.id);
      }
    });
    done();
  });
}
