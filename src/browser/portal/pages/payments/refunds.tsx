import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import type { Loaded } from '../../requests/use-data.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { AskWindow } from '../../ui/form-window.tsx';
import { count, moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { PreorderLink } from './parts.tsx';
import { type OwedRefund, recordGivenBack, retryRefunds } from './reads.ts';

/** What shoppers are owed and the provider refuses to give back. */
export function Refunds({ refunds }: { refunds: Loaded<OwedRefund[]> }) {
  const can = useScopes();
  const [recording, setRecording] = useState<OwedRefund>();
  const sending = useSending();
  const { data: store } = useStoreSettings();
  const here = (refunds.data ?? []).some((one) => !one.paid_elsewhere);
  const retry = () =>
    sending.send(async () => {
      say(t('refunds.retried', { count: await retryRefunds() }));
    });
  return (
    <Card
      title={t('refunds.title')}
      hint={t('refunds.text')}
      actions={
        can('refunds:write') &&
        here && (
          <Button kind="secondary" busy={sending.busy} onPress={() => void retry()}>
            {t('refunds.retry')}
          </Button>
        )
      }
      flush
    >
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Shown of={refunds}>
        {(owed) =>
          owed.length === 0 ? (
            <p class="more muted">{t('refunds.none')}</p>
          ) : (
            <Table
              caption={t('refunds.title')}
              rows={owed}
              keyOf={({ preorder, since }) => `${preorder} ${since}`}
              columns={columnsOf(store?.time_zone, can('imports:write') ? setRecording : undefined)}
            />
          )
        }
      </Shown>
      {recording && <GivenBack refund={recording} onClose={() => setRecording(undefined)} />}
    </Card>
  );
}

function columnsOf(
  timeZone: string | undefined,
  record: ((refund: OwedRefund) => void) | undefined,
): Column<OwedRefund>[] {
  return [
    {
      title: t('mails.preorder'),
      heads: true,
      cell: ({ preorder }) => (
        <span>
          <PreorderLink reference={preorder} />
        </span>
      ),
    },
    { title: t('refunds.since'), cell: ({ since }) => moment(since, timeZone) },
    {
      title: t('refunds.why'),
      cell: ({ reason, tries, paid_elsewhere: elsewhere }) =>
        elsewhere ? (
          t('refunds.elsewhere')
        ) : (
          <>
            {t('refunds.said')} <span lang="en">{reason}</span>
            <span class="sub">{t('refunds.tries', { count: tries, tries: count(tries) })}</span>
          </>
        ),
    },
    {
      title: t('refunds.next'),
      cell: (refund) => {
        if (!refund.paid_elsewhere) return moment(refund.next_at, timeZone);
        if (!record) return t('refunds.by_you');
        return (
          <Button kind="secondary" onPress={() => record(refund)}>
            {t('refunds.record')}
            <span class="visually-hidden"> {refund.preorder}</span>
          </Button>
        );
      },
    },
    { title: t('money.amount'), number: true, cell: ({ amount, currency }) => money(amount, currency) },
  ];
}

/** Records a refund that was made where the pre-order was paid. This service moves no money for it. */
function GivenBack({ refund, onClose }: { refund: OwedRefund; onClose: () => void }) {
  const { preorder: reference, amount, currency } = refund;
  return (
    <AskWindow
      title={t('refunds.record')}
      submit={t('refunds.record.button')}
      act={() => recordGivenBack(reference)}
      said={t('refunds.recorded')}
      onClose={onClose}
    >
      <p>{t('refunds.record.text', { amount: money(amount, currency), reference })}</p>
    </AskWindow>
  );
}
