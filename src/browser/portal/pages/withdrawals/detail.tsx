import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { moment } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EndWindow, MatchWindow } from './act.tsx';
import { EvidencePage } from './evidence.tsx';
import { useWithdrawal, type Withdrawal } from './reads.ts';
import { Returns } from './returns.tsx';
import { WithdrawalState, WithdrawalTiming } from './state.tsx';

const REFRESH_MS = 30_000;

/** One withdrawal: what was declared, from which pre-order, and what became of it. */
export function WithdrawalPage() {
  const { id = '' } = useRoute().params;
  return useFilters().read('show') === 'evidence' ? <EvidencePage id={id} /> : <Withdrawn id={id} />;
}

function Withdrawn({ id }: { id: string }) {
  const { slug } = useCurrentStore();
  const loaded = useWithdrawal(id);
  const { data } = loaded;
  useLive([loaded], REFRESH_MS);
  return (
    <Page
      title={data?.name || t('withdrawals.one')}
      badge={data && <WithdrawalState state={data.state} />}
      back={{ href: storePath(slug, '/withdrawals'), text: t('nav.withdrawals') }}
      actions={data?.state === 'declared' && <Acts withdrawal={data} />}
    >
      <Shown of={loaded}>{(withdrawal) => <Details withdrawal={withdrawal} />}</Shown>
    </Page>
  );
}

type Act = 'match' | 'settled' | 'refused';

function Acts({ withdrawal }: { withdrawal: Withdrawal }) {
  const may = useScopes()('preorders:write');
  const [act, setAct] = useState<Act>();
  if (!may) return null;
  const isFound = withdrawal.preorder !== null;
  const close = () => setAct(undefined);
  return (
    <>
      <Button onPress={() => setAct(isFound ? 'settled' : 'match')}>
        {t(isFound ? 'withdrawals.settle' : 'withdrawals.match')}
      </Button>
      <Button kind="secondary" onPress={() => setAct(isFound ? 'match' : 'settled')}>
        {t(isFound ? 'withdrawals.match_other' : 'withdrawals.settle')}
      </Button>
      <Button kind="secondary" onPress={() => setAct('refused')}>
        {t('withdrawals.refuse')}
      </Button>
      {act === 'match' && <MatchWindow withdrawal={withdrawal} onClose={close} />}
      {(act === 'settled' || act === 'refused') && <EndWindow withdrawal={withdrawal} to={act} onClose={close} />}
    </>
  );
}

function Details({ withdrawal }: { withdrawal: Withdrawal }) {
  const { data: store } = useStoreSettings();
  const { state, preorder, answer, ended_at: ended, acted_at: acted, undoable_until: until } = withdrawal;
  const at = (time: string) => moment(time, store?.time_zone);
  return (
    <div class="columns">
      <div class="columns__main">
        {state === 'declared' && (
          <Notice
            kind="warning"
            title={
              preorder ? t('withdrawals.todo', { at: at(withdrawal.refund_due_at) }) : t('withdrawals.todo.unmatched')
            }
          >
            {preorder && !acted && !withdrawal.proven && until !== null && (
              <p>{t('withdrawals.undoable', { until: at(until) })}</p>
            )}
            {withdrawal.proven && <p>{t('withdrawals.proven')}</p>}
            <p>{todoText(withdrawal)}</p>
          </Notice>
        )}
        {ended !== null && (
          <Card title={t(`withdrawals.ended.${state}`, { at: at(ended) })}>
            {answer && <p class="words">{answer}</p>}
          </Card>
        )}
        <Returns withdrawal={withdrawal} at={at} />
        <Declaration withdrawal={withdrawal} at={at} />
      </div>
      <div class="columns__side">
        <Receipts withdrawal={withdrawal} at={at} />
        <EvidenceLink id={withdrawal.id} />
      </div>
    </div>
  );
}

function todoText({ preorder, acted_at: acted, acts_itself: itself }: Withdrawal): string {
  if (!preorder) return t('withdrawals.todo.unmatched.text');
  if (acted !== null) return t('withdrawals.acted');
  return t(itself ? 'withdrawals.by_itself' : 'withdrawals.todo.text');
}

type PartProps = { withdrawal: Withdrawal; at: (time: string) => string };

function Declaration({ withdrawal, at }: PartProps) {
  const { slug } = useCurrentStore();
  const may = useScopes()('preorders:personal');
  const { preorder, timing, name, email, reference, postal_code: postcode, items } = withdrawal;
  return (
    <Card title={t('withdrawals.declaration')}>
      <Facts
        facts={[
          [t('withdrawals.received'), at(withdrawal.declared_at)],
          [
            t('withdrawals.preorder'),
            preorder ? (
              <a class="reference" href={storePath(slug, `/preorders/${preorder.reference}`)}>
                {preorder.reference}
              </a>
            ) : (
              t('withdrawals.unmatched')
            ),
          ],
          ...(timing === null ? [] : [[t('withdrawals.timing'), <WithdrawalTiming timing={timing} />] as const]),
          ...(may
            ? (
                [
                  [t('withdrawals.name'), name],
                  [t('field.email'), email],
                  [t('withdrawals.reference'), reference],
                  [t('withdrawals.postcode'), postcode],
                  [
                    t('withdrawals.items'),
                    <span class="words">
                      {items || t(email === '' ? 'withdrawals.erased' : 'withdrawals.everything')}
                    </span>,
                  ],
                ] as const
              ).filter(([, value]) => value)
            : []),
        ]}
      />
    </Card>
  );
}

function EvidenceLink({ id }: { id: string }) {
  const { slug } = useCurrentStore();
  if (!useScopes()('preorders:personal')) return null;
  return (
    <Card title={t('withdrawals.evidence')} hint={t('withdrawals.evidence.text')}>
      <a href={storePath(slug, `/withdrawals/${id}?show=evidence`)}>{t('withdrawals.evidence.open')}</a>
    </Card>
  );
}

function Receipts({ withdrawal: { receipts }, at }: PartProps) {
  return (
    <Card title={t('withdrawals.receipts')}>
      <Facts
        facts={receipts.map(({ recipient, sent_at: sent, failure }) => [
          t(`withdrawals.receipt.${recipient}`),
          <>
            {sent === null ? t('withdrawals.receipt.waits') : at(sent)}
            {sent === null && failure !== null && <span class="sub">{failure}</span>}
          </>,
        ])}
      />
    </Card>
  );
}
