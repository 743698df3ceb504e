import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, day, days } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { SaveReport } from './figure.tsx';
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
            <Table caption={title} columns={columnsOf(slug)} rows={forecasts} keyOf={({ waitlist_id: id }) => id} />
          )
        }
      </Shown>
    </Card>
  );
}

function columnsOf(slug: string): Column<Forecast>[] {
  return [
    {
      title: t('column.product'),
      heads: true,
      cell: ({ waitlist_id: id, product }) => <a href={storePath(slug, `/waitlists/${id}`)}>{product.title}</a>,
    },
    { title: t('column.left'), number: true, cell: ({ left }) => count(left) },
    { title: t('forecast.pace'), number: true, cell: ({ sold_per_day: pace }) => (pace === null ? '–' : count(pace)) },
    { title: t('forecast.sold_out'), cell: windowOf },
    { title: t('forecast.expected'), cell: ({ expected }) => (expected === null ? '–' : day(expected)) },
  ];
}

function windowOf({ left, sold_per_day: pace, earliest, latest }: Forecast): string {
  if (left === 0) return t('waitlist.sold_out');
  if (pace === null) return t('forecast.too_little');
  if (earliest === null) return t('forecast.after_a_year');
  return latest === null ? t('forecast.after', { day: day(earliest) }) : days({ from: earliest, until: latest });
}
