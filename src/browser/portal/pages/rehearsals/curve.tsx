import { t } from '../../texts.ts';
import { count, moment } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Chart, type Series } from '../reports/chart.tsx';
import { Numbers } from '../reports/figure.tsx';
import type { Report } from './reads.ts';

// A chart has four lines that differ in colour and dash.
const LINES_MAX = 4;

type CurveProps = { report: Report; timeZone: string | undefined };

/** How many units are sold at each moment of the launch: a line for each variant, the best-selling ones where there are many. */
export function SalesCurve({ report, timeZone }: CurveProps) {
  const { series, variants, units } = report;
  const totals = runningTotals(report);
  const best = variants
    .map((variant, index) => ({ variant, index }))
    .sort((one, other) => other.variant.sold - one.variant.sold);
  const alone = best.slice(0, best.length > LINES_MAX ? LINES_MAX - 1 : LINES_MAX);
  const others = best.slice(alone.length);
  const lines: Series[] = alone.map(({ variant, index }, look) => ({
    look: look as Series['look'],
    name: nameOf(variant),
    values: totals.map((part) => part[index] ?? 0),
  }));
  if (others.length > 0) {
    const values = totals.map((part) => others.reduce((sum, { index }) => sum + (part[index] ?? 0), 0));
    lines.push({ look: 3, name: t('report.others', { count: others.length }), values });
  }
  const title = t('report.curve');
  return (
    <>
      <Chart
        label={t('report.curve.label', { units: count(units), count: variants.length })}
        days={series.map(({ at }) => at)}
        timeZone={timeZone ?? 'UTC'}
        series={lines}
        format={count}
      />
      <Numbers title={title}>
        <Table caption={title} columns={columnsOf(report, timeZone)} rows={series} keyOf={({ at }) => at} />
      </Numbers>
    </>
  );
}

const nameOf = ({ title, sku }: Report['variants'][number]): string => title || sku || t('variant.only');

/** Adds up each variant from the beginning. */
function runningTotals({ series, variants }: Report): number[][] {
  let sums = variants.map(() => 0);
  return series.map(({ units }) => {
    sums = sums.map((sum, index) => sum + (units[index] ?? 0));
    return sums;
  });
}

function columnsOf({ variants }: Report, timeZone: string | undefined): Column<Report['series'][number]>[] {
  return [
    { title: t('report.from'), heads: true, cell: ({ at }) => moment(at, timeZone) },
    ...variants.map((variant, index) => ({
      title: nameOf(variant),
      number: true,
      cell: ({ units }: Report['series'][number]) => count(units[index] ?? 0),
    })),
  ];
}
