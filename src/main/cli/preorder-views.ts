import { toDecimal } from '../../domain/money.ts';
import type { Preorder, PreorderAddress, PreorderEvent, PreorderLine } from '../../features/preorders/queries.ts';
import type { Store } from '../../features/stores/queries.ts';
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
    subtotal: decimal(preorder.subtotal),
    shipping: decimal(preorder.shipping),
    tax: decimal(preorder.tax),
    total: decimal(preorder.total),
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
      ship_window: line.promise,
      unit_price: decimal(line.unitPrice),
      shipping: decimal(line.shipping),
      tax: decimal(line.tax),
      total: decimal(line.total),
      paid: decimal(line.paid),
      refunded: decimal(line.refunded),
      properties: line.properties,
      cancelled_at: line.cancelledAt?.toISOString() ?? null,
    })),
  };
}

export function storyJson(story: readonly PreorderEvent[], currency: string) {
  return story.map((event) => ({
    at: event.at.toISOString(),
    kind: event.kind,
    what: event.what,
    state: event.state,
    amount: event.amount === null ? null : toDecimal(event.amount, currency),
    failure: event.failure,
    ended_at: event.endedAt?.toISOString() ?? null,
  }));
}

export function preordersTable(preorders: readonly Preorder[], store: Store): string {
  const rows = preorders.map((preorder) => [
    ...[preorder.reference, moment(preorder.placedAt, store.timeZone), preorder.state, preorder.productTitle],
    ...[preorder.lines.length, money(preorder.total, preorder.currency), preorder.contact?.email ?? '(erased)'],
  ]);
  return table(['Reference', 'Placed', 'State', 'Product', 'Units', 'Total', 'Customer'], rows);
}

export function preorderText(preorder: Preorder, story: readonly PreorderEvent[], store: Store): string {
  const { contact, currency } = preorder;
  const tax = preorder.pricesIncludeTax ? 'tax included' : 'tax added';
  const lines = preorder.lines.map((line) => [
    ...[line.number, line.state, line.variantTitle || preorder.productTitle, line.sku, shipWindow(line.promise)],
    ...[money(line.total, currency), money(line.paid, currency), line.refunded ? money(line.refunded, currency) : ''],
  ]);
  return [
    `${preorder.reference}: ${preorder.state}`,
    fields([
      ['Placed', `${moment(preorder.placedAt, store.timeZone)} (${store.timeZone})`],
      ['Product', `${preorder.productTitle} (${preorder.productExternalId})`],
      ['Customer', contact ? `${nameOf(contact.address)} <${contact.email}>` : '(erased)'],
      ['Ships to', contact ? addressText(contact.address) : ''],
      ['Phone', contact?.address.phoneNumber],
      ['Goods', money(preorder.subtotal, currency)],
      ['Shipping', money(preorder.shipping, currency)],
      ['Tax', `${money(preorder.tax, currency)} (${tax})`],
      ['Total', money(preorder.total, currency)],
      ['Paid', money(sum(preorder, 'paid'), currency)],
      ['Given back', money(sum(preorder, 'refunded'), currency)],
      ['Marketing', preorder.marketingConsent ? 'agreed' : 'did not agree'],
      ['Agreed to', preorder.consentText],
      ['Properties', propertiesText(preorder.lines)],
    ]),
    table(['Line', 'State', 'Variant', 'SKU', 'Ships', 'Total', 'Paid', 'Given back'], lines),
    `What happened\n${table(
      ['When', 'What', ''],
      story.map((event) => storyRow(event, preorder, store)),
    )}`,
  ].join('\n\n');
}

function storyRow(event: PreorderEvent, { currency }: Preorder, store: Store): string[] {
  const when = moment(event.at, store.timeZone);
  const amount = event.amount === null ? '' : ` of ${money(event.amount, currency)}`;
  if (event.kind === 'mail') return [when, `mail ${event.what.replaceAll('_', ' ')}`, event.state];
  const what = event.kind === 'attempt' ? `payment by ${event.what}${amount}` : `${event.what}${amount}`;
  return [when, what, [event.state, event.failure].filter(Boolean).join(': ')];
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
