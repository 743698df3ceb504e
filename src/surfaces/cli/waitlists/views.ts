import type { Store } from '../../../core/stores/queries.ts';
import { steepChanges } from '../../../domain/price-change.ts';
import { actsFrom } from '../../../domain/waitlist.ts';
import { WAITLIST_SWITCHES } from '../../../domain/waitlist-switches.ts';
import { countriesWithWithdrawal } from '../../../domain/withdrawal-right.ts';
import type { AdminOnShelf, AdminWaitlist } from '../../../protocol/schema/admin-api/waitlists.ts';
import { formatCount, formatDays, formatFields, formatTable, momentIn, partText, printable } from '../terminal.ts';

type Variant = AdminWaitlist['variants'][number];

export function waitlistText(waitlist: AdminWaitlist, store: Store): string {
  const { product, limit_per_customer: limit, currency } = waitlist;
  const time = (at: string | null) => momentIn(store.timeZone, at);
  const rows = waitlist.variants.map((variant) => [
    variant.title || '(the only one)',
    variant.sku,
    variant.id,
    `${variant.price} ${currency}`,
    variant.compare_at_price === null ? '' : `${variant.compare_at_price} ${currency}`,
    variant.allocated,
    variant.held,
    variant.sold,
    variant.left,
  ]);
  return [
    `${printable(product.title)}: ${stateText(waitlist)}`,
    formatFields([
      ['Waitlist', waitlist.id],
      ['Product', `${product.product_code} (${product.id})`],
      ['Ships', formatDays(waitlist.ship_window)],
      ['Pays', planText(waitlist)],
      ['Deposit', keptText(waitlist, store)],
      ['Batches', waitlist.batches.length === 1 ? '' : batchesText(waitlist)],
      ['Limit', limit === null ? 'none' : `${formatCount(limit, 'unit')} per customer`],
      ['Launches', time(waitlist.launches_at)],
      ['Closes', time(waitlist.closes_at)],
      ['Closed', time(waitlist.closed_at)],
      ['Times in', waitlist.launches_at || waitlist.closes_at || waitlist.closed_at ? store.timeZone : ''],
      ...WAITLIST_SWITCHES.map(({ field, shown: [label, text] }) => [label, waitlist[field] ? text : ''] as const),
      ['Ships to', waitlist.countries?.join(', ') ?? ''],
      ['No withdrawal', waitlist.withdrawal_exclusion ?? ''],
      ['Text', waitlist.text],
      ['Can', actsFrom(waitlist.state).join(', ')],
    ]),
    formatTable(['Variant', 'SKU', 'Id', 'Price', 'Compare-at', 'Allocated', 'Held', 'Sold', 'Left'], rows),
  ].join('\n\n');
}

type Change = { name: string; before: string; after: string };

/** Returns the steep changes of prices between two readings of a waitlist. A variant that is new to it has no price before. */
export function steepPrices(before: AdminWaitlist, after: AdminWaitlist): Change[] {
  const prices = new Map(before.variants.map(({ id, price }) => [id, price]));
  const changes = after.variants.map(({ id, title, sku, price }) => {
    const texts = { before: prices.get(id) ?? price, after: price };
    return { name: title || sku || id, texts, before: Number(texts.before), after: Number(texts.after) };
  });
  return steepChanges(after.state, changes).map(({ name, texts }) => ({ name, ...texts }));
}

/** Returns a warning about prices that shoppers see and that change so much that it may be a slip; empty where there are none. */
export function steepPricesText(
  prices: readonly Change[],
  { currency }: Store,
  { dryRun = false }: { dryRun?: boolean } = {},
): string {
  if (prices.length === 0) return '';
  return [
    `Shoppers ${dryRun ? 'would pay' : 'pay'} these prices from now on, which ${dryRun ? 'change' : 'have changed'} much. Is it what you meant?`,
    ...prices.map(({ name, before, after }) => `  ${printable(name)}: ${before} ${currency} → ${after} ${currency}`),
    '',
    '',
  ].join('\n');
}

/** Returns the warning about variants that the store could sell without a waitlist. `command` brings the catalogue up to date. */
export function onShelfText(
  variants: readonly AdminOnShelf[],
  { shelf_first: isShelfFirst }: AdminWaitlist,
  command: string,
): string {
  const rows = variants.map(({ title, sku, id, in_stock }) => [title || '(the only one)', sku, id, in_stock]);
  return [
    isShelfFirst
      ? 'The catalogue says that units are on the shelf. The waitlist sells these variants once they are gone.'
      : 'Warning: the catalogue says that units are on the shelf. The waitlist sells these variants as pre-orders all the same.',
    formatTable(['Variant', 'SKU', 'Id', 'In stock'], rows),
    `If those are gone, bring the catalogue up to date: ${command}`,
  ].join('\n');
}

export function waitlistsTable(waitlists: readonly AdminWaitlist[], store: Store): string {
  const rows = waitlists.map((waitlist) => [
    waitlist.id,
    stateText(waitlist),
    waitlist.product.product_code,
    formatDays(waitlist.ship_window),
    planText(waitlist),
    sum(waitlist.variants, 'left'),
    sum(waitlist.variants, 'sold'),
    momentIn(store.timeZone, waitlist.state === 'SCHEDULED' ? waitlist.launches_at : waitlist.closes_at),
  ]);
  return formatTable(['Waitlist', 'State', 'Product', 'Ships', 'Pays', 'Left', 'Sold', 'Launches or closes'], rows);
}

function planText({ payment_plan: plan, deposit, deposit_refundable: isRefundable, currency }: AdminWaitlist): string {
  if (deposit === null) return plan === 'pay_now' ? 'now' : 'at release';
  const each = 'amount' in deposit ? ' a unit' : '';
  return `${partText(deposit, currency)}${each} now, the rest at release${isRefundable ? '' : '; the deposit is kept'}`;
}

/** Says that a deposit is not kept from everybody; nothing where the law of no country gives it back. */
function keptText(
  { deposit, deposit_refundable: isRefundable, countries }: AdminWaitlist,
  { shipping }: Store,
): string {
  if (deposit === null || isRefundable) return '';
  const sent = shipping.filter(({ country }) => countries?.includes(country) ?? true);
  const [first, ...more] = countriesWithWithdrawal(sent);
  if (first === undefined) return '';
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `Consumers in ${first}${others} may withdraw by law; they get the deposit back all the same.`;
}

/** Returns the state. The stored state may lag behind a launch or close by some seconds, until the next round. */
function stateText({ state, open, closes_at }: AdminWaitlist): string {
  if (open && state !== 'OPEN') return 'OPEN';
  return !open && state === 'OPEN' && closes_at ? 'CLOSED' : state;
}

/** Returns the batches in the order in which they are sold, one a line. */
function batchesText({ batches }: AdminWaitlist): string {
  const lines = batches.map(
    ({ id, ship_window, left }) => `${id}  ${formatDays(ship_window)}, ${formatCount(left, 'unit')} left`,
  );
  return lines.join('\n');
}

const sum = (variants: readonly Variant[], of: 'left' | 'sold'): number =>
  variants.reduce((total, variant) => total + variant[of], 0);
