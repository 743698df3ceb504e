import type { Static } from 'typebox';
import { findVariant } from '../../../core/catalog/names.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { VariantChange } from '../../../core/waitlists/commands/update.ts';
import { AppError } from '../../../domain/error.ts';
import { parseMoney } from '../../../domain/money.ts';
import { makeAll } from '../../../domain/refuse-all.ts';
import { type OfferedVariant, WaitlistChange } from '../../../protocol/schema/admin-api/waitlist-writes.ts';
import type { AdminWaitlist } from '../../../protocol/schema/admin-api/waitlists.ts';
import { valuesOf } from '../../fields.ts';

type WaitlistChangeBody = Static<typeof WaitlistChange>;

/** Reads the terms of a waitlist, without its variants. What is absent stays absent. */
export function termsFrom(given: WaitlistChangeBody, store: Store) {
  const values = valuesOf(WaitlistChange, given, store);
  const { variants, everyVariant, reason, text, paymentPlan: plan, deposit, depositRefundable, ...terms } = values;
  return { ...terms, description: text, plan: { plan, deposit, depositRefundable } };
}

/** Returns one change for each variant that the terms name, or that `every_variant` means. */
export function variantsFrom(
  { every_variant, variants = [] }: Pick<WaitlistChangeBody, 'every_variant' | 'variants'>,
  product: Product,
  store: Store,
): VariantChange[] {
  const changes = new Map<string, VariantChange>();
  if (every_variant) {
    const rest = pricesFrom(every_variant, store);
    for (const { id, goneAt } of product.variants) {
      if (!goneAt) changes.set(id, { variantId: id, allocation: every_variant.allocated, ...rest });
    }
  }
  const named = new Map(variants.map((given) => [findVariant(product, given.variant).id, given]));
  const [twice] = variants.filter((given) => ![...named.values()].includes(given));
  if (twice) throw givenTwice(twice.variant);
  const read = makeAll(
    [...named],
    ([id, { allocated, ...prices }]) => ({
      variantId: id,
      ...(allocated !== undefined && { allocation: allocated }),
      ...pricesFrom(prices, store),
    }),
    ([, { variant }]) => ({ variant }),
  );
  for (const change of read) changes.set(change.variantId, { ...changes.get(change.variantId), ...change });
  return [...changes.values()];
}

/** Reads variants that each say how many units there are. */
export function offersFrom(variants: Static<typeof OfferedVariant>[], product: Product, store: Store) {
  return variantsFrom({ variants }, product, store).map(withUnits);
}

export function withUnits({ allocation = 0, ...change }: VariantChange) {
  return { ...change, allocation };
}

type Prices = { price?: string; compare_at_price?: string | null };

function pricesFrom({ price, compare_at_price: compareAt }: Prices, { currency }: Store) {
  const given = [
    ['price', price],
    ['compare_at_price', compareAt],
  ] as const;
  const [own, struck] = makeAll(
    given,
    ([param, text]) => (typeof text === 'string' ? parseMoney(text, currency, param) : text),
    () => ({}),
  );
  return {
    ...(typeof own === 'number' && { price: own }),
    ...(struck !== undefined && { compareAtPrice: struck }),
  };
}

function givenTwice(name: string): AppError {
  return new AppError('invalid_parameter', `“${name.slice(0, 80)}” is given twice.`, { param: 'variant' });
}

/** Returns what a merchant can change of a waitlist: nothing that a sale changes by itself. */
export function waitlistVersion({ state, batches, variants, ...view }: AdminWaitlist): Record<string, unknown> {
  const terms = Object.keys(WaitlistChange.properties).filter((name) => name in view);
  return {
    state,
    ...Object.fromEntries(terms.map((name) => [name, view[name as keyof typeof view]])),
    batches: batches.map(({ id, ship_window }) => ({ id, ship_window })),
    variants: variants.map(({ id, price, compare_at_price, allocated }) => ({
      id,
      price,
      compare_at_price,
      allocated,
    })),
  };
}
