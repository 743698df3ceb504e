import { consentText, walletConsentText } from '../../../core/checkouts/consent.ts';
import { type CheckoutKey, type CheckoutRow, readCheckout } from '../../../core/checkouts/queries.ts';
import { checkoutSecret } from '../../../core/checkouts/secret.ts';
import { balanceOfSale } from '../../../domain/balance.ts';
import { taxIsIncluded } from '../../../domain/checkout.ts';
import { AppError } from '../../../domain/error.ts';
import { formatShipWindow } from '../../../domain/ship-window.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { translate } from '../../../messages/catalogue.ts';
import type { CheckoutView, PlacedPreorder } from '../../../protocol/schema/frame-api.ts';
import { balanceText, declinedText } from '../../balance.ts';
import type { Deps } from '../../deps.ts';
import { type KnownPage, knownPath } from '../../known-address.ts';

/** Returns the checkout's view for its own shopper (`CheckoutView`). */
export async function viewCheckout(deps: Pick<Deps, 'db' | 'secrets'>, key: CheckoutKey): Promise<CheckoutView> {
  const row = isUuid(key.checkoutId) ? await readCheckout(deps.db, key) : null;
  if (!row) throw new AppError('checkout_not_found', 'There is no such checkout.');
  return {
    id: row.id,
    secret: checkoutSecret(deps, row.id),
    state: row.state,
    holdMsLeft: row.holdMsLeft === null ? null : Math.max(0, row.holdMsLeft),
    variantId: row.variantExternalId,
    quantity: row.quantity,
    email: row.email,
    address: row.address,
    lineItemProperties: row.lineItemProperties,
    waitlistId: row.waitlistId,
    currency: row.currency,
    subtotal: row.subtotal,
    discount: row.discount,
    discountCode: row.discountCode,
    shipping: row.shipping,
    tax: row.tax,
    total: row.total,
    dueNow: row.dueNow,
    paymentPlan: row.paymentPlan,
    depositRefundable: row.depositRefundable,
    balance: balanceInWords(row),
    ships: shipsText(row),
    pricesIncludeTax: taxIsIncluded(row, row.pricesIncludeTax),
    consentText: consentText(row),
    byButton: row.termsByButton,
    walletConsent: walletConsentText(row),
    marketing:
      row.marketingText === null ? null : { text: row.marketingText, collected: row.marketingBox === 'collected' },
    paymentPending: row.paying,
    preorder: placed(deps, row),
  };
}

function balanceInWords(row: CheckoutRow): NonNullable<CheckoutView['balance']> | null {
  const balance = balanceOfSale(row, row.today);
  if (!balance) return null;
  return {
    nothing: balance.paid === 0 ? translate(row.locale, 'balance.nothing') : '',
    sum: balanceText(balance, row),
    declined: declinedText(row.locale, row),
  };
}

function placed(deps: Pick<Deps, 'secrets'>, row: CheckoutRow): PlacedPreorder | null {
  if (row.reference === null || row.preorderId === null) return null;
  return {
    reference: row.reference,
    email: row.email,
    address: row.address,
    lineItems: row.lines,
    total: row.total,
    dueNow: row.dueNow,
    ships: shipsText(row),
    links: linksOf(deps, { ...row, preorderId: row.preorderId }),
  };
}

/** Returns where the confirmation leads on, in the order in which it is shown. */
function linksOf(
  deps: Pick<Deps, 'secrets'>,
  { storeId, storeKey, preorderId, email, locale }: CheckoutRow & { preorderId: string },
): NonNullable<PlacedPreorder['links']> {
  const store = { id: storeId, publicKey: storeKey };
  const path = (purpose: KnownPage) => knownPath(deps, { purpose, store }, { id: preorderId, contact: { email } });
  return [
    { kind: 'page', label: translate(locale, 'mail.manage'), path: path('own-page') },
    { kind: 'calendar', label: translate(locale, 'status.calendar'), path: path('calendar') },
    { kind: 'follow', label: translate(locale, 'status.calendar.follow'), path: path('calendar') },
    { kind: 'receipt', label: translate(locale, 'status.receipt'), path: path('receipt') },
  ];
}

function shipsText({ shipsFrom: from, shipsUntil: until, locale }: CheckoutRow): string {
  return formatShipWindow({ from, until }, locale, { style: 'long' });
}
