import type { Discount } from '../../core/discounts/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import type { AdminDiscount } from '../../protocol/schema/admin-api/discounts.ts';

export function discountJson(discount: Discount, { currency }: Pick<Store, 'currency'>): AdminDiscount {
  const { kind, value, validFor } = discount;
  return {
    code: discount.code,
    state: discount.state,
    off: kind === 'percent' ? { percent: value / 100 } : { amount: toDecimal(value, currency) },
    minimum: toDecimal(discount.minimum, currency),
    starts_at: discount.startsAt?.toISOString() ?? null,
    ends_at: discount.endsAt?.toISOString() ?? null,
    ended_at: discount.endedAt?.toISOString() ?? null,
    uses_max: discount.usesMax,
    placed: discount.placed,
    held: discount.held,
    given: toDecimal(discount.given, currency),
    currency,
    product_id: discount.product?.externalId ?? null,
    waitlist_id: discount.waitlistId,
    valid_for: validFor && {
      product_id: validFor.externalId,
      product_code: validFor.handle,
      title: validFor.title,
    },
    created_at: discount.createdAt.toISOString(),
  };
}
