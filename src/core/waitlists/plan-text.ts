import { formatMoney } from '../../domain/money.ts';
import type { PlanTerms } from '../../domain/payment-plan.ts';
import { translate } from '../../messages/catalogue.ts';

/** Returns the texts of a payment plan for shoppers: what is paid when. */
export function planText(
  { plan, deposit }: PlanTerms,
  { currency, locale }: { currency: string; locale: string },
): { short: string; long: string } {
  if (deposit === null)
    return { short: translate(locale, `plan.${plan}.short`), long: translate(locale, `plan.${plan}.long`) };
  const { kind, value } = deposit;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const amount = kind === 'percent' ? percent.format(value / 10_000) : formatMoney(value, currency, locale);
  const each = kind === 'percent' ? amount : translate(locale, 'plan.deposit.each', { amount });
  return {
    short: translate(locale, 'plan.deposit.short', { deposit: amount }),
    long: translate(locale, 'plan.deposit.long', { deposit: each }),
  };
}
