import type { RowFate } from '../../../core/waitlists/commands/import-csv.ts';
import type { SteepPrice } from '../../../core/waitlists/steep-prices.ts';
import type { AppError } from '../../../domain/error.ts';
import { toDecimal } from '../../../domain/money.ts';
import { WAITLIST_COLUMNS } from '../../../domain/waitlist-csv.ts';
import type { App } from '../../../platform/http.ts';
import * as operations from '../../../protocol/schema/admin-api/waitlist-files.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { success } from '../answer.ts';
import { acceptFiles, fileBody } from '../files.ts';
import { writingRoute } from '../serve.ts';

const TYPES = ['text/csv'];
// 5,000 rows with 800 bytes each.
const CSV_BYTES_MAX = 4 * 1024 * 1024;

/** Registers the waitlists as a file, both ways. What reads files knows the names of all countries, so it is loaded with the first one. */
export function registerWaitlistFiles({ app, deps, askerOf, perform, sendsCsv }: AdminRoutes): void {
  sendsCsv(operations.exportWaitlists, async ({ store }, _, { db }) => {
    const { exportWaitlists } = await import('../../../core/waitlists/csv.ts');
    return { name: 'waitlists', sheet: { columns: WAITLIST_COLUMNS, pages: exportWaitlists(db, store) } };
  });

  const { schema, ...route } = writingRoute(operations.importWaitlists);
  app.register((scope: App, _options, done) => {
    acceptFiles(scope, TYPES, CSV_BYTES_MAX);
    scope.route({
      ...route,
      schema: { ...schema, body: fileBody(TYPES) },
      handler: async (request, reply) => {
        const { store, principal } = askerOf(request);
        const { dry_run: isTried } = request.query as { dry_run?: boolean };
        const file = { bytes: request.body as unknown as Buffer, madeBy: principal.name };
        const { importWaitlists } = await import('../../../core/waitlists/commands/import-csv.ts');
        const report = async (dryRun: boolean) =>
          fatesJson(await importWaitlists(deps, store, { ...file, dryRun }), { dryRun, currency: store.currency });
        if (isTried) return success(await report(true));
        return perform(request, reply, {
          action: operations.importWaitlists.action,
          outside: true,
          async run() {
            const done = await report(false);
            const { created, changed, unchanged, refused } = done;
            return { subject: store.id, outcome: { report: done }, noted: { created, changed, unchanged, refused } };
          },
          answer: async (_deps, { outcome }) => outcome.report as operations.AdminWaitlistImport,
        });
      },
    });
    done();
  });
}

/** Returns what became of the rows of a file of waitlists, with their numbers. */
function fatesJson(
  fates: readonly RowFate[],
  { dryRun, currency }: { dryRun: boolean; currency: string },
): operations.AdminWaitlistImport {
  const count = (result: RowFate['result']) => fates.filter((fate) => fate.result === result).length;
  return {
    dry_run: dryRun,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    rows: fates.map(({ line, result, waitlistId, product, variant, error, steepPrices }) => ({
      line,
      result,
      waitlist_id: waitlistId,
      product,
      variant,
      error: error && {
        ...refusalJson(error),
        ...(error.info.errors && { errors: error.info.errors.map(refusalJson) }),
      },
      ...(steepPrices.length > 0 && { steep_prices: steepPrices.map((price) => steepJson(price, currency)) }),
    })),
  };
}

const steepJson = ({ name, before, after }: SteepPrice, currency: string) => ({
  variant: name,
  currency,
  before: toDecimal(before, currency),
  after: toDecimal(after, currency),
});

const refusalJson = ({ code, message, info: { param, data } }: AppError) => ({
  code,
  message,
  param: param ?? null,
  data: data ?? null,
});
