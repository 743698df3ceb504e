import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, day, days } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Numbers, SaveReport } from './figure.tsx';
import { type Forecast, useForecasts } from './reads.ts';

/** When what sells now will be sold out: a window, not a date, because a forecast cannot know the day. */
export function Forecasts() {
  const loaded = useForecasts();
  const { slug } = useCurrentStore();
  const title = t('forecast.title');
  return (
    <Card title={title} hint={t('forecast.hint')} actions={<SaveReport report="forecasts" title={title} />}>
      <Shown of={loaded}>
        {(forecasts) =>
          forecasts.length === 0 ? (
            <Empty title={t('forecast.none')} />
          ) : (
            <>
              <ul class="rows">
                {forecasts.map((forecast) => (
                  <li key={forecast.waitlist_id} class="rows__row">
                    <span>
                      <a href={storePath(slug, `/waitlists/${forecast.waitlist_id}`)}>{forecast.product.title}</a>
                      <span class="sub">{sentenceOf(forecast)}</span>
                    </span>
                  </li>
                ))}
              </ul>
              <Numbers title={title}>
                <Table caption={title} columns={columnsOf()} rows={forecasts} keyOf={({ waitlist_id: id }) => id} />
              </Numbers>
            </>
          )
        }
      </Shown>
    </Card>
  );
}

/** Says when the units are sold out, and how sure that is. */
function sentenceOf({ left, sold_per_day: pace, earliest, latest, expected }: Forecast): string {
  if (left === 0) return t('forecast.says.sold_out');
  if (pace === null) return t('forecast.says.too_little', { left: count(left) });
  const values = { left: count(left), pace: count(pace) };
  if (earliest === null || expected === null) return t('forecast.says.after_a_year', values);
  const likely = { ...values, day: day(expected) };
  if (latest === null) return t('forecast.says.after', { ...likely, earliest: day(earliest) });
  return t('forecast.says', { ...likely, days: days({ from: earliest, until: latest }) });
}

const columnsOf = (): Column<Forecast>[] => [
  { title: t('column.product'), heads: true, cell: ({ product }) => product.title },
  { title: t('column.left'), number: true, cell: ({ left }) => count(left) },
  { title: t('forecast.pace'), number: true, cell: ({ sold_per_day: pace }) => (pace === null ? '–' : count(pace)) },
  { title: t('forecast.sold_out'), cell: windowOf },
  { title: t('forecast.expected'), cell: ({ expected }) => (expected === null ? '–' : day(expected)) },
];

function windowOf({ left, sold_per_day: pace, earliest, latest }: Forecast): string {
  if (left === 0) return t('waitlist.sold_out');
  if (pace === null) return t('forecast.too_little');
  if (earliest === null) return t('forecast.after_a_year');
  return latest === null ? t('forecast.after', { day: day(earliest) }) : days({ from: earliest, until: latest });
}
