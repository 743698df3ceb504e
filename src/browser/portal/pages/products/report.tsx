import { Notice } from '../../../ui/notice.tsx';
import type { Import } from '../../requests/kinds.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { count } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Card } from '../../ui/page.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { serviceAddress } from '../home/service-address.ts';

/** What an import would do, or has done: sums, what looks wrong, and each row that was refused. */
export function ImportReport({ report }: { report: Import }) {
  const { dry_run: isDry, rows, products, variants, price_column: priceColumn, currency } = report;
  const sums = (of: Record<string, number>) =>
    Object.entries(of)
      .filter(([, number]) => number > 0)
      .map(([what, number]) => t(`import.count.${what}` as PortalKey, { count: number }))
      .join(' · ') || t('import.count.nothing');
  return (
    <>
      <Card title={t(isDry ? 'import.would' : 'import.did')}>
        <Facts
          facts={[
            [t('import.rows'), count(rows.read)],
            [t('nav.products'), sums(products)],
            [t('column.variants'), sums(variants)],
            [
              t('import.prices'),
              priceColumn === null ? t('import.prices.none') : t('import.prices.in', { column: priceColumn, currency }),
            ],
            [
              t('import.refused'),
              rows.refused === 0 ? t('import.refused.none') : t('import.refused.count', { count: rows.refused }),
            ],
          ]}
        />
        <MadeIds report={report} />
        {report.warnings.map((warning) => (
          <Notice key={JSON.stringify(warning)} kind="warning" title={t(`import.warning.${warning.code}` as PortalKey)}>
            <p>{aboutWarning(warning)}</p>
          </Notice>
        ))}
      </Card>
      {report.issues.length > 0 && <Refused report={report} />}
    </>
  );
}

function aboutWarning({ column, currencies, columns, rows, example }: Import['warnings'][number]): string {
  const named = [...(currencies ?? []), ...(columns ?? [])];
  if (named.length > 0) return named.join(', ');
  const counted = t('import.warning.rows', { column: column ?? '', count: rows ?? 0 });
  return example === undefined ? counted : `${counted} · ${example}`;
}

/** Says that pages cannot name products by the platform's ids, while it is still easy to bring another file. */
function MadeIds({ report: { ids } }: { report: Import }) {
  if (!ids || ids.made.products + ids.made.variants === 0) return null;
  return (
    <Notice
      kind="warning"
      title={t('import.ids_made')}
      actions={
        <a href={`${serviceAddress()}/docs/guides/catalogue`} target="_blank" rel="noopener noreferrer">
          {t('import.guide')}
        </a>
      }
    >
      <p>{t('import.ids_made.text')}</p>
    </Notice>
  );
}

function Refused({ report: { issues, issues_left_out: leftOut } }: { report: Import }) {
  return (
    <Card title={t('import.issues')} hint={t('import.issues.text')} flush>
      <Table
        caption={t('import.issues')}
        rows={issues}
        keyOf={({ line, column, reason }) => `${line} ${column} ${reason}`}
        columns={[
          { title: t('import.line'), heads: true, cell: ({ line }) => t('import.line.number', { line: count(line) }) },
          { title: t('column.product'), cell: ({ title, product_code: code }) => title || code || '–' },
          { title: t('import.column'), cell: ({ column }) => column },
          { title: t('import.reason'), cell: (issue) => <ReasonText {...issue} /> },
        ]}
      />
      {leftOut > 0 && <p class="more">{t('import.left_out', { count: leftOut })}</p>}
    </Card>
  );
}
