import { currentLocale, t } from '../../texts.ts';
import { count, day, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Chart, type Series } from './chart.tsx';
import { Numbers, SaveReport } from './figure.tsx';
import { daysBefore } from './period.tsx';
import { type ReportQuery, type Sales, useSales } from './reads.ts';

type Day = Sales['days'][number];

/** Sold, booked, released, charged and refunded: each by itself, at its own time. */
export function SalesCards({ query }: { query: ReportQuery }) {
  const loaded = useSales(query);
  return (
    <Card
      title={t('sales.title')}
      hint={t('sales.hint')}
      actions={<SaveReport report="sales" query={query} title={t('sales.title')} />}
    >
      <Shown of={loaded}>{(sales) => <SalesFigures sales={sales} query={query} />}</Shown>
    </Card>
  );
}

function SalesFigures({ sales, query }: { sales: Sales; query: ReportQuery }) {
  const { currency, days, total } = sales;
  const amount = (value: string) => money(value, currency);
  return (
    <>
      <Figures sales={sales} query={query} />
      <h3>{t('sales.money')}</h3>
      <Chart
        label={t('sales.money.label', {
          booked: amount(total.booked),
          charged: amount(total.charged),
          refunded: amount(total.refunded),
        })}
        days={days.map((one) => one.day)}
        series={lines(days, [
          { look: 0, name: t('sales.booked'), of: ({ booked }) => Number(booked) },
          { look: 1, name: t('sales.charged'), of: ({ charged }) => Number(charged) },
          { look: 2, name: t('sales.refunded'), of: ({ refunded }) => Number(refunded) },
        ])}
        format={(value) => whole(value, currency)}
      />
      <h3>{t('sales.units')}</h3>
      <Chart
        label={t('sales.units.label', { sold: total.sold, released: total.released, cancelled: total.cancelled })}
        days={days.map((one) => one.day)}
        series={lines(days, [
          { look: 0, name: t('sales.sold'), of: ({ sold }) => sold },
          { look: 1, name: t('sales.released'), of: ({ released }) => released },
          { look: 2, name: t('sales.cancelled'), of: ({ cancelled }) => cancelled },
        ])}
        format={count}
      />
      <Numbers title={t('sales.title')}>
        <Table
          caption={t('sales.title')}
          columns={columnsOf(amount)}
          rows={days.filter(isBusy).reverse()}
          keyOf={(one) => one.day}
        />
      </Numbers>
      <WaitlistTable sales={sales} />
    </>
  );
}

const FIGURES = ['sold', 'booked', 'charged', 'refunded', 'released', 'cancelled'] as const;

/** The sums of the days, each with that of as many days before. */
function Figures({ sales: { currency, from, days, total }, query }: { sales: Sales; query: ReportQuery }) {
  const { data: before } = useSales({ ...query, ...daysBefore(from, days.length) });
  const shown = (value: string | number) => (typeof value === 'number' ? count(value) : money(value, currency));
  return (
    <dl class="figures">
      {FIGURES.map((name) => (
        <div key={name} class="figures__one">
          <dt>{t(`sales.${name}`)}</dt>
          <dd>{shown(total[name])}</dd>
          {before && (
            <dd class="figures__more">
              {t('reports.before', { value: shown(before.total[name]), count: days.length })}
              {change(Number(total[name]), Number(before.total[name]))}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Says by which part a number changed. Of nothing there is none. */
function change(now: number, before: number): string {
  if (before === 0 || now === before) return '';
  const part = new Intl.NumberFormat(currentLocale(), { style: 'percent', signDisplay: 'always' });
  return ` (${part.format(now / before - 1)})`;
}

type Line = Pick<Series, 'look' | 'name'> & { of: (day: Day) => number };

const lines = (days: readonly Day[], all: readonly Line[]): Series[] =>
  all.map(({ of, ...line }) => ({ ...line, values: days.map(of) }));

/** Formats an amount on an axis, without cents, for which an axis has no room. */
const whole = (value: number, currency: string): string => money(value.toFixed(0), currency);

const isBusy = ({ day: _, ...measures }: Day): boolean => Object.values(measures).some((value) => Number(value) !== 0);

type Measured = Omit<Day, 'day'>;

const measureColumns = (amount: (value: string) => string): Column<Measured>[] => [
  { title: t('sales.sold'), number: true, cell: ({ sold }) => count(sold) },
  { title: t('sales.booked'), number: true, cell: ({ booked }) => amount(booked) },
  { title: t('sales.cancelled'), number: true, cell: ({ cancelled }) => count(cancelled) },
  { title: t('sales.released'), number: true, cell: ({ released }) => count(released) },
  { title: t('sales.charged'), number: true, cell: ({ charged }) => amount(charged) },
  { title: t('sales.refunded'), number: true, cell: ({ refunded }) => amount(refunded) },
];

const columnsOf = (amount: (value: string) => string): Column<Day>[] => [
  { title: t('column.day'), heads: true, cell: (one) => day(one.day) },
  ...measureColumns(amount),
];

function WaitlistTable({ sales: { waitlists, currency } }: { sales: Sales }) {
  if (waitlists.length < 2) return null;
  const columns: Column<Sales['waitlists'][number]>[] = [
    { title: t('column.product'), heads: true, cell: ({ product }) => product.title },
    ...measureColumns((value) => money(value, currency)),
  ];
  return (
    <section>
      <h3>{t('sales.by_waitlist')}</h3>
      <Table caption={t('sales.by_waitlist')} columns={columns} rows={waitlists} keyOf={({ waitlist_id: id }) => id} />
    </section>
  );
}
