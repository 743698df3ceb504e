import { isDeepStrictEqual } from 'node:util';
import type { Wait } from '../../../core/accounts/queries/disputes.ts';
import type { PaymentDue } from '../../../core/payments/queries/dues.ts';
import type { OwedRefund } from '../../../core/payments/queries/owed-refunds.ts';
import type { HistoryEvent } from '../../../core/preorders/queries/history-event.ts';
import type { Preorder, PreorderAddress, PreorderLine } from '../../../core/preorders/queries.ts';
import type { Notice } from '../../../core/promises/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import { LINE_STATES } from '../../../domain/preorder.ts';
import { chargedLater, owedNow } from '../../../domain/refund.ts';
import type { AdminPreorder } from '../../../protocol/schema/admin-api/preorders.ts';
import { QUEUE_PLACE_MAX } from '../../../protocol/wire/queue-place.ts';
import type { Surroundings } from '../../merchant-json/preorder-detail.ts';
import { clockLines } from '../clock-views.ts';
import {
  formatAmount,
  formatCount,
  formatDays,
  formatFields,
  formatRanges,
  formatTable,
  formatTime,
  momentIn,
  toWords,
  wrap,
} from '../terminal.ts';
import { historyText } from './history.ts';
import { marketingText } from './marketing-views.ts';

export function preordersTable(preorders: readonly AdminPreorder[], store: Store): string {
  if (preorders.length === 0) return 'No pre-orders.';
  const rows = preorders.map((preorder) => [
    preorder.reference,
    momentIn(store.timeZone, preorder.placed_at),
    statesText(preorder),
    preorder.product.title,
    preorder.lines.length,
    `${preorder.total} ${preorder.currency}`,
    preorder.contact?.email ?? '(erased)',
  ]);
  return formatTable(['Reference', 'Placed', 'State', 'Product', 'Units', 'Total', 'Customer'], rows);
}

/** Returns the state of the line items, or each state with their number. */
function statesText({ state, lines }: AdminPreorder): string {
  const counts = LINE_STATES.map((one) => [lines.filter((line) => line.state === one).length, one] as const);
  const mixed = counts.filter(([count]) => count > 0).map(([count, one]) => `${count} ${one}`);
  return mixed.length > 1 ? mixed.join(', ') : state;
}

/** The rows around a pre-order that its screen shows. */
type Around = Surroundings & { history: readonly HistoryEvent[] };

// A width that is good for reading, and leaves room for another window beside the terminal.
const TEXT_COLUMNS = 110;

/** Returns the screen of a pre-order, complete enough for a telephone call: customer, product, money, line items, history. */
export function preorderText(preorder: Preorder, around: Around, store: Store): string {
  const { contact } = preorder;
  const { history, places, notices } = around;
  return [
    `${preorder.reference}: ${toWords(preorder.state)}`,
    formatFields([
      ['Placed', `${formatTime(preorder.placedAt, store.timeZone)} (${store.timeZone})`],
      ['Product', `${preorder.productTitle} (${preorder.productExternalId})`],
      ['Customer', contact ? `${nameOf(contact.address)} <${contact.email}>` : '(erased)'],
      ['Phone', contact?.address.phoneNumber],
      ['Ships to', contact ? addressText(contact.address) : ''],
      ['Plan', planText(preorder)],
      ...moneyFields(preorder, around, store),
      ['Waits', around.wait && waitText(preorder, around.wait, store.timeZone)],
      [
        'Question',
        notices
          .filter(({ open }) => open)
          .map((notice) => questionText(notice, store.timeZone))
          .join('\n'),
      ],
      ['Properties', propertiesText(preorder.lines)],
    ]),
    linesTable(preorder, places),
    historyText(history, preorder.currency, store),
    formatFields([
      ['Marketing', marketingText(preorder, store, TEXT_COLUMNS)],
      ['Agreed to', wrap(preorder.consentText, TEXT_COLUMNS).join('\n')],
    ]),
  ].join('\n\n');
}

function moneyFields(preorder: Preorder, { due, owed }: Around, { timeZone }: Store): [string, string][] {
  const { currency } = preorder;
  const amount = (value: number) => (value > 0 ? formatAmount(value, currency) : '');
  return [
    ['Total', totalText(preorder)],
    ['Paid', formatAmount(sum(preorder, 'paid'), currency)],
    ['Given back', amount(sum(preorder, 'refunded'))],
    ['To give back', owed.map((refund) => owedText(refund, timeZone)).join('\n')],
    ['Kept', amount(sum(preorder, 'kept'))],
    ['To pay', dueText(preorder, due, timeZone)],
  ];
}

/** Formats the total with its parts: `427.90 EUR: goods 420.00, shipping 7.90, tax included 68.32`. */
function totalText({ currency, discountCode, ...preorder }: Preorder): string {
  const decimal = (value: number) => toDecimal(value, currency);
  const parts = [
    `goods ${decimal(preorder.subtotal)}`,
    preorder.discount > 0 && `discount ${decimal(preorder.discount)}${discountCode ? ` (${discountCode})` : ''}`,
    `shipping ${decimal(preorder.shipping)}`,
    `tax ${preorder.pricesIncludeTax ? 'included' : 'added'} ${decimal(preorder.tax)}`,
  ];
  return `${formatAmount(preorder.total, currency)}: ${parts.filter(Boolean).join(', ')}`;
}

/** Returns lines about the amount that is owed now, its reason and deadline, and the amount that is due at release. */
function dueText({ lines, currency }: Preorder, due: PaymentDue | null, timeZone: string): string {
  const owed = lines.reduce((total, line) => total + owedNow(line), 0);
  const later = lines.reduce((total, line) => total + chargedLater(line), 0) - owed;
  const said: string[] = [];
  if (owed > 0) said.push(`${formatAmount(owed, currency)} now`);
  if (owed > 0 && due) {
    const again = due.retryAt === null ? '' : `; the card is tried again ${formatTime(due.retryAt, timeZone)}`;
    const tries = formatCount(due.tries, 'try', 'tries');
    said.push(`${toWords(due.reason)} (${tries}), place kept until ${formatTime(due.deadline, timeZone)}${again}`);
    said.push(...clockLines(due.clock, timeZone));
  }
  if (later > 0) said.push(`${formatAmount(later, currency)} at release`);
  return said.join('\n');
}

function waitText({ reference }: Preorder, { reason, since }: Wait, timeZone: string): string {
  const goOn = `./service preorders go-on ${reference}`;
  const at = formatTime(since, timeZone);
  if (reason === 'withdrawal')
    return `since ${at}: somebody withdrew. It is not released or charged until that is settled or refused:\n./service withdrawals list`;
  if (reason === 'open')
    return `disputed since ${at}: it is not released or charged until the bank has decided, or\n${goOn}`;
  return `disputed since ${at}, and lost: the bank has taken the money back. It is not released or charged;\ncancel it, or ${goOn}`;
}

function owedText({ amount, currency, since, tries, nextAt, reason }: OwedRefund, timeZone: string): string {
  const refused = `refused since ${formatTime(since, timeZone)}, ${formatCount(tries, 'try', 'tries')}: ${reason}`;
  return `${formatAmount(amount, currency)}, ${refused}\nnext try ${formatTime(nextAt, timeZone)}; the shopper reads that it is delayed`;
}

function planText({ paymentPlan, dueNow, currency, depositRefundable }: Preorder): string {
  if (paymentPlan === 'pay_now') return 'paid at once';
  if (paymentPlan === 'pay_later') return 'paid at release';
  const kept = depositRefundable ? '' : '; not refunded to a shopper who cancels';
  return `deposit of ${formatAmount(dueNow, currency)}, the rest at release${kept}`;
}

function questionText({ promise, answerBy, silence, answers, clock }: Notice, timeZone: string): string {
  const chosen = answers.length > 0 ? 'they chose to wait' : `no answer yet; silence means ${silence}`;
  const asked = `wait until ${formatDays(promise)}, or cancel? Until ${answerBy}; ${chosen}`;
  return [asked, ...(clock ? clockLines(clock, timeZone) : [])].join('\n');
}

const LINE_HEADS = ['State', 'Variant', 'SKU', 'Batch', 'Ships', 'Sold for', 'Total', 'Paid', 'Given back', 'Kept'];

/** Formats line items as a table. Consecutive equal ones share a row, and empty columns are left out. */
function linesTable({ lines, productTitle, currency }: Preorder, places: Surroundings['places']): string {
  const amount = (value: number) => (value === 0 ? '' : formatAmount(value, currency));
  const groups: { cells: (string | number)[]; numbers: number[]; places: number[] }[] = [];
  for (const line of lines) {
    const { promise, promisedNow } = line;
    const cells = [
      stateText(line),
      line.variantTitle || productTitle,
      line.sku,
      line.batch,
      formatDays(promisedNow),
      promise.version === promisedNow.version ? '' : formatDays(promise),
      formatAmount(line.total, currency),
      amount(line.paid),
      amount(line.refunded),
      amount(line.kept),
    ];
    const last = groups.at(-1);
    const group = last && isDeepStrictEqual(last.cells, cells) ? last : { cells, numbers: [], places: [] };
    if (group !== last) groups.push(group);
    group.numbers.push(line.number);
    group.places.push(...[places.get(line.id) ?? []].flat());
  }
  const rows = groups.map(({ cells, numbers, places: queued }) => {
    const orLater = queued.includes(QUEUE_PLACE_MAX) ? '+' : '';
    return [formatRanges(numbers), ...cells, formatRanges(queued) + orLater];
  });
  const heads = ['Line', ...LINE_HEADS, 'Place'];
  const used = heads.map((_, column) => rows.some((row) => row[column] !== ''));
  const only = <T>(row: readonly T[]) => row.filter((_, column) => used[column]);
  return formatTable(only(heads), rows.map(only));
}

function stateText({ state, cancelReason }: PreorderLine): string {
  return `${toWords(state)}${cancelReason ? ` (${cancelReason})` : ''}`;
}

function nameOf({ firstName = '', lastName = '' }: PreorderAddress): string {
  return `${firstName} ${lastName}`.trim();
}

function addressText({ line1, line2, postalCode, city, region, country }: PreorderAddress): string {
  const town = [postalCode, city, region].filter(Boolean).join(' ');
  return [line1, line2, town, country].filter(Boolean).join(', ');
}

function propertiesText(lines: readonly PreorderLine[]): string {
  const distinct = new Set(
    lines.filter(({ properties }) => properties !== null).map((line) => JSON.stringify(line.properties)),
  );
  return [...distinct].join('\n');
}

function sum(preorder: Preorder, column: 'paid' | 'refunded' | 'kept'): number {
  return preorder.lines.reduce((total, line) => total + line[column], 0);
}
