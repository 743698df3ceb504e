import type { Waitlist } from '../../requests/kinds.ts';
import { useWaitlists } from '../../requests/reads.ts';
import { useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { unitsOf } from '../waitlists/state.tsx';
import { Attention } from './attention.tsx';
import { Forecasts } from './forecasts.tsx';
import { FunnelCard } from './funnel.tsx';
import type { ReportQuery } from './reads.ts';
import { SalesCards } from './sales.tsx';
import { SellThroughCard } from './sell-through.tsx';
import { WithdrawalsCard } from './withdrawals.tsx';

const PERIODS = ['7', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

/** What is happening in the store: what needs somebody, and figures over time, each with its table and its file. */
export function Reports() {
  const can = useScopes();
  const filters = useFilters();
  const period = PERIODS.find((days) => days === filters.read('days')) ?? '30';
  const waitlist = filters.read('waitlist');
  const { entries } = useWaitlists(undefined);
  // The service counts days in the store's time zone. Around midnight this asks for one day more than is said.
  const from = new Date(Date.now() - (Number(period) - 1) * DAY_MS).toISOString().slice(0, 10);
  const query: ReportQuery = { from, ...(waitlist !== '' && { waitlist_id: waitlist }) };
  const shown = waitlist || bestSelling(entries)?.id;
  return (
    <Page title={t('nav.reports')} intro={t('reports.intro')}>
      {can('operations:read') && <Attention />}
      <div class="report-filters">
        <Tabs
          label={t('reports.period')}
          value={period}
          options={PERIODS.map((days) => ({ value: days, text: t('reports.days', { count: Number(days) }) }))}
          onChoose={(days) => filters.write({ days })}
        />
        <Choice
          id="waitlist"
          label={t('waitlist.title')}
          hideLabel
          value={waitlist}
          options={[
            { value: '', text: t('reports.all_waitlists') },
            ...entries.map(({ id, product, state }) => ({
              value: id,
              text: `${product.title} (${t(`waitlist.state.${state}`)})`,
            })),
          ]}
          onValue={(value) => filters.write({ waitlist: value })}
        />
      </div>
      <SalesCards query={query} />
      {shown && (
        <SellThroughCard
          query={query}
          waitlistId={shown}
          product={entries.find(({ id }) => id === shown)?.product.title ?? ''}
        />
      )}
      <Forecasts />
      <FunnelCard query={query} />
      <WithdrawalsCard query={query} />
    </Page>
  );
}

/** Returns the waitlist that has sold most: those that sell now come first. */
function bestSelling(waitlists: readonly Waitlist[]): Waitlist | undefined {
  const open = waitlists.filter((one) => one.open);
  const [best] = (open.length > 0 ? open : [...waitlists]).sort(
    (one, other) => unitsOf(other).sold - unitsOf(one).sold,
  );
  return best;
}
