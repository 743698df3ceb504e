import { t, textOf } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { SaveReport } from './figure.tsx';
import { type Funnel, type ReportQuery, useFunnel } from './reads.ts';

type Step = Funnel['steps'][number];

/** How many of those who saw a placement went on to buy. */
export function FunnelCard({ query }: { query: ReportQuery }) {
  const loaded = useFunnel(query);
  const title = t('funnel.title');
  return (
    <Card title={title} hint={t('funnel.hint')} actions={<SaveReport report="funnel" query={query} title={title} />}>
      <Shown of={loaded}>
        {({ steps }) =>
          steps.every((step) => step.count === 0) ? (
            <Empty title={t('funnel.none')}>
              <p>{t('funnel.none.text')}</p>
            </Empty>
          ) : (
            <Table caption={title} columns={columnsOf(steps)} rows={steps} keyOf={({ event }) => event} />
          )
        }
      </Shown>
    </Card>
  );
}

function columnsOf(steps: readonly Step[]): Column<Step>[] {
  const most = Math.max(...steps.map((step) => step.count));
  const shown = steps.find(({ event }) => event === 'PlacementLoaded')?.count ?? 0;
  return [
    { title: t('funnel.step'), heads: true, cell: ({ event }) => textOf(`funnel.${event}`) ?? event },
    { title: t('funnel.times'), number: true, cell: (step) => count(step.count) },
    {
      title: t('funnel.share'),
      number: true,
      // More than a hundred, where shoppers do it several times on one page.
      cell: (step) => (shown === 0 ? '–' : count(Number(((100 * step.count) / shown).toFixed(1)))),
    },
    {
      title: t('funnel.bar'),
      cell: (step) => (
        <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect class="bar__ground" width="100" height="6" />
          <rect class="bar__sold" width={(step.count / most) * 100} height="6" />
        </svg>
      ),
    },
  ];
}
