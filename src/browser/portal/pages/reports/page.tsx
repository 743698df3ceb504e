import type { Waitlist } from '../../requests/kinds.ts';
import { useWaitlists } from '../../requests/reads.ts';
import { useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { Page } from '../../ui/page.tsx';
import { unitsOf } from '../waitlists/state.tsx';
import { Attention } from './attention.tsx';
import { Forecasts } from './forecasts.tsx';
import { FunnelCard } from './funnel.tsx';
import { Period, spanOf } from './period.tsx';
import type { ReportQuery } from './reads.ts';
import { SalesCards } from './sales.tsx';
import { SellThroughCard } from './sell-through.tsx';
import { WithdrawalsCard } from './withdrawals.tsx';

/** What is happening in the store: what needs somebody, and figures over time, each with its table and its file. */
export function Reports() {
  const can = useScopes();
  const filters = useFilters();
  const waitlist = filters.read('waitlist');
  const { entries } = useWaitlists();
  const query: ReportQuery = { ...spanOf(filters), ...(waitlist !== '' && { waitlist_id: waitlist }) };
  const shown = waitlist || bestSelling(entries)?.id;
  return (
    <Page title={t('nav.reports')} intro={t('reports.intro')}>
      {can('operations:read') && <Attention />}
      <div class="report-filters">
        <Period filters={filters} />
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
