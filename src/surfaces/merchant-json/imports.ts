import type { ImportReport } from '../../core/catalog/commands/report-staged.ts';
import type { AdminImport } from '../../protocol/schema/admin-api/products.ts';

export function importJson(report: ImportReport): AdminImport {
  const { dryRun, rows, prices, products, variants, issues, issuesLeftOut } = report;
  return {
    dry_run: dryRun,
    rows,
    currency: prices.currency,
    price_column: prices.column,
    warnings: prices.warnings,
    products,
    variants,
    issues: issues.map(({ handle, ...issue }) => ({ ...issue, product_code: handle })),
    issues_left_out: issuesLeftOut,
  };
}
