import { Button } from '../../../ui/button.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { storePath, useCurrentStore, useFilters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { copyText } from '../../ui/copy.tsx';
import { moment } from '../../ui/format.ts';
import { ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { serviceAddress } from '../home/service-address.ts';
import { useWithdrawals, type Withdrawal } from './reads.ts';
import { STATES, WithdrawalState, WithdrawalTiming } from './state.tsx';

/** Every declaration by which somebody withdraws from a contract, those that wait for the merchant first. */
export function Withdrawals() {
  const filters = useFilters();
  const shown = filters.read('state') || 'declared';
  const state = STATES.find((one) => one === shown);
  return (
    <Page title={t('nav.withdrawals')} intro={t('withdrawals.intro')} actions={<PageLink />}>
      <Tabs
        label={t('withdrawals.filter')}
        value={state ?? 'all'}
        options={[
          ...STATES.map((value) => ({ value, text: t(`withdrawals.state.${value}`) })),
          { value: 'all', text: t('all') },
        ]}
        onChoose={(value) => filters.write({ state: value === 'declared' ? '' : value })}
      />
      <Card flush>
        <List state={state} />
      </Card>
    </Page>
  );
}

/** Copies the address of the page for shoppers, for the footer of the store. */
function PageLink() {
  const { data: store } = useStoreSettings();
  if (!store) return null;
  const address = `${serviceAddress()}/withdraw/${store.public_key}`;
  const copy = async () => {
    say((await copyText(address)) ? t('withdrawals.link.copied') : t('withdrawals.link.refused', { address }));
  };
  return (
    <>
      <a class="button button--secondary" href={address} target="_blank" rel="noopener noreferrer">
        {t('withdrawals.page')}
      </a>
      <Button kind="secondary" onPress={() => void copy()}>
        {t('withdrawals.link')}
      </Button>
    </>
  );
}

function List({ state }: { state: Withdrawal['state'] | undefined }) {
  const { data: store } = useStoreSettings();
  const list = useWithdrawals(state);
  return (
    <ListView list={list} empty={<NoWithdrawals />}>
      {(withdrawals) => <WithdrawalTable withdrawals={withdrawals} timeZone={store?.time_zone} />}
    </ListView>
  );
}

type WithdrawalTableProps = { withdrawals: readonly Withdrawal[]; timeZone: string | undefined };

function WithdrawalTable({ withdrawals, timeZone }: WithdrawalTableProps) {
  const { slug } = useCurrentStore();
  return (
    <Table
      caption={t('nav.withdrawals')}
      rows={withdrawals}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('withdrawals.name'),
          heads: true,
          cell: ({ id, name }) => <a href={storePath(slug, `/withdrawals/${id}`)}>{name || t('withdrawals.nobody')}</a>,
        },
        {
          title: t('withdrawals.preorder'),
          cell: ({ preorder }) =>
            preorder ? (
              <span class="reference">{preorder.reference}</span>
            ) : (
              <span class="muted">{t('withdrawals.unmatched')}</span>
            ),
        },
        {
          title: t('withdrawals.timing'),
          cell: ({ timing }) => timing !== null && <WithdrawalTiming timing={timing} />,
        },
        { title: t('column.state'), cell: ({ state }) => <WithdrawalState state={state} /> },
        {
          title: t('withdrawals.received'),
          cell: ({ declared_at: at }) => moment(at, timeZone),
        },
        {
          title: t('withdrawals.due'),
          cell: ({ refund_due_at: at, state }) =>
            state === 'declared' && (
              <>
                {moment(at, timeZone)}
                <span class="sub">{leftText(at)}</span>
              </>
            ),
        },
      ]}
    />
  );
}

const DAY_MS = 86_400_000;

function leftText(due: string): string {
  const count = Math.ceil((Date.parse(due) - Date.now()) / DAY_MS);
  return count > 0 ? t('withdrawals.left', { count }) : t('withdrawals.overdue');
}

function NoWithdrawals() {
  return (
    <Empty title={t('withdrawals.none')}>
      <p>{t('withdrawals.none.text')}</p>
    </Empty>
  );
}
