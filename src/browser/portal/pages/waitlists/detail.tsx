import { useRoute } from 'preact-iso/router';
import { Notice } from '../../../ui/notice.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { usePlacements, useStoreSettings, useWaitlist } from '../../requests/reads.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { Facts } from '../../ui/facts.tsx';
import { count, days, moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Shown, Waiting } from '../../ui/loaded.tsx';
import { Marked } from '../../ui/marked.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { WaitlistActions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import { Sold, unitsOf, WaitlistState } from './state.tsx';

/** One waitlist: what it sells, how much of it is sold, and when it ships. */
export function WaitlistPage() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const loaded = useWaitlist(id);
  const waitlist = loaded.data;
  return (
    <Page
      title={waitlist?.product.title ?? t('waitlist.title')}
      badge={waitlist && <WaitlistState waitlist={waitlist} />}
      back={{ href: storePath(slug, '/waitlists'), text: t('nav.waitlists') }}
      actions={waitlist && <WaitlistActions waitlist={waitlist} />}
    >
      <Shown of={loaded} waiting={<Waiting />}>
        {(data) => <Details waitlist={data} />}
      </Shown>
    </Page>
  );
}

/** The next step of a first waitlist: until its code is on a page nobody sees it. */
function NotOnAPage() {
  const { slug } = useCurrentStore();
  const { data } = usePlacements();
  if (!data || data.pages.length > 0) return null;
  return (
    <Notice kind="info" actions={<a href={`${storePath(slug)}#snippet`}>{t('placed.fix.code')}</a>}>
      <p>{t('waitlist.not_on_a_page')}</p>
    </Notice>
  );
}

type Variant = Waitlist['variants'][number];

function Details({ waitlist }: { waitlist: Waitlist }) {
  const { data: store } = useStoreSettings();
  const { variants, currency } = waitlist;
  const units = unitsOf(waitlist);
  return (
    <div class="columns">
      <div class="columns__main">
        {waitlist.state === 'OPEN' && <NotOnAPage />}
        <Card title={t('waitlist.units')} hint={<Sold units={units} />} flush>
          <Table
            caption={t('waitlist.units')}
            columns={variantColumns(currency)}
            rows={variants}
            keyOf={({ id }) => id}
          />
        </Card>
        <Deliveries waitlist={waitlist} />
      </div>
      <div class="columns__side">
        <Card title={t('waitlist.terms')}>
          <Facts facts={termsOf(waitlist, store?.time_zone)} />
        </Card>
        {waitlist.text !== '' && (
          <Card title={t('waitlist.text')}>
            <Marked text={waitlist.text} />
          </Card>
        )}
      </div>
    </div>
  );
}

function variantColumns(currency: string): Column<Variant>[] {
  return [
    {
      title: t('column.variant'),
      heads: true,
      cell: ({ title, sku, gone }) => (
        <>
          {title}
          {sku !== '' && <span class="sub">{sku}</span>}
          {gone && <span class="sub">{t('variant.gone')}</span>}
        </>
      ),
    },
    { title: t('column.price'), number: true, cell: ({ price }) => money(price, currency) },
    { title: t('column.allocated'), number: true, cell: ({ allocated }) => count(allocated) },
    { title: t('column.sold'), number: true, cell: ({ sold }) => count(sold) },
    { title: t('column.held'), number: true, cell: ({ held }) => count(held) },
    { title: t('column.left'), number: true, cell: ({ left }) => count(left) },
  ];
}

function termsOf(waitlist: Waitlist, timeZone: string | undefined): [string, string][] {
  const at = (time: string | null) => (time === null ? undefined : moment(time, timeZone));
  const { deposit, limit_per_customer: limit, withdrawal_exclusion: exclusion } = waitlist;
  const facts: [string, string | undefined][] = [
    [t('column.ships'), days(waitlist.ship_window)],
    [t('waitlist.plan'), t(`plan.${waitlist.payment_plan}`)],
    [t('waitlist.deposit'), deposit ? depositText(deposit, waitlist.currency) : undefined],
    [t('waitlist.deposit_back'), deposit ? t(waitlist.deposit_refundable ? 'yes' : 'no') : undefined],
    [t('waitlist.limit'), limit === null ? t('waitlist.no_limit') : count(limit)],
    [t('waitlist.countries'), waitlist.countries?.map(countryName).join(', ')],
    [t('waitlist.exclusion'), exclusion === null ? undefined : t('waitlist.excluded')],
    [t('waitlist.launches'), at(waitlist.launches_at)],
    [t('waitlist.closes'), at(waitlist.closes_at)],
    [t('waitlist.opened'), at(waitlist.opened_at)],
    [t('waitlist.closed'), at(waitlist.closed_at)],
    [t('column.created'), at(waitlist.created_at)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function depositText(deposit: NonNullable<Waitlist['deposit']>, currency: string): string {
  if ('percent' in deposit) return t('waitlist.deposit.percent', { percent: deposit.percent });
  return t('waitlist.deposit.amount', { amount: money(deposit.amount, currency) });
}
