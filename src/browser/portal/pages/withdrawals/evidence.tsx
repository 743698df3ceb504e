import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { Button } from '../../../ui/button.tsx';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type Loaded, useData } from '../../requests/use-data.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { download } from '../../ui/download.ts';
import { Facts } from '../../ui/facts.tsx';
import { money, second } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { PreorderState } from '../preorders/state.tsx';

type Evidence = Schemas['AdminWithdrawalEvidence'];
type PartProps = { evidence: Evidence };

const useEvidence = (withdrawal_id: string): Loaded<Evidence> =>
  useData(keyOf(`withdrawals/${withdrawal_id}/evidence`), async () => {
    const params = { path: { withdrawal_id } };
    return bodyOf(await api.GET('/admin/api/v1/withdrawals/{withdrawal_id}/evidence', { params })).data;
  });

/** What is known of one withdrawal, to print, or to save as a file. */
export function EvidencePage({ id }: { id: string }) {
  const { slug } = useCurrentStore();
  const loaded = useEvidence(id);
  const { data } = loaded;
  return (
    <Page
      title={t('withdrawals.evidence')}
      back={{ href: storePath(slug, `/withdrawals/${id}`), text: t('withdrawals.one') }}
      actions={data && <Acts evidence={data} />}
    >
      <Shown of={loaded}>
        {(evidence) => (
          <div class="stack sheet">
            <Declared evidence={evidence} />
            <Receipts evidence={evidence} />
            <Outcome evidence={evidence} />
            {evidence.preorder && <Lines preorder={evidence.preorder} />}
          </div>
        )}
      </Shown>
    </Page>
  );
}

function Acts({ evidence }: PartProps) {
  const save = () => {
    const file = new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' });
    download(file, `withdrawal-${evidence.declaration.id}.json`);
  };
  return (
    <>
      <Button onPress={() => print()}>{t('withdrawals.evidence.print')}</Button>
      <Button kind="secondary" onPress={save}>
        {t('withdrawals.evidence.save')}
      </Button>
    </>
  );
}

function Declared({ evidence: { store, declaration: said, made_at: made } }: PartProps) {
  const zone = store.time_zone;
  const facts = [
    [t('withdrawals.evidence.to'), [store.legal_name, store.legal_address].filter(Boolean).join('\n') || store.slug],
    [t('withdrawals.received'), `${second(said.declared_at, zone)}\n${second(said.declared_at, 'UTC')}`],
    [t('withdrawals.name'), said.name],
    [t('field.email'), said.email],
    [t('withdrawals.reference'), said.reference],
    [t('withdrawals.postcode'), said.postal_code],
    [t('withdrawals.items'), said.items || t(said.erased ? 'withdrawals.erased' : 'withdrawals.everything')],
    ['SHA-256', said.sha256 ?? ''],
    [t('withdrawals.evidence.made'), second(made, zone)],
  ] as const;
  return (
    <Card title={t('withdrawals.declaration')}>
      <Facts facts={facts.filter(([, value]) => value !== '').map(([name, value]) => [name, words(value)])} />
    </Card>
  );
}

const words = (text: string) => <span class="words">{text}</span>;

function Receipts({ evidence: { receipts, store } }: PartProps) {
  return (
    <Card title={t('withdrawals.receipts')}>
      <Facts
        facts={receipts.map(({ recipient, sent_at: at, message_id: id, failure, given_up: isOver }) => [
          t(`withdrawals.receipt.${recipient}`),
          <>
            {at === null
              ? t(isOver ? 'withdrawals.receipt.never' : 'withdrawals.receipt.waits')
              : second(at, store.time_zone)}
            {[id, failure].map((text) => text && <span class="sub">{text}</span>)}
          </>,
        ])}
      />
    </Card>
  );
}

function Outcome({ evidence }: PartProps) {
  const { match, state, ended_at: ended, acted_at: acted, answer, acts, store } = evidence;
  const at = (time: string) => second(time, store.time_zone);
  const facts = [
    [t('column.state'), t(`withdrawals.state.${state}`)],
    [
      t('withdrawals.preorder'),
      match.by === null
        ? t('withdrawals.unmatched')
        : t(`withdrawals.evidence.by.${match.by}`, { reference: match.reference ?? '' }),
    ],
    [t('withdrawals.evidence.acted'), acted === null ? '' : at(acted)],
    [t('withdrawals.evidence.ended'), ended === null ? '' : at(ended)],
    [t('withdrawals.evidence.answer'), answer],
    [t('withdrawals.evidence.acts'), acts.map((act) => `${at(act.at)}: ${act.action}, ${act.by.name}`).join('\n')],
  ] as const;
  return (
    <Card title={t('withdrawals.evidence.outcome')}>
      <Facts facts={facts.filter(([, value]) => value !== '').map(([name, value]) => [name, words(value)])} />
    </Card>
  );
}

function Lines({ preorder: { currency, lines, reference } }: { preorder: NonNullable<Evidence['preorder']> }) {
  return (
    <Card title={reference} flush>
      <Table
        caption={reference}
        rows={lines}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('column.variant'),
            heads: true,
            cell: ({ number, variant }) => `${number} · ${variant.title || t('variant.only')}`,
          },
          { title: t('column.state'), cell: ({ state }) => <PreorderState state={state} /> },
          { title: t('column.total'), number: true, cell: ({ total }) => money(total, currency) },
          { title: t('withdrawals.evidence.paid'), number: true, cell: ({ paid }) => money(paid, currency) },
          { title: t('withdrawals.evidence.back'), number: true, cell: ({ refunded }) => money(refunded, currency) },
        ]}
      />
    </Card>
  );
}
