import type { Balance } from '../domain/balance.ts';
import { formatMoney } from '../domain/money.ts';
import { formatShipWindow } from '../domain/ship-window.ts';
import { translate } from '../messages/catalogue.ts';

type Reader = { currency: string; locale: string };

/**
 * Says what is still to be paid as a sum, such as “€427.90 − €85.58 paid = €342.32, expected on 12 May 2027 at the earliest”. All
 * places that tell a shopper of it take the sentence from here.
 */
export function balanceText({ total, paid, due, from }: Balance, { currency, locale }: Reader): string {
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const date = from === null ? '' : formatShipWindow({ from, until: from }, locale, { style: 'long' });
  const values = { total: money(total), paid: money(paid), due: money(due), date };
  if (paid === 0) return from === null ? values.due : translate(locale, 'balance.due_from', values);
  return translate(locale, from === null ? 'balance.sum' : 'balance.sum_from', values);
}

/** Says before it happens what follows if a later charge is declined. */
export function declinedText(locale: string, { paymentDays }: { paymentDays: number }): string {
  return translate(locale, 'balance.failed', { count: paymentDays });
}
