import { findVariant } from '../../../core/catalog/names.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { VariantChange } from '../../../core/waitlists/commands/update.ts';
import { AppError } from '../../../domain/error.ts';
import { parseMoney } from '../../../domain/money.ts';
import { parsePart } from '../../../domain/part.ts';
import type { PlanChange } from '../../../domain/payment-plan.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { parseMoment } from '../../../domain/store-time.ts';
import { eachSwitch, type GivenSwitches, type WaitlistSwitch } from '../../../domain/waitlist-switches.ts';
import { parseExclusion, type WithdrawalExclusion } from '../../../domain/withdrawal-period.ts';
import { parseAllocation, parseAssignment } from '../values.ts';

export type TermOptions = { [Name in WaitlistSwitch]?: 'on' | 'off' } & {
  shipsFrom?: string;
  shipsUntil?: string;
  limitPerCustomer?: number | 'none';
  countries?: string;
  withdrawalExclusion?: string;
  launchesAt?: string;
  closesAt?: string;
  text?: string;
  plan?: 'pay-now' | 'pay-later' | 'deposit';
  deposit?: string;
  depositKept?: boolean;
  depositRefunded?: boolean;
};

export type VariantOptions = { variant?: string[]; price?: string[]; compareAt?: string[]; all?: string };

type Terms = GivenSwitches & {
  shipWindow: ShipWindow | undefined;
  limitPerCustomer: number | null | undefined;
  countries: string[] | undefined;
  withdrawalExclusion: WithdrawalExclusion | null | undefined;
  launchesAt: Date | null | undefined;
  closesAt: Date | null | undefined;
  description: string | undefined;
  plan: PlanChange;
};

export function termsFrom(options: TermOptions, store: Store): Terms {
  const { shipsFrom, shipsUntil } = options;
  if ((shipsFrom === undefined) !== (shipsUntil === undefined)) {
    const missing = shipsFrom === undefined ? 'ships_from' : 'ships_until';
    throw new AppError('missing_parameter', 'A ship window has two days: --ships-from and --ships-until.', {
      param: missing,
    });
  }
  const time = (text: string | undefined, param: string) =>
    text === undefined ? undefined : text === 'none' ? null : parseMoment(text, store.timeZone, param);
  return {
    shipWindow:
      shipsFrom === undefined || shipsUntil === undefined ? undefined : { from: shipsFrom, until: shipsUntil },
    limitPerCustomer: options.limitPerCustomer === 'none' ? null : options.limitPerCustomer,
    ...eachSwitch(({ name }) => options[name] && options[name] === 'on'),
    countries: options.countries === 'all' ? [] : options.countries?.split(','),
    withdrawalExclusion:
      options.withdrawalExclusion === undefined ? undefined : parseExclusion(options.withdrawalExclusion),
    launchesAt: time(options.launchesAt, 'launches_at'),
    closesAt: time(options.closesAt, 'closes_at'),
    description: options.text,
    plan: planFrom(options, store.currency),
  };
}

const PLANS = { 'pay-now': 'pay_now', 'pay-later': 'pay_later', deposit: 'deposit' } as const;

function planFrom({ plan, deposit, depositKept, depositRefunded }: TermOptions, currency: string): PlanChange {
  if (depositKept && depositRefunded) {
    const message = 'A deposit is kept or refunded: give one of --deposit-kept and --deposit-refunded.';
    throw new AppError('invalid_parameter', message, { param: 'deposit_kept' });
  }
  return {
    plan: plan && PLANS[plan],
    deposit: deposit === undefined ? undefined : parsePart(deposit, currency, 'deposit'),
    depositRefundable: depositKept ? false : depositRefunded,
  };
}

/** Returns one change for each variant that the options name, in the order of naming. */
export function variantsFrom(options: VariantOptions, product: Product, store: Store): VariantChange[] {
  const { currency } = store;
  const changes = new Map<string, VariantChange>();
  const change = (variantId: string, values: Omit<VariantChange, 'variantId'>) =>
    changes.set(variantId, { ...changes.get(variantId), variantId, ...values });

  if (options.all !== undefined) {
    const units = parseAllocation(options.all, currency);
    for (const variant of product.variants) if (!variant.goneAt) change(variant.id, units);
  }
  const named = new Set<string>();
  for (const text of options.variant ?? []) {
    const { name, value } = parseAssignment(text, 'variant');
    const { id } = findVariant(product, name);
    if (named.has(id)) throw new AppError('invalid_parameter', `“${name}” is given twice.`, { param: 'variant' });
    named.add(id);
    change(id, parseAllocation(value, currency));
  }
  for (const text of options.price ?? []) {
    const { name, value } = parseAssignment(text, 'price');
    change(findVariant(product, name).id, { price: parseMoney(value, currency) });
  }
  for (const text of options.compareAt ?? []) {
    const { name, value } = parseAssignment(text, 'compare-at');
    const compareAtPrice = value === 'none' ? null : parseMoney(value, currency, 'compare_at');
    change(findVariant(product, name).id, { compareAtPrice });
  }
  return [...changes.values()];
}
