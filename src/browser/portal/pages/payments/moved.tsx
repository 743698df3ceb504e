import { Button } from '../../../ui/button.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { useFilters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { download } from '../../ui/download.ts';
import { moment, money } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PeriodForm, PreorderLink, useDashboard } from './parts.tsx';
import { type MovedFilter, type MovedMoney, movedMoneyFile, useMovedMoney } from './reads.ts';

const CHOICES = ['charge', 'refund', 'chargeback', 'reinstatement', 'failed'] as const;

const TONES: Record<MovedMoney['kind'], Tone> = {
  charge: 'good',
  refund: 'neutral',
  chargeback: 'bad',
  reinstatement: 'good',
};

/** The money that was taken and given back in a period, which lives in the address with the kind that is shown. */
export function Moved() {
  const filters = useFilters();
  const [from, to] = [filters.read('from'), filters.read('to')];
  const period = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  const choice = CHOICES.find((one) => one === filters.read('kind'));
  const filter = { ...period, ...(choice && (choice === 'failed' ? { state: choice } : { kind: choice })) };
  return (
    <Card title={t('moved.title')} hint={t('moved.text')} actions={<SaveFile filter={filter} />}>
      <PeriodForm
        key={`${from} ${to}`}
        period={period}
        submit={t('moved.show')}
        hint={t('moved.hint')}
        onChoose={(chosen) => filters.write({ from: '', to: '', ...chosen })}
      />
      <Tabs
        label={t('moved.kind')}
        value={choice ?? ''}
        options={[
          { value: '', text: t('all') },
          ...CHOICES.map((value) => ({ value, text: t(`moved.kinds.${value}`) })),
        ]}
        onChoose={(value) => filters.write({ kind: value })}
      />
      <MovedList filter={filter} />
    </Card>
  );
}

function SaveFile({ filter }: { filter: MovedFilter }) {
  const sending = useSending();
  return (
    <>
      <Button
        kind="secondary"
        busy={sending.busy}
        onPress={() => void sending.send(async () => download(await movedMoneyFile(filter), 'payments.csv'))}
      >
        {t('moved.save')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}

function MovedList({ filter }: { filter: MovedFilter }) {
  const list = useMovedMoney(filter);
  const { data: store } = useStoreSettings();
  const dashboard = useDashboard();
  return (
    <ListView list={list} empty={<Empty title={t('moved.none')}>{<p>{t('moved.none.text')}</p>}</Empty>}>
      {(moved) => (
        <Table
          caption={t('moved.title')}
          rows={moved}
          keyOf={({ id }) => id}
          columns={columnsOf(store?.time_zone, dashboard)}
        />
      )}
    </ListView>
  );
}

const columnsOf = (timeZone: string | undefined, dashboard: string | undefined): Column<MovedMoney>[] => [
  {
    title: t('mails.preorder'),
    heads: true,
    cell: ({ preorder }) => (
      <span>
        <PreorderLink reference={preorder} />
      </span>
    ),
  },
  {
    title: t('moved.what'),
    cell: ({ kind, state, failure, by_hand: byHand }) => (
      <>
        <Badge tone={state === 'failed' ? 'bad' : TONES[kind]}>
          {state === 'failed'
            ? t(kind === 'refund' ? 'moved.failed.refund' : 'moved.failed.charge')
            : t(`moved.kinds.${kind}`)}
        </Badge>
        {byHand && <span class="sub">{t('moved.by_hand')}</span>}
        {failure !== null && (
          <span class="sub" lang="en">
            {failure}
          </span>
        )}
      </>
    ),
  },
  { title: t('moved.at'), cell: ({ at }) => moment(at, timeZone) },
  { title: t('moved.ref'), cell: (moved) => <ProviderLink moved={moved} dashboard={dashboard} /> },
  { title: t('money.amount'), number: true, cell: ({ amount, currency }) => money(amount, currency) },
];

function ProviderLink({ moved, dashboard }: { moved: MovedMoney; dashboard: string | undefined }) {
  const { provider, provider_ref: ref } = moved;
  if (ref === null) return <span class="muted">–</span>;
  if (dashboard === undefined || provider !== 'stripe') return <span class="long">{ref}</span>;
  return (
    <a class="long" href={`${dashboard}payments/${ref}`} target="_blank" rel="noopener noreferrer">
      {ref}
    </a>
  );
}
