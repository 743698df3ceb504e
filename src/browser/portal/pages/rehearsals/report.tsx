import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t, textOf } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { download } from '../../ui/download.ts';
import { Facts } from '../../ui/facts.tsx';
import { count, days, duration, moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { SalesCurve } from './curve.tsx';
import type { Report } from './reads.ts';

type CardsProps = { id: string; report: Report; timeZone: string | undefined };

/** What the launch would come to: how much, when, to whom, and how payment went. */
export function ReportCards({ id, report, timeZone }: CardsProps) {
  const when = t('report.when');
  const whom = t('report.whom');
  return (
    <>
      <Sums report={report} />
      <Card title={when} hint={t('report.when.text')} actions={<SaveSheet id={id} sheet="sales" title={when} />}>
        <SalesCurve report={report} timeZone={timeZone} />
        <Table
          caption={when}
          columns={variantColumns(report, timeZone)}
          rows={report.variants}
          keyOf={(variant) => variant.variant_id}
        />
      </Card>
      <Card title={whom} hint={t('report.whom.text')} actions={<SaveSheet id={id} sheet="countries" title={whom} />}>
        <Table caption={whom} columns={COUNTRY()} rows={report.countries} keyOf={({ country }) => country} />
        <Facts
          facts={report.quantities.map(
            ({ quantity, preorders }) =>
              [t('launch.quantity', { count: quantity }), t('report.preorders_of', { count: preorders })] as const,
          )}
        />
      </Card>
      <div class="columns">
        <Deliveries report={report} />
        <Payments report={report} />
      </div>
    </>
  );
}

function Sums({ report }: { report: Report }) {
  const amount = (value: string) => money(value, report.currency);
  const figures = [
    [t('launch.shoppers'), count(report.shoppers)],
    [t('nav.preorders'), count(report.preorders)],
    [t('column.units'), count(report.units)],
    [t('sales.booked'), amount(report.booked)],
    [t('report.due_now'), amount(report.due_now)],
    [t('report.due_later'), amount(report.due_later)],
  ] as const;
  return (
    <Card title={t('report.sums')} hint={report.again > 0 && t('report.sums.text', { count: report.again })}>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name} class="figures__one">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type Variant = Report['variants'][number];

function variantColumns({ opens_at: opens }: Report, timeZone: string | undefined): Column<Variant>[] {
  const soldOut = ({ sold_out_at: at }: Variant) =>
    at === null ? (
      t('report.some_left')
    ) : (
      <>
        {moment(at, timeZone)}
        <span class="sub">{t('report.after', { time: duration((Date.parse(at) - Date.parse(opens)) / 1_000) })}</span>
      </>
    );
  return [
    { title: t('column.variant'), heads: true, cell: ({ title, sku }) => title || sku || t('variant.only') },
    { title: t('column.allocated'), number: true, cell: (one) => count(one.for_sale) },
    { title: t('sales.sold'), number: true, cell: ({ sold }) => count(sold) },
    { title: t('report.missed'), number: true, cell: ({ missed }) => count(missed) },
    { title: t('forecast.sold_out'), cell: soldOut },
  ];
}

const COUNTRY = (): Column<Report['countries'][number]>[] => [
  { title: t('column.country'), heads: true, cell: ({ country }) => countryName(country) },
  { title: t('launch.shoppers'), number: true, cell: ({ shoppers }) => count(shoppers) },
  { title: t('nav.preorders'), number: true, cell: ({ preorders }) => count(preorders) },
  { title: t('column.units'), number: true, cell: ({ units }) => count(units) },
  { title: t('report.refused'), number: true, cell: ({ refused }) => count(refused) },
];

function Deliveries({ report: { batches } }: { report: Report }) {
  const title = t('nav.deliveries');
  const columns: Column<Report['batches'][number]>[] = [
    { title: t('column.batch'), heads: true, cell: ({ position }) => t('batch.name', { number: position }) },
    { title: t('column.ships'), cell: ({ ships_from: from, ships_until: until }) => days({ from, until }) },
    { title: t('column.allocated'), number: true, cell: (one) => count(one.for_sale) },
    { title: t('sales.sold'), number: true, cell: ({ sold }) => count(sold) },
  ];
  return (
    <Card title={title} hint={t('report.deliveries.text')}>
      <Table caption={title} columns={columns} rows={batches} keyOf={({ position }) => `${position}`} />
    </Card>
  );
}

function Payments({ report: { payments, refusals } }: { report: Report }) {
  const { paid, left, declined, challenged, too_late: late } = payments;
  return (
    <Card title={t('report.payments')}>
      <Facts
        facts={[
          [t('report.paid'), count(paid)],
          [t('report.left'), count(left)],
          [t('report.declined'), count(declined)],
          [t('report.challenged'), count(challenged)],
          [t('report.too_late'), count(late)],
        ]}
      />
      {refusals.length > 0 && (
        <>
          <h3>{t('report.refusals')}</h3>
          <ul class="rows">
            {refusals.map(({ code, shoppers }) => (
              <li key={code} class="rows__row">
                <span class="rows__text">{textOf(`report.refusal.${code}`) ?? textOf(`fault.${code}`) ?? code}</span>
                <span>{count(shoppers)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function SaveSheet({ id, sheet, title }: { id: string; sheet: 'sales' | 'countries'; title: string }) {
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const params = { path: { rehearsal_id: id, sheet }, query: { bom: true } };
      const file = bodyOf(
        await api.GET('/admin/api/v1/rehearsals/{rehearsal_id}/{sheet}.csv', { params, parseAs: 'blob' }),
      );
      download(file, `rehearsal-${sheet}.csv`);
    });
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
        {t('reports.save')}
        <span class="visually-hidden"> {title}</span>
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
