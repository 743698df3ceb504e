import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import type { Loaded } from '../../requests/use-data.ts';
import { useScopes } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { AskWindow } from '../../ui/form-window.tsx';
import { ago, moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { type Attempt, abandon } from './reads.ts';

/** Payments that began and have no result. Most have one within minutes; a bank may take days. */
export function Undecided({ attempts }: { attempts: Loaded<Attempt[]> }) {
  const mayWrite = useScopes()('payments:write');
  const [leaving, setLeaving] = useState<Attempt>();
  const { data: store } = useStoreSettings();
  const currency = store?.currency ?? 'EUR';
  return (
    <Card title={t('undecided.title')} hint={t('undecided.text')} flush>
      <Shown of={attempts}>
        {(all) =>
          all.length === 0 ? (
            <p class="more muted">{t('undecided.none')}</p>
          ) : (
            <Table
              caption={t('undecided.title')}
              rows={all}
              keyOf={({ id }) => id}
              columns={columnsOf({ currency, timeZone: store?.time_zone }, mayWrite ? setLeaving : undefined)}
            />
          )
        }
      </Shown>
      {leaving && <Abandon attempt={leaving} currency={currency} onClose={() => setLeaving(undefined)} />}
    </Card>
  );
}

type OfStore = { currency: string; timeZone: string | undefined };

function columnsOf(
  { currency, timeZone }: OfStore,
  leave: ((attempt: Attempt) => void) | undefined,
): Column<Attempt>[] {
  const columns: Column<Attempt>[] = [
    {
      title: t('undecided.payment'),
      heads: true,
      cell: ({ provider, provider_ref: ref, checkout_id: checkout }) => (
        <>
          <span class="long">{ref ?? provider}</span>
          <span class="sub">{t(checkout === null ? 'undecided.of_preorder' : 'undecided.of_checkout')}</span>
        </>
      ),
    },
    { title: t('column.state'), cell: ({ state }) => textOf(`undecided.state.${state}`) ?? state },
    { title: t('undecided.since'), cell: ({ created_at: at }) => ago(at) },
    {
      title: t('undecided.held'),
      cell: ({ hold_expires_at: at }) => (at === null ? t('undecided.not_held') : moment(at, timeZone)),
    },
    { title: t('money.amount'), number: true, cell: ({ amount }) => money(amount, currency) },
  ];
  if (!leave) return columns;
  const act: Column<Attempt> = {
    title: t('column.actions'),
    number: true,
    cell: (attempt) => (
      <Button kind="secondary" onPress={() => leave(attempt)}>
        {t('undecided.leave')}
        <span class="visually-hidden"> {attempt.provider_ref ?? attempt.id}</span>
      </Button>
    ),
  };
  return [...columns, act];
}

function Abandon({ attempt, currency, onClose }: { attempt: Attempt; currency: string; onClose: () => void }) {
  return (
    <AskWindow
      title={t('undecided.leave')}
      submit={t('undecided.leave')}
      kind="danger"
      cancel={t('back')}
      act={() => abandon(attempt.id)}
      said={t('undecided.left')}
      onClose={onClose}
    >
      <p>{t('undecided.leave.text', { amount: money(attempt.amount, currency) })}</p>
      <p class="muted">{t('undecided.leave.late')}</p>
    </AskWindow>
  );
}
