import { formatMoney } from '../../domain/money.ts';
import { formatShipWindow } from '../../domain/ship-window.ts';
import { translate } from '../../messages/catalogue.ts';

/**
 * Word for word what a shopper agrees to by paying. The checkout shows it, and the pre-order keeps it: both come from
 * the same facts, which stand still while the units are held.
 */
export function consentText(facts: {
  locale: string;
  storeName: string;
  legalName: string;
  total: number;
  currency: string;
  shipsFrom: string;
  shipsUntil: string;
}): string {
  return translate(facts.locale, 'checkout.consent', {
    seller: facts.legalName,
    store: facts.storeName,
    total: formatMoney(facts.total, facts.currency, facts.locale),
    window: formatShipWindow({ from: facts.shipsFrom, until: facts.shipsUntil }, facts.locale, { style: 'long' }),
  });
}
