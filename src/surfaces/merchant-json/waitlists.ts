import type { Store } from '../../core/stores/queries.ts';
import type { Waitlist } from '../../core/waitlists/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import type { Deposit } from '../../domain/payment-plan.ts';
import { unitsLeft } from '../../domain/stock.ts';
import { eachSwitchField } from '../../domain/waitlist-switches.ts';
import type { AdminWaitlist } from '../../protocol/schema/admin-api/waitlists.ts';

export function waitlistJson(waitlist: Waitlist, { currency }: Store): AdminWaitlist {
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
    ...eachSwitchField(({ name }) => waitlist[name]),
    countries: waitlist.countries,
    withdrawal_exclusion: waitlist.withdrawalExclusion,
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
      left_to_shelf: variant.leftToShelf,
    })),
    created_at: waitlist.createdAt.toISOString(),
    updated_at: waitlist.updatedAt.toISOString(),
    opened_at: waitlist.openedAt?.toISOString() ?? null,
    closed_at: waitlist.closedAt?.toISOString() ?? null,
  };
}

function depositJson({ kind, value }: Deposit, currency: string) {
  return kind === 'percent' ? { percent: value / 100 } : { amount: toDecimal(value, currency) };
}
