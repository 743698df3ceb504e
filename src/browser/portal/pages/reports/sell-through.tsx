import { t } from '../../texts.ts';
import { count, day } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Chart } from './chart.tsx';
import { Numbers, SaveReport } from './figure.tsx';
import { type ReportQuery, type SellThrough, useSellThrough } from './reads.ts';

type Day = SellThrough['days'][number];
type CardProps = { query: ReportQuery; waitlistId: string; product: string };

/** How much of what is for sale has been sold, day by day, from the stock ledger. */
export function SellThroughCard({ query, waitlistId, product }: CardProps) {
  const loaded = useSellThrough(waitlistId, query);
  const title = t('sell_through.title', { product });
  return (
    <Card
      title={title}
      hint={t('sell_through.hint')}
      actions={<SaveReport report="sell-through" query={{ ...query, waitlist_id: waitlistId }} title={title} />}
    >
      <Shown of={loaded}>
        {({ days }) => (
          <>
            <Chart
              label={labelOf(days)}
              days={days.map((one) => one.day)}
              series={[
                { look: 0, name: t('sell_through.sold'), values: days.map(({ sold }) => sold) },
                { look: 3, name: t('sell_through.allocated'), values: days.map(({ allocated }) => allocated) },
              ]}
              format={count}
            />
            <Numbers title={title}>
              <Table caption={title} columns={COLUMNS()} rows={[...days].reverse()} keyOf={(one) => one.day} />
            </Numbers>
          </>
        )}
      </Shown>
    </Card>
  );
}

function labelOf(days: readonly Day[]): string {
  const { sold, allocated } = days.at(-1) ?? { sold: 0, allocated: 0 };
  return t('sell_through.label', { sold, allocated });
}

const percent = ({ sold, allocated }: Day): string =>
  allocated === 0 ? '–' : `${Math.round((100 * sold) / allocated)} %`;

const COLUMNS = (): Column<Day>[] => [
  { title: t('column.day'), heads: true, cell: (one) => day(one.day) },
  { title: t('sell_through.sold'), number: true, cell: ({ sold }) => count(sold) },
  { title: t('sell_through.allocated'), number: true, cell: ({ allocated }) => count(allocated) },
  { title: t('sell_through.share'), number: true, cell: percent },
];
