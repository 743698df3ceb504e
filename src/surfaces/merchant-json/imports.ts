import type { ImportReport } from '../../core/catalog/commands/report-staged.ts';
import type { AdminImport } from '../../protocol/schema/admin-api/products.ts';
import { reasonJson } from './reasons.ts';

export function importJson(report: ImportReport): AdminImport {
  const { dryRun, rows, prices, products, variants, ids, issues, issuesLeftOut } = report;
  return {
    dry_run: dryRun,
    rows,
    currency: prices.currency,
    price_column: prices.column,
    warnings: prices.warnings,
    products,
    variants,
    ids: {
      product_column: ids.columns.products,
      variant_column: ids.columns.variants,
      made: ids.made,
      changed: ids.changed,
    },
    issues: issues.map(({ handle, why, ...issue }) => ({ ...issue, ...reasonJson(why), product_code: handle })),
    issues_left_out: issuesLeftOut,
  };
}
