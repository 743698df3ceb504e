import { t } from '../../texts.ts';
import { money, percent, sum } from '../../ui/format.ts';
import { later, PartPlace } from '../../ui/later.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { type Sales, useSales } from '../reports/reads.ts';

type Measure = 'booked' | 'charged' | 'refunded';
const MEASURES: readonly Measure[] = ['booked', 'charged', 'refunded'];

// The library that draws is loaded where there is something to draw.
const Chart = later(() => import('../reports/chart.tsx').then(({ Chart }) => Chart), PartPlace);

const DAY_MS = 86_400_000;
const WEEK = 7;

/** What was booked, charged and refunded today, and in seven days against the seven before. */
export function MoneyNow() {
  // The service counts days on the store's clock, so one day more than two weeks is asked for.
  const from = new Date(Date.now() - 2 * WEEK * DAY_MS).toISOString().slice(0, 10);
  const loaded = useSales({ from });
  return (
    <Card title={t('week.title')}>
      <Shown of={loaded}>{(sales) => <Figures sales={sales} />}</Shown>
    </Card>
  );
}

function Figures({ sales: { currency, days } }: { sales: Sales }) {
  const shown = days.slice(-2 * WEEK);
  const amounts = (measure: Measure, from: number, until?: number) =>
    sum(shown.slice(from, until).map((day) => day[measure]));
  const isQuiet = MEASURES.every((measure) => Number(amounts(measure, 0)) === 0);
  return (
    <>
      <dl class="figures">
        {MEASURES.map((measure) => (
          <div key={measure} class="figures__one">
            <dt>{t(`sales.${measure}`)}</dt>
            <dd>{money(amounts(measure, -WEEK), currency)}</dd>
            <dd class="figures__more">
              {t('week.today', { amount: money(amounts(measure, -1), currency) })}
              <br />
              {against(Number(amounts(measure, -WEEK)), Number(amounts(measure, 0, -WEEK)))}
            </dd>
          </div>
        ))}
      </dl>
      {!isQuiet && (
        <Chart
          label={t('week.chart', { booked: money(amounts('booked', 0), currency) })}
          days={shown.map(({ day }) => day)}
          series={MEASURES.map((measure, look) => ({
            look: look as 0 | 1 | 2,
            name: t(`sales.${measure}`),
            values: shown.map((day) => Number(day[measure])),
          }))}
          format={(value) => money(value.toFixed(0), currency)}
        />
      )}
    </>
  );
}

/** Compares with the seven days before. Of nothing there is no percentage. */
function against(now: number, before: number): string {
  if (before === 0) return t('week.before.none');
  const change = now / before - 1;
  if (Math.abs(change) < 0.005) return t('week.before.same');
  return t(change > 0 ? 'week.before.more' : 'week.before.less', { change: percent(Math.abs(change)) });
}
