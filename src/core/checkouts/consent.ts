import { formatMoney } from '../../domain/money.ts';
import { type PaymentPlan, type PaymentTiming, paymentTiming } from '../../domain/payment-plan.ts';
import { formatShipWindow } from '../../domain/ship-window.ts';
import type { WithdrawalExclusion } from '../../domain/withdrawal-period.ts';
import { type MessageKey, translate } from '../../messages/catalogue.ts';

const AGREED: Record<PaymentTiming, MessageKey> = {
  now: 'checkout.consent',
  later: 'checkout.consent_later',
  parts: 'checkout.consent_parts',
};

const AGREED_BY_WALLET: Record<PaymentPlan, MessageKey> = {
  pay_now: 'checkout.consent_wallet',
  pay_later: 'checkout.consent_wallet_later',
  deposit: 'checkout.consent_wallet_parts',
};

/**
 * Returns the exact text that a shopper agrees to before a wallet opens. It names no amounts, because only the address in the wallet
 * decides them: the wallet shows them before the shopper approves.
 */
export function walletConsentText(facts: {
  locale: string;
  storeName: string;
  legalName: string;
  paymentPlan: PaymentPlan;
  depositRefundable: boolean;
  withdrawalExclusion: WithdrawalExclusion | null;
  shipsFrom: string;
  shipsUntil: string;
}): string {
  const { locale, paymentPlan, depositRefundable } = facts;
  const window = formatShipWindow({ from: facts.shipsFrom, until: facts.shipsUntil }, locale, { style: 'long' });
  const values = { seller: facts.legalName, store: facts.storeName, window };
  const keys: MessageKey[] = [AGREED_BY_WALLET[paymentPlan]];
  if (paymentPlan !== 'pay_now') keys.push('checkout.consent_wallet_card');
  if (paymentPlan === 'deposit' && !depositRefundable) keys.push('checkout.consent_wallet_kept');
  keys.push(...excludedKeys(facts));
  return keys.map((key) => translate(locale, key, values)).join(' ');
}

/**
 * Returns the exact text that a shopper agrees to by paying: what is bought, when how much is charged, and the mandate to
 * charge a kept card later. The checkout shows this text and the pre-order stores it. Both make it from the same facts, which
 * do not change while the units are held.
 */
export function consentText(facts: {
  locale: string;
  storeName: string;
  legalName: string;
  total: number;
  dueNow: number;
  paymentPlan: PaymentPlan;
  depositRefundable: boolean;
  withdrawalExclusion: WithdrawalExclusion | null;
  currency: string;
  shipsFrom: string;
  shipsUntil: string;
}): string {
  const { locale, total, dueNow } = facts;
  const money = (amount: number) => formatMoney(amount, facts.currency, locale);
  const values = {
    seller: facts.legalName,
    store: facts.storeName,
    total: money(total),
    now: money(dueNow),
    later: money(total - dueNow),
    window: formatShipWindow({ from: facts.shipsFrom, until: facts.shipsUntil }, locale, { style: 'long' }),
  };
  const timing = paymentTiming(facts);
  const keys: MessageKey[] = [total === 0 ? 'checkout.consent_free' : AGREED[timing]];
  if (total > 0 && timing !== 'now') keys.push('checkout.consent_card');
  if (total > 0 && facts.paymentPlan === 'deposit' && !facts.depositRefundable) keys.push('checkout.consent_kept');
  keys.push(...excludedKeys(facts));
  return keys.map((key) => translate(locale, key, values)).join(' ');
}

// The law wants it said before the contract is made. In this text it is shown, stored and sent with the rest.
const excludedKeys = ({ withdrawalExclusion: reason }: { withdrawalExclusion: WithdrawalExclusion | null }) =>
  reason === null ? [] : ([`withdrawal.excluded.${reason}`] as const);
