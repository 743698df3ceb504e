import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { decimal, money, typedDecimal } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { saveSettings } from './save.ts';

/** How much somebody without the right for large refunds may give back at once. */
export function RefundLimit({ store }: { store: Store }) {
  const { refund_limit: limit, currency } = store;
  const can = useScopes();
  const form = useForm({
    of: store,
    values: ({ refund_limit: read }) => ({ refund_limit: typedDecimal(read) }),
    read: readSettings,
    save: (typed, { header }) => saveSettings({ refund_limit: decimal(typed.refund_limit) || null }, header),
    said: t('saved'),
  });
  const label = t('rules.refund_limit', { currency });
  return (
    <Card title={t('rules.refunds')} hint={t('rules.refunds.text')}>
      {can('store:write') && can('refunds:large') ? (
        <FormView form={form} submit={t('save')}>
          <Amount
            {...form.field('refund_limit')}
            currency={currency}
            label={label}
            hint={t('rules.refund_limit.hint')}
          />
        </FormView>
      ) : (
        <Facts facts={[[label, limit === null ? t('rules.refund_limit.none') : money(limit, currency)]]} />
      )}
    </Card>
  );
}
