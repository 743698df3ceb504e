import { Notice } from '../../../ui/notice.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import type { Loaded } from '../../requests/use-data.ts';
import { storePath, useCurrentStore, useFilters } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { count, moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { PaymentsFrame, PeriodForm, PreorderLink } from './parts.tsx';
import { type Period, type Reconciliation, useComparison } from './reads.ts';

type Difference = Reconciliation['differences'][number];

/** What the payment account and the ledger say about the same payments, in a period that lives in the address. */
export function ComparisonPage() {
  const filters = useFilters();
  const [from, to] = [filters.read('from'), filters.read('to')];
  const period = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  const compared = useComparison(period);
  const choose = (chosen: Period) =>
    (chosen.from ?? '') !== from || (chosen.to ?? '') !== to
      ? filters.write({ from: '', to: '', ...chosen })
      : compared.reload();
  return (
    <PaymentsFrame part="comparison">
      <Card>
        <PeriodForm
          key={`${from} ${to}`}
          period={period}
          submit={t('comparison.button')}
          hint={t('comparison.hint')}
          onChoose={choose}
        />
      </Card>
      <Result compared={compared} />
    </PaymentsFrame>
  );
}

function Result({ compared }: { compared: Loaded<Reconciliation> }) {
  const { slug } = useCurrentStore();
  const { data: store } = useStoreSettings();
  if (compared.fault?.code === 'payment_account_not_found') {
    return (
      <Card>
        <Empty
          title={t('comparison.no_account')}
          actions={<a href={storePath(slug, '/settings/payments')}>{t('attention.open.account')}</a>}
        >
          <p>{t('comparison.no_account.text')}</p>
        </Empty>
      </Card>
    );
  }
  return (
    <Shown
      of={compared}
      waiting={
        <p class="waiting" role="status">
          <span class="spinner" aria-hidden="true" />
          {t('comparison.running')}
        </p>
      }
    >
      {(found) => (
        <>
          <Sum found={found} timeZone={store?.time_zone} />
          {found.differences.length > 0 && (
            <Card title={t('comparison.differences')} hint={t('comparison.differences.text')} flush>
              <Table
                caption={t('comparison.differences')}
                rows={found.differences}
                keyOf={({ ref, of, code, about }) => `${ref} ${of} ${code} ${about}`}
                columns={COLUMNS()}
              />
            </Card>
          )}
        </>
      )}
    </Shown>
  );
}

type SumProps = { found: Reconciliation; timeZone: string | undefined };

function Sum({ found: { from, to, payments, others, differences }, timeZone }: SumProps) {
  const differing = differences.length;
  const values = {
    from: moment(from, timeZone),
    to: moment(to, timeZone),
    payments: count(payments),
    others: count(others),
  };
  return (
    <div role="status">
      <Notice
        kind={differing > 0 ? 'warning' : payments > 0 ? 'success' : 'info'}
        title={
          differing > 0
            ? t('comparison.differ', { count: differing })
            : t(payments > 0 ? 'comparison.agree' : 'comparison.nothing')
        }
      >
        <p>{t('comparison.sum', { ...values, count: payments })}</p>
        {others > 0 && <p class="muted">{t('comparison.others', { ...values, count: others })}</p>}
      </Notice>
    </div>
  );
}

const amountOf = (amount: string | null, currency: string) => (amount === null ? '–' : money(amount, currency));

const COLUMNS = (): Column<Difference>[] => [
  {
    title: t('mails.preorder'),
    heads: true,
    cell: ({ preorder, ref }) => (
      <span>
        <PreorderLink reference={preorder} />
        <span class="sub long">{ref}</span>
      </span>
    ),
  },
  {
    title: t('comparison.what'),
    cell: ({ of, kind, code, currency, about }) => (
      <>
        <Badge tone="warn">{textOf(`comparison.${of}.${kind}`) ?? `${of} ${kind}`}</Badge>
        <span class="sub long">{t(`comparison.why.${code}`, { currency, about: about ?? '' })}</span>
      </>
    ),
  },
  { title: t('comparison.here'), number: true, cell: ({ here, currency }) => amountOf(here, currency) },
  { title: t('comparison.there'), number: true, cell: ({ there, currency }) => amountOf(there, currency) },
];
