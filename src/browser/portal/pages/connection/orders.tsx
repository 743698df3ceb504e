import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { useList } from '../../requests/use-list.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { moment } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Order = Schemas['AdminOrder'];

const STATES = ['waiting', 'handed_over', 'refused'] as const;
const TONES: Record<string, Tone> = { waiting: 'busy', handed_over: 'good', refused: 'bad' };
const nameOf = (state: string) => t(`orders.state.${STATES.find((one) => one === state) ?? 'waiting'}`);

/** The orders that went to the platform, or that it refused, and a way to hand those over again. */
export function Orders({ store }: { store: Store }) {
  const filters = useFilters();
  const { slug } = useCurrentStore();
  const state = STATES.find((one) => one === filters.read('orders'));
  const list = useList(keyOf(`orders?${state ?? ''}`), async (after) => {
    const query = { ...(state && { state }), ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/orders', { params: { query } }));
  });
  const refused = list.entries.some((order) => order.state === 'refused');
  return (
    <Card title={t('orders.title')} hint={t('orders.text')} actions={refused && <Retry />} flush>
      <div class="card__part">
        <Tabs
          label={t('orders.filter')}
          value={state ?? ''}
          options={[{ value: '', text: t('all') }, ...STATES.map((value) => ({ value, text: nameOf(value) }))]}
          onChoose={(value) => filters.write({ orders: value })}
        />
      </div>
      <ListView
        list={list}
        empty={
          <Empty title={t(state ? 'orders.none_such' : 'orders.none')}>
            {!state && <p>{t('orders.none.text')}</p>}
          </Empty>
        }
      >
        {(orders) => (
          <Table
            caption={t('orders.title')}
            rows={orders}
            keyOf={({ id }) => id}
            columns={columnsOf(slug, store.time_zone)}
          />
        )}
      </ListView>
    </Card>
  );
}

function columnsOf(slug: string, timeZone: string): Column<Order>[] {
  return [
    {
      title: t('mails.preorder'),
      heads: true,
      cell: ({ reference, lines }) => (
        <>
          <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
            {reference}
          </a>
          <span class="sub">{t('preorder.units', { count: lines })}</span>
        </>
      ),
    },
    {
      title: t('column.state'),
      cell: ({ state, failure }) => (
        <>
          <Badge tone={TONES[state] ?? 'neutral'}>{nameOf(state)}</Badge>
          {failure !== null && (
            <span class="sub" lang="en">
              {failure}
            </span>
          )}
        </>
      ),
    },
    { title: t('orders.there'), cell: ({ external_ref: ref }) => <span class="long">{ref ?? '–'}</span> },
    {
      title: t('orders.when'),
      cell: ({ handed_at: handed, created_at: created }) => moment(handed ?? created, timeZone),
    },
  ];
}

function Retry() {
  const mayWrite = useScopes()('preorders:write');
  const sending = useSending();
  if (!mayWrite) return null;
  const retry = () =>
    sending.send(async () => {
      const { retried, refused } = bodyOf(await api.POST('/admin/api/v1/orders/retry', { body: {} })).data;
      changed(keyOf('orders'));
      changed(keyOf('alerts'));
      say(refused > 0 ? t('orders.retried.refused', { count: refused }) : t('orders.retried', { count: retried }));
    });
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void retry()}>
        {t('orders.retry')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
