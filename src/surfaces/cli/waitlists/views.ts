import type { Store } from '../../../core/stores/queries.ts';
import type { Waitlist, WaitlistVariant } from '../../../core/waitlists/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import type { Deposit } from '../../../domain/payment-plan.ts';
import { unitsLeft } from '../../../domain/stock.ts';
import { actsFrom } from '../../../domain/waitlist.ts';
import {
  formatAmount,
  formatCount,
  formatDays,
  formatFields,
  formatTable,
  formatTime,
  printable,
} from '../terminal.ts';
import { formatPart } from '../values.ts';

/** Returns a waitlist in the command line's JSON form: the public API's names where it has them, decimals as text, platform ids. */
export function waitlistJson(waitlist: Waitlist, { currency }: Store) {
  return {
    id: waitlist.id,
    state: waitlist.state,
    open: waitlist.open,
    product: {
      id: waitlist.product.externalId,
      product_code: waitlist.product.handle,
      title: waitlist.product.title,
    },
    ship_window: {
      from: waitlist.promise.from,
      until: waitlist.promise.until,
      version: waitlist.promise.version,
    },
    limit_per_customer: waitlist.limitPerCustomer,
    show_position: waitlist.showPosition,
    batches: waitlist.batches.map(({ id, position, promise, units }) => ({
      id,
      position,
      ship_window: { from: promise.from, until: promise.until, version: promise.version },
      left: units.reduce((total, unit) => total + unitsLeft(unit), 0),
    })),
    launches_at: waitlist.launchesAt?.toISOString() ?? null,
    closes_at: waitlist.closesAt?.toISOString() ?? null,
    text: waitlist.description,
    payment_plan: waitlist.plan.plan,
    deposit: waitlist.plan.deposit && depositJson(waitlist.plan.deposit, currency),
    deposit_refundable: waitlist.plan.depositRefundable,
    currency,
    variants: waitlist.variants.map((variant) => ({
      id: variant.externalId,
      sku: variant.sku,
      title: variant.title,
      price: toDecimal(variant.price, currency),
      compare_at_price: variant.compareAtPrice === null ? null : toDecimal(variant.compareAtPrice, currency),
      allocated: variant.allocated,
      held: variant.held,
      sold: variant.sold,
      left: unitsLeft(variant),
      gone: variant.gone,
    })),
    created_at: waitlist.createdAt.toISOString(),
    updated_at: waitlist.updatedAt.toISOString(),
    opened_at: waitlist.openedAt?.toISOString() ?? null,
    closed_at: waitlist.closedAt?.toISOString() ?? null,
  };
}

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
      ['Batches', waitlist.batches.length === 1 ? '' : batchesText(waitlist)],
      ['Limit', limitPerCustomer === null ? 'none' : `${formatCount(limitPerCustomer, 'unit')} per customer`],
      ['Launches', formatTime(waitlist.launchesAt, store.timeZone)],
      ['Closes', formatTime(waitlist.closesAt, store.timeZone)],
      ['Closed', formatTime(waitlist.closedAt, store.timeZone)],
      ['Times in', waitlist.launchesAt || waitlist.closesAt || waitlist.closedAt ? store.timeZone : ''],
      ['Queue', waitlist.showPosition ? 'shoppers see their place' : ''],
      ['Text', waitlist.description],
      ['Can', actsFrom(waitlist.state).join(', ')],
    ]),
    formatTable(['Variant', 'SKU', 'Id', 'Price', 'Struck', 'Allocated', 'Held', 'Sold', 'Left'], rows),
  ].join('\n\n');
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

function depositJson({ kind, value }: Deposit, currency: string) {
  return kind === 'percent' ? { percent: value / 100 } : { amount: toDecimal(value, currency) };
}

function planText({ plan: { plan, deposit, depositRefundable } }: Waitlist, { currency }: Store): string {
  if (deposit === null) return plan === 'pay_now' ? 'now' : 'at release';
  const each = deposit.kind === 'amount' ? ' a unit' : '';
  return `${formatPart(deposit, currency)}${each} now, the rest at release${depositRefundable ? '' : '; the deposit is kept'}`;
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
