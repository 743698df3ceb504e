import { VARIANTS_MAX } from '../../../domain/catalog.ts';
import type { IssueCode, RowIssue } from '../../../domain/catalog-csv-cells.ts';
import { type CatalogColumn, type CatalogHeader, columnName } from '../../../domain/catalog-csv-columns.ts';
import type { PriceWarning } from '../../../domain/catalog-csv-currency.ts';
import { because, type Why } from '../../../domain/refusal.ts';
import type { Sql } from '../../../platform/db.ts';

export type ImportReport = {
  dryRun: boolean;
  /** `refused`: rows that were not imported. Each of them has at least one issue. */
  rows: { read: number; refused: number };
  /** The currency in which prices were read, which is the store's, and their column; null when the file has none. */
  prices: { currency: string; column: string | null; warnings: PriceWarning[] };
  products: { created: number; updated: number; unchanged: number };
  variants: { created: number; updated: number; unchanged: number; gone: number };
  ids: IdsOfImport;
  /** At most `ISSUES_MAX`, in the file's order. */
  issues: RowIssue[];
  issuesLeftOut: number;
};

/** What an import did about ids. */
export type IdsOfImport = {
  /** The columns with the platform's ids, as the file spells them; null where it has none. */
  columns: { products: string | null; variants: string | null };
  /** Those of the file that have an id that the service made, because the platform's is not known. */
  made: { products: number; variants: number };
  /** Those that have another id than before. The earlier one still finds them. */
  changed: { products: number; variants: number };
};

// Enough to see what is wrong with a file, and few enough for the memory when every row of a large file is bad.
export const ISSUES_MAX = 1000;

const IMPORTED = "verdict IN ('new', 'changed', 'same')";

/** Counts the decisions in the staging tables. */
export async function countStaged(
  sql: Sql,
): Promise<Pick<ImportReport, 'products' | 'variants'> & Omit<IdsOfImport, 'columns'> & { refused: number }> {
  const counts = await sql.query<{ verdict: string; amount: number }>(
    `SELECT 'product ' || verdict AS verdict, count(*) AS amount FROM staged_product GROUP BY 1
     UNION ALL SELECT 'variant ' || verdict, count(*) FROM staged_variant GROUP BY 1
     UNION ALL SELECT 'gone', count(*) FROM staged_gone
     UNION ALL SELECT 'left out', count(*) FROM staged_product p
               WHERE p.verdict NOT IN ('new', 'changed', 'same', 'empty')
                 AND NOT EXISTS (SELECT FROM staged_variant s WHERE s.product_key = p.key)
     UNION ALL SELECT 'made product', count(*) FROM staged_product WHERE made AND ${IMPORTED}
     UNION ALL SELECT 'made variant', count(*) FROM staged_variant WHERE made AND ${IMPORTED}
     UNION ALL SELECT 'changed product', count(earlier_id) FROM staged_product WHERE ${IMPORTED}
     UNION ALL SELECT 'changed variant', count(earlier_id) FROM staged_variant WHERE ${IMPORTED}`,
  );
  const byVerdict = new Map(counts.map(({ verdict, amount }) => [verdict, amount]));
  const amount = (verdict: string) => byVerdict.get(verdict) ?? 0;
  return {
    made: { products: amount('made product'), variants: amount('made variant') },
    changed: { products: amount('changed product'), variants: amount('changed variant') },
    products: {
      created: amount('product new'),
      updated: amount('product changed'),
      unchanged: amount('product same'),
    },
    variants: {
      created: amount('variant new'),
      updated: amount('variant changed'),
      unchanged: amount('variant same'),
      gone: amount('gone'),
    },
    refused: Object.keys(VARIANT_REFUSALS).reduce(
      (sum, verdict) => sum + amount(`variant ${verdict}`),
      amount('left out'),
    ),
  };
}

type Refused = {
  line: number;
  handle: string;
  title: string;
  id: string | null;
  verdict: string;
  other: number | null;
};
type Verdict = { column: CatalogColumn; code: IssueCode; reason: (row: Refused) => string; why: (row: Refused) => Why };

const COLLISION = {
  reason: () => 'Another product or variant has this id, or the one that would be made for this row.',
  why: () => because('id_collision').data,
};

// The verdicts of rows that are readable but cannot be imported.
const VARIANT_REFUSALS: Record<string, Verdict | null> = {
  without_product: null, // listed once, with the product
  duplicate: {
    column: 'option1Value',
    code: 'duplicate_variant',
    reason: ({ other }) => `Line ${other} is about a variant with the same options.`,
    why: ({ other }) => because('duplicate_variant', { line: other ?? 0 }).data,
  },
  options_missing: {
    column: 'option1Value',
    code: 'missing_value',
    reason: () => 'The product has variants with options; this row does not say which one it means.',
    why: () => because('options_missing').data,
  },
  options_miscounted: {
    column: 'option1Value',
    code: 'missing_value',
    reason: () => 'The row does not have one value for each option of the product.',
    why: () => because('options_miscounted').data,
  },
  too_many: {
    column: 'handle',
    code: 'too_many_variants',
    reason: () => `A product has at most ${VARIANTS_MAX} variants.`,
    why: () => because('too_many_variants', { max: VARIANTS_MAX }).data,
  },
  id_collision: { column: 'variantId', code: 'id_collision', ...COLLISION },
};
const PRODUCT_REFUSALS: Record<string, Verdict> = {
  no_title: {
    column: 'title',
    code: 'missing_value',
    reason: ({ other }) =>
      `No row that could be read gives this new product a title. It was left out${withVariants(other ?? 0)}.`,
    why: () => because('title_missing').data,
  },
  no_variants: {
    column: 'productId',
    code: 'missing_value',
    reason: () => 'The file has no row for a variant of this new product. It was left out.',
    why: () => because('no_variants').data,
  },
  id_collision: { column: 'productId', code: 'id_collision', ...COLLISION },
  ids_differ: {
    column: 'productId',
    code: 'ids_differ',
    reason: () => 'The rows of this product do not all have the same id.',
    why: () => because('ids_differ').data,
  },
  handle_taken: {
    column: 'handle',
    code: 'handle_taken',
    reason: ({ id }) =>
      `The catalogue has this handle for a product with another id than ${id}. Map that product to its new id, or give it another handle.`,
    why: ({ id }) => because('handle_taken', { id: id ?? '' }).data,
  },
};

function withVariants(amount: number): string {
  if (amount === 0) return '';
  return amount === 1 ? ' with its variant' : ` with its ${amount} variants`;
}

/**
 * Lists the issues that only a comparison with other rows or with the catalogue reveals: the first `ISSUES_MAX`, and how
 * many there are in all.
 */
export async function listRefusals(sql: Sql, header: CatalogHeader): Promise<{ issues: RowIssue[]; total: number }> {
  const rows = await sql.query<Refused & { isProduct: boolean; total: number }>(
    `SELECT *, count(*) OVER () AS total FROM (
       SELECT line, coalesce(handle, key) AS handle, coalesce(title, '') AS title, external_id AS id, verdict,
              variants AS other, true AS "isProduct"
       FROM staged_product WHERE verdict = ANY ($1)
       UNION ALL
       SELECT s.line, coalesce(p.handle, p.key), coalesce(p.title, ''), s.external_id, s.verdict,
              (SELECT min(o.line) FROM staged_variant o
               WHERE o.product_key = s.product_key AND o.option_values = s.option_values),
              false
       FROM staged_variant s JOIN staged_product p ON p.key = s.product_key WHERE s.verdict = ANY ($2)
     ) AS refused ORDER BY line LIMIT ${ISSUES_MAX}`,
    [Object.keys(PRODUCT_REFUSALS), Object.keys(VARIANT_REFUSALS).filter((verdict) => VARIANT_REFUSALS[verdict])],
  );
  const issues = rows.flatMap((row): RowIssue[] => {
    const refusal = (row.isProduct ? PRODUCT_REFUSALS : VARIANT_REFUSALS)[row.verdict];
    if (!refusal) return [];
    const { column, code, reason, why } = refusal;
    return [
      {
        line: row.line,
        column: columnName(header, column),
        code,
        reason: reason(row),
        why: why(row),
        handle: row.handle,
        title: row.title,
      },
    ];
  });
  return { issues, total: rows[0]?.total ?? 0 };
}
