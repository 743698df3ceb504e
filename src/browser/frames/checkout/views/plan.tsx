import { formatAmount } from '../../../ui/money.ts';
import type { Context } from '../state.ts';
import { currencyOf } from '../texts.ts';
import type { ViewProps } from './view-props.ts';

/** Shows before the payment what is charged when, and why the card is kept. Shows nothing if everything is paid at once. */
export function Plan({ context, state }: ViewProps) {
  const { checkout } = state;
  if (!checkout || checkout.total === 0 || (checkout.dueNow === checkout.total && checkout.paymentPlan !== 'deposit'))
    return null;
  const { t } = context;
  const money = moneyOf(context);
  const { total, dueNow, ships, balance } = checkout;
  const later = money(total - dueNow);
  const rows = [
    ...(dueNow > 0 ? [{ when: t('plan.now'), amount: money(dueNow) }] : []),
    ...(dueNow < total ? [{ when: t('plan.later', { window: ships }), amount: later }] : []),
  ];
  return (
    <section class="plan" aria-labelledby="plan-title">
      <h2 id="plan-title">{t('plan.title')}</h2>
      {balance?.nothing && <p>{balance.nothing}</p>}
      <dl class="amounts">
        {rows.map(({ when, amount }) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd class="money">{amount}</dd>
          </div>
        ))}
      </dl>
      {dueNow < total && (
        <p>
          {t('plan.card', { amount: later })} {balance?.declined}
        </p>
      )}
      {checkout.paymentPlan === 'deposit' && <p>{t(checkout.depositRefundable ? 'plan.refunded' : 'plan.kept')}</p>}
    </section>
  );
}

export function moneyOf(context: Context): (amount: number) => string {
  return (amount) => formatAmount(amount, currencyOf(context));
}
