import { useStoreSettings } from '../../requests/reads.ts';
import type { Loaded } from '../../requests/use-data.ts';
import { t, textOf } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { PreorderLink, useDashboard } from './parts.tsx';
import type { Dispute } from './reads.ts';

const TONES: Record<string, Tone> = {
  warning: 'warn',
  needs_response: 'bad',
  under_review: 'busy',
  won: 'good',
  lost: 'bad',
};

/** Payments that a shopper's bank disputes: until when they are answered, and what they hold back. */
export function Disputes({ disputes }: { disputes: Loaded<Dispute[]> }) {
  const { data: store } = useStoreSettings();
  const dashboard = useDashboard();
  return (
    <Card title={t('disputes.title')} hint={t('disputes.text')} flush>
      <Shown of={disputes}>
        {(all) =>
          all.length === 0 ? (
            <p class="more muted">{t('disputes.none')}</p>
          ) : (
            <Table
              caption={t('disputes.title')}
              rows={all}
              keyOf={({ ref }) => ref}
              columns={columnsOf(store?.time_zone, dashboard)}
            />
          )
        }
      </Shown>
    </Card>
  );
}

function columnsOf(timeZone: string | undefined, dashboard: string | undefined): Column<Dispute>[] {
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
    {
      title: t('column.state'),
      cell: (dispute) => (
        <>
          <Badge tone={TONES[dispute.state] ?? 'neutral'}>{textOf(`dispute.${dispute.state}`) ?? dispute.state}</Badge>
          {holdsBack(dispute) && <span class="sub">{t('disputes.holds')}</span>}
        </>
      ),
    },
    {
      title: t('disputes.reason'),
      cell: ({ reason }) => textOf(`dispute.reason.${reason}`) ?? <Words text={reason} />,
    },
    { title: t('disputes.opened'), cell: ({ opened_at: at }) => moment(at, timeZone) },
    { title: t('disputes.answer_by'), cell: (dispute) => answerBy(dispute, timeZone, dashboard) },
    { title: t('money.amount'), number: true, cell: ({ amount, currency }) => money(amount, currency) },
  ];
}

const isOpen = ({ state }: Dispute): boolean => /^(warning|needs_response|under_review)$/.test(state);

const holdsBack = (dispute: Dispute): boolean =>
  dispute.preorder !== null && dispute.goes_on_at === null && (isOpen(dispute) || dispute.state === 'lost');

const Words = ({ text }: { text: string }) => <span lang="en">{text.replaceAll('_', ' ')}</span>;

/** Until when a dispute is answered, and where: evidence is given at the provider. */
function answerBy(dispute: Dispute, timeZone: string | undefined, dashboard: string | undefined) {
  const { ref, state, evidence_due_at: due } = dispute;
  const answerable = state === 'warning' || state === 'needs_response';
  return (
    <>
      {due === null ? '–' : moment(due, timeZone)}
      {answerable && dashboard && (
        <span class="sub">
          <a href={`${dashboard}disputes/${ref}`} target="_blank" rel="noopener noreferrer">
            {t('disputes.answer')}
            <span class="visually-hidden"> {dispute.preorder ?? ref}</span>
          </a>
        </span>
      )}
    </>
  );
}
