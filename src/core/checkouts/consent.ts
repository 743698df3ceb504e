import { formatMoney } from '../../domain/money.ts';
import { type PaymentPlan, type PaymentTiming, paymentTiming } from '../../domain/payment-plan.ts';
import { formatShipWindow } from '../../domain/ship-window.ts';
import type { WithdrawalExclusion } from '../../domain/withdrawal-period.ts';
import { type MessageKey, translate } from '../../messages/catalogue.ts';

// What a shopper agrees to by a tick in a box, and by pressing the button.
const BY_BOX = {
  free: 'checkout.consent_free',
  now: 'checkout.consent',
  later: 'checkout.consent_later',
  parts: 'checkout.consent_parts',
  card: 'checkout.consent_card',
  kept: 'checkout.consent_kept',
} as const satisfies Record<Agreed, MessageKey>;
const BY_BUTTON = {
  free: 'checkout.consent_button_free',
  now: 'checkout.consent_button',
  later: 'checkout.consent_button_later',
  parts: 'checkout.consent_button_parts',
  card: 'checkout.consent_button_card',
  kept: 'checkout.consent_button_kept',
} as const satisfies Record<Agreed, MessageKey>;
type Agreed = PaymentTiming | 'free' | 'card' | 'kept';

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
 * charge a kept card later. It stands beside a box, or beside the button and names it. The checkout shows this text and the pre-order
 * stores it. Both make it from the same facts, which do not change while the units are held.
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
  termsByButton: boolean;
  currency: string;
  shipsFrom: string;
  shipsUntil: string;
}): string {
  const { locale, total, dueNow } = facts;
  const texts = facts.termsByButton ? BY_BUTTON : BY_BOX;
  const money = (amount: number) => formatMoney(amount, facts.currency, locale);
  const values = {
    seller: facts.legalName,
    store: facts.storeName,
    total: money(total),
    now: money(dueNow),
    later: money(total - dueNow),
    button: payButton(facts),
    window: formatShipWindow({ from: facts.shipsFrom, until: facts.shipsUntil }, locale, { style: 'long' }),
  };
  const timing = paymentTiming(facts);
  const keys: MessageKey[] = [texts[total === 0 ? 'free' : timing]];
  if (total > 0 && timing !== 'now') keys.push(texts.card);
  if (total > 0 && facts.paymentPlan === 'deposit' && !facts.depositRefundable) keys.push(texts.kept);
  keys.push(...excludedKeys(facts));
  return keys.map((key) => translate(locale, key, values)).join(' ');
}

/** Returns the text of the button that the frame draws. */
function payButton({ locale, total, dueNow, currency }: Parameters<typeof consentText>[0]): string {
  const key = total === 0 ? 'checkout.pay_nothing' : dueNow === 0 ? 'checkout.pay_later' : 'checkout.pay';
  return translate(locale, key, { total: formatMoney(dueNow === 0 ? total : dueNow, currency, locale) });
}

// The law wants it said before the contract is made. In this text it is shown, stored and sent with the rest.
const excludedKeys = ({ withdrawalExclusion: reason }: { withdrawalExclusion: WithdrawalExclusion | null }) =>
  reason === null ? [] : ([`withdrawal.excluded.${reason}`] as const);
