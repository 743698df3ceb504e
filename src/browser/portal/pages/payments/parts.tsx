import type { ComponentChildren } from 'preact';
import { keyOf, useStoreSettings } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Page } from '../../ui/page.tsx';
import { SubNav } from '../../ui/subnav.tsx';
import type { Period } from './reads.ts';

const PARTS = ['attention', 'comparison', 'books'] as const;

type PaymentsFrameProps = { part: (typeof PARTS)[number]; children: ComponentChildren };

/** The frame of the pages about money that needs somebody, and about whether the books are right. */
export function PaymentsFrame({ part, children }: PaymentsFrameProps) {
  const { slug } = useCurrentStore();
  return (
    <Page title={t('nav.payments')} part={t(`money.${part}`)} intro={t(`money.${part}.intro`)}>
      <SubNav
        label={t('nav.payments')}
        pages={PARTS.map((one) => ({
          href: storePath(slug, one === 'attention' ? '/payments' : `/payments/${one}`),
          text: t(`money.${one}`),
          here: one === part,
        }))}
      />
      {children}
    </Page>
  );
}

/** A link to a pre-order; a dash where the payment led to none. */
export function PreorderLink({ reference }: { reference: string | null }) {
  const { slug } = useCurrentStore();
  if (reference === null) return <span class="muted">{t('money.no_preorder')}</span>;
  return (
    <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
      {reference}
    </a>
  );
}

/** Where the payments of the account and their disputes have pages of their own. Undefined where the provider has none. */
export function useDashboard(): string | undefined {
  const { data: store } = useStoreSettings();
  const account = useData(keyOf('payment-account'), async () => bodyOf(await api.GET('/admin/api/v1/payments')).data);
  if (account.data?.provider !== 'stripe') return undefined;
  return `https://dashboard.stripe.com/${store?.mode === 'test' ? 'test/' : ''}`;
}

type PeriodFormProps = { period: Period; submit: string; hint: string; onChoose: (period: Period) => unknown };

/** Asks for the first and the last day of a period. Empty: the last 30 days. */
export function PeriodForm({ period, submit, hint, onChoose }: PeriodFormProps) {
  const form = useForm({
    free: true,
    of: period,
    values: ({ from = '', to = '' }) => ({ from: from.slice(0, 10), to: to.slice(0, 10) }),
    check: ({ from, to }) => ({ to: from !== '' && to !== '' && to < from && t('check.days') }),
    save: async (chosen) => onChoose(chosen),
  });
  return (
    <FormView form={form} submit={submit} kind="secondary">
      <div class="pair">
        <Input {...form.field('from')} type="date" label={t('comparison.from')} />
        <Input {...form.field('to')} type="date" label={t('comparison.to')} />
      </div>
      <p class="field__hint">{hint}</p>
    </FormView>
  );
}
