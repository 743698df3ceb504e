import type { Variant } from '../../../core/catalog/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { Waitlist, WaitlistVariant } from '../../../core/waitlists/queries.ts';
import type { SteepPrice } from '../../../core/waitlists/steep-prices.ts';
import { formatPart } from '../../../domain/part.ts';
import { unitsLeft } from '../../../domain/stock.ts';
import { actsFrom } from '../../../domain/waitlist.ts';
import { WAITLIST_SWITCHES } from '../../../domain/waitlist-switches.ts';
import { countriesWithWithdrawal } from '../../../domain/withdrawal-right.ts';
import {
  formatAmount,
  formatCount,
  formatDays,
  formatFields,
  formatTable,
  formatTime,
  printable,
} from '../terminal.ts';

export function waitlistText(waitlist: Waitlist, store: Store): string {
  const { product, limitPerCustomer } = waitlist;
  const rows = waitlist.variants.map((variant) => [
    variant.title || '(the only one)',
    variant.sku,
    variant.externalId,
    formatAmount(variant.price, store.currency),
    compareAt(variant, store),
    variant.allocated,
    variant.held,
    variant.sold,
    unitsLeft(variant),
  ]);
  return [
    `${printable(product.title)}: ${stateText(waitlist)}`,
    formatFields([
      ['Waitlist', waitlist.id],
      ['Product', `${product.handle} (${product.externalId})`],
      ['Ships', formatDays(waitlist.promise)],
      ['Pays', planText(waitlist, store)],
      ['Deposit', keptText(waitlist, store)],
      ['Batches', waitlist.batches.length === 1 ? '' : batchesText(waitlist)],
      ['Limit', limitPerCustomer === null ? 'none' : `${formatCount(limitPerCustomer, 'unit')} per customer`],
      ['Launches', formatTime(waitlist.launchesAt, store.timeZone)],
      ['Closes', formatTime(waitlist.closesAt, store.timeZone)],
      ['Closed', formatTime(waitlist.closedAt, store.timeZone)],
      ['Times in', waitlist.launchesAt || waitlist.closesAt || waitlist.closedAt ? store.timeZone : ''],
      ...WAITLIST_SWITCHES.map(({ name, shown: [label, text] }) => [label, waitlist[name] ? text : ''] as const),
      ['Ships to', waitlist.countries?.join(', ') ?? ''],
      ['No withdrawal', waitlist.withdrawalExclusion ?? ''],
      ['Text', waitlist.description],
      ['Can', actsFrom(waitlist.state).join(', ')],
    ]),
    formatTable(['Variant', 'SKU', 'Id', 'Price', 'Compare-at', 'Allocated', 'Held', 'Sold', 'Left'], rows),
  ].join('\n\n');
}

/** Returns a warning about prices that shoppers see and that change so much that it may be a slip; empty where there are none. */
export function steepPricesText(
  prices: readonly SteepPrice[],
  { currency }: Store,
  { dryRun = false }: { dryRun?: boolean } = {},
): string {
  if (prices.length === 0) return '';
  const amount = (minor: number) => formatAmount(minor, currency);
  return [
    `Shoppers ${dryRun ? 'would pay' : 'pay'} these prices from now on, which ${dryRun ? 'change' : 'have changed'} much. Is it what you meant?`,
    ...prices.map(({ name, before, after }) => `  ${printable(name)}: ${amount(before)} → ${amount(after)}`),
    '',
    '',
  ].join('\n');
}

/** Returns the warning about variants that the store could sell without a waitlist. `command` brings the catalogue up to date. */
export function onShelfText(variants: readonly Variant[], { shelfFirst }: Waitlist, command: string): string {
  const rows = variants.map(({ title, sku, externalId, inStock }) => [
    title || '(the only one)',
    sku,
    externalId,
    inStock,
  ]);
  return [
    shelfFirst
      ? 'The catalogue says that units are on the shelf. The waitlist sells these variants once they are gone.'
      : 'Warning: the catalogue says that units are on the shelf. The waitlist sells these variants as pre-orders all the same.',
    formatTable(['Variant', 'SKU', 'Id', 'In stock'], rows),
    `If those are gone, bring the catalogue up to date: ${command}`,
  ].join('\n');
}

export function waitlistsTable(waitlists: readonly Waitlist[], store: Store): string {
  const rows = waitlists.map((waitlist) => [
    waitlist.id,
    stateText(waitlist),
    waitlist.product.handle,
    formatDays(waitlist.promise),
    planText(waitlist, store),
    sum(waitlist.variants, unitsLeft),
    sum(waitlist.variants, ({ sold }) => sold),
    formatTime(waitlist.state === 'SCHEDULED' ? waitlist.launchesAt : waitlist.closesAt, store.timeZone),
  ]);
  return formatTable(['Waitlist', 'State', 'Product', 'Ships', 'Pays', 'Left', 'Sold', 'Launches or closes'], rows);
}

function planText({ plan: { plan, deposit, depositRefundable } }: Waitlist, { currency }: Store): string {
  if (deposit === null) return plan === 'pay_now' ? 'now' : 'at release';
  const each = deposit.kind === 'amount' ? ' a unit' : '';
  return `${formatPart(deposit, currency)}${each} now, the rest at release${depositRefundable ? '' : '; the deposit is kept'}`;
}

/** Says that a deposit is not kept from everybody; nothing where the law of no country gives it back. */
function keptText({ plan, countries }: Waitlist, { shipping }: Store): string {
  if (plan.deposit === null || plan.depositRefundable) return '';
  const sent = shipping.filter(({ country }) => countries?.includes(country) ?? true);
  const [first, ...more] = countriesWithWithdrawal(sent);
  if (first === undefined) return '';
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `Consumers in ${first}${others} may withdraw by law; they get the deposit back all the same.`;
}

/** Returns the state. The stored state may lag behind a launch or close by some seconds, until the next round. */
function stateText({ state, open, closesAt }: Waitlist): string {
  if (open && state !== 'OPEN') return 'OPEN';
  return !open && state === 'OPEN' && closesAt ? 'CLOSED' : state;
}

function compareAt({ compareAtPrice }: WaitlistVariant, { currency }: Store): string {
  return compareAtPrice === null ? '' : formatAmount(compareAtPrice, currency);
}

/** Returns the batches in the order in which they are sold, one a line. */
function batchesText({ batches }: Waitlist): string {
  const lines = batches.map(({ id, promise, units }) => {
    const spare = units.reduce((total, unit) => total + unitsLeft(unit), 0);
    return `${id}  ${formatDays(promise)}, ${formatCount(spare, 'unit')} left`;
  });
  return lines.join('\n');
}

function sum(variants: readonly WaitlistVariant[], units: (variant: WaitlistVariant) => number): number {
  return variants.reduce((total, variant) => total + units(variant), 0);
}
