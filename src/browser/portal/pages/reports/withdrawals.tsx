import { t } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { SaveReport } from './figure.tsx';
import { type ReportQuery, useWithdrawalsReport, type WithdrawalsReport } from './reads.ts';

type Row = WithdrawalsReport['products'][number];

/** How much of each product people withdraw from, and how long after the order. */
export function WithdrawalsCard({ query }: { query: ReportQuery }) {
  const loaded = useWithdrawalsReport(query);
  const title = t('nav.withdrawals');
  return (
    <Card
      title={title}
      hint={t('withdrawals.report.hint')}
      actions={<SaveReport report="withdrawals" query={query} title={title} />}
    >
      <Shown of={loaded}>
        {({ products }) =>
          products.length === 0 ? (
            <Empty title={t('withdrawals.report.none')} />
          ) : (
            <Table
              caption={title}
              columns={columnsOf()}
              rows={products}
              keyOf={({ product }) => product?.id ?? 'unmatched'}
            />
          )
        }
      </Shown>
    </Card>
  );
}

function columnsOf(): Column<Row>[] {
  const states = [
    ['waiting', 'declared'],
    ['settled', 'settled'],
    ['refused', 'refused'],
    ['undone', 'undone'],
  ] as const;
  return [
    {
      title: t('column.product'),
      heads: true,
      cell: ({ product }) => product?.title ?? <span class="muted">{t('withdrawals.unmatched')}</span>,
    },
    { title: t('withdrawals.report.declared'), number: true, cell: ({ declared }) => count(declared) },
    ...states.map(([field, state]) => ({
      title: t(`withdrawals.state.${state}`),
      number: true,
      cell: (row: Row) => count(row[field]),
    })),
    { title: t('withdrawals.report.placed'), number: true, cell: ({ placed }) => count(placed) },
    { title: t('withdrawals.report.share'), number: true, cell: ({ share }) => (share === null ? '–' : count(share)) },
    {
      title: t('withdrawals.report.days'),
      number: true,
      cell: ({ median_days: days }) => (days === null ? '–' : count(days)),
    },
  ];
}
