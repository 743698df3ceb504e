import { toDecimal } from '../../domain/money.ts';
import type { HistoryEvent } from '../../features/preorders/queries/history.ts';
import type { Preorder, PreorderAddress, PreorderLine } from '../../features/preorders/queries.ts';
import type { Notice } from '../../features/promises/queries.ts';
import type { Store } from '../../features/stores/queries.ts';
import { historyText } from './preorder-history.ts';
import { fields, moment, money, shipWindow, table } from './terminal.ts';

export function preorderJson(preorder: Preorder) {
  const decimal = (amount: number) => toDecimal(amount, preorder.currency);
  return {
    id: preorder.id,
    reference: preorder.reference,
    state: preorder.state,
    placed_at: preorder.placedAt.toISOString(),
    waitlist_id: preorder.waitlistId,
    product: { id: preorder.productExternalId, title: preorder.productTitle },
    contact: preorder.contact,
    locale: preorder.locale,
    currency: preorder.currency,
    payment_plan: preorder.paymentPlan,
    deposit_refundable: preorder.depositRefundable,
    subtotal: decimal(preorder.subtotal),
    discount: decimal(preorder.discount),
    discount_code: preorder.discountCode,
    shipping: decimal(preorder.shipping),
    tax: decimal(preorder.tax),
    total: decimal(preorder.total),
    due_now: decimal(preorder.dueNow),
    paid: decimal(sum(preorder, 'paid')),
    refunded: decimal(sum(preorder, 'refunded')),
    prices_include_tax: preorder.pricesIncludeTax,
    marketing_consent: preorder.marketingConsent,
    consent_text: preorder.consentText,
    lines: preorder.lines.map((line) => ({
      id: line.id,
      number: line.number,
      state: line.state,
      variant: { id: line.variantExternalId, title: line.variantTitle, sku: line.sku },
      batch_id: line.batchId,
      ship_window: line.promise,
      ship_window_now: line.promisedNow,
      unit_price: decimal(line.unitPrice),
      shipping: decimal(line.shipping),
      tax: decimal(line.tax),
      discount: decimal(line.discount),
      total: decimal(line.total),
      due_now: decimal(line.dueNow),
      paid: decimal(line.paid),
      refunded: decimal(line.refunded),
      kept: decimal(line.kept),
      given_back: decimal(line.givenBack),
      properties: line.properties,
      released_at: line.releasedAt?.toISOString() ?? null,
      sent_at: line.fulfilledAt?.toISOString() ?? null,
      returned_at: line.returnedAt?.toISOString() ?? null,
      cancelled_at: line.cancelledAt?.toISOString() ?? null,
      cancel_reason: line.cancelReason,
    })),
  };
}

export function preordersTable(preorders: readonly Preorder[], store: Store): string {
  const rows = preorders.map((preorder) => [
    ...[preorder.reference, moment(preorder.placedAt, store.timeZone), preorder.state, preorder.productTitle],
    ...[preorder.lines.length, money(preorder.total, preorder.currency), preorder.contact?.email ?? '(erased)'],
  ]);
  return table(['Reference', 'Placed', 'State', 'Product', 'Units', 'Total', 'Customer'], rows);
}

/** What is known of a pre-order beside itself. */
export type Surroundings = {
  history: readonly HistoryEvent[];
  /** By line item: its place among those who wait for a unit like it. */
  places: ReadonlyMap<string, number>;
  notices: readonly Notice[];
};

export function preorderText(preorder: Preorder, { history, places, notices }: Surroundings, store: Store): string {
  const { contact } = preorder;
  return [
    `${preorder.reference}: ${preorder.state}`,
    fields([
      ['Placed', `${moment(preorder.placedAt, store.timeZone)} (${store.timeZone})`],
      ['Product', `${preorder.productTitle} (${preorder.productExternalId})`],
      ['Customer', contact ? `${nameOf(contact.address)} <${contact.email}>` : '(erased)'],
      ['Ships to', contact ? addressText(contact.address) : ''],
      ['Phone', contact?.address.phoneNumber],
      ['Plan', planText(preorder)],
      ...moneyFields(preorder),
      [
        'Question',
        notices
          .filter(({ open }) => open)
          .map(questionText)
          .join('\n'),
      ],
      ['Marketing', preorder.marketingConsent ? 'agreed' : 'did not agree'],
      ['Agreed to', preorder.consentText],
      ['Properties', propertiesText(preorder.lines)],
    ]),
    linesTable(preorder, places),
    historyText(history, preorder.currency, store),
  ].join('\n\n');
}

function moneyFields(preorder: Preorder): [string, string][] {
  const { currency, discountCode } = preorder;
  const amount = (value: number) => money(value, currency);
  const kept = preorder.lines.reduce((total, line) => total + line.kept, 0);
  return [
    ['Goods', amount(preorder.subtotal)],
    [
      'Discount',
      preorder.discount > 0 ? `${amount(preorder.discount)}${discountCode ? ` (${discountCode})` : ''}` : '',
    ],
    ['Shipping', amount(preorder.shipping)],
    ['Tax', `${amount(preorder.tax)} (${preorder.pricesIncludeTax ? 'tax included' : 'tax added'})`],
    ['Total', amount(preorder.total)],
    ['Paid', amount(sum(preorder, 'paid'))],
    ['Given back', amount(sum(preorder, 'refunded'))],
    ['Kept', kept > 0 ? amount(kept) : ''],
  ];
}

function planText({ paymentPlan, dueNow, currency, depositRefundable }: Preorder): string {
  if (paymentPlan === 'pay_now') return 'paid at once';
  if (paymentPlan === 'pay_later') return 'paid at release';
  const kept = depositRefundable ? '' : '; a shopper who cancels does not get it back';
  return `deposit of ${money(dueNow, currency)}, the rest at release${kept}`;
}

function questionText({ promise, answerBy, silence, answers }: Notice): string {
  const chosen = answers.length > 0 ? 'they chose to wait' : `no answer yet, which would mean ${silence}`;
  return `wait until ${shipWindow(promise)}, or cancel? Until ${answerBy}; ${chosen}`;
}

function linesTable({ lines, productTitle, currency }: Preorder, places: Surroundings['places']): string {
  const amount = (value: number) => (value === 0 ? '' : money(value, currency));
  const rows = lines.map((line) => [
    ...[line.number, spaced(line), line.variantTitle || productTitle, line.sku, line.batch],
    ...[
      shipWindow(line.promisedNow),
      line.promise.version === line.promisedNow.version ? '' : shipWindow(line.promise),
    ],
    ...[
      places.get(line.id) ?? '',
      money(line.total, currency),
      amount(line.paid),
      amount(line.refunded),
      amount(line.kept),
    ],
  ]);
  const heads = [
    'Line',
    'State',
    'Variant',
    'SKU',
    'Batch',
    'Ships',
    'Sold for',
    'Place',
    'Total',
    'Paid',
    'Given back',
  ];
  return table([...heads, 'Kept'], rows);
}

function spaced({ state, cancelReason }: PreorderLine): string {
  return `${state.replaceAll('_', ' ')}${cancelReason ? ` (${cancelReason})` : ''}`;
}

function nameOf({ firstName = '', lastName = '' }: PreorderAddress): string {
  return `${firstName} ${lastName}`.trim();
}

function addressText({ line1, line2, postalCode, city, region, country }: PreorderAddress): string {
  const town = [postalCode, city, region].filter(Boolean).join(' ');
  return [line1, line2, town, country].filter(Boolean).join('\n');
}

function propertiesText(lines: readonly PreorderLine[]): string {
  const distinct = new Set(
    lines.filter(({ properties }) => properties !== null).map((line) => JSON.stringify(line.properties)),
  );
  return [...distinct].join('\n');
}

function sum(preorder: Preorder, column: 'paid' | 'refunded'): number {
  return preorder.lines.reduce((total, line) => total + line[column], 0);
}
