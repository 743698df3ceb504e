import { AppError } from '../../domain/error.ts';
import { dayInFile, type FileDates, momentInFile } from '../../domain/file-date.ts';
import { parseTypedMoney, toDecimal } from '../../domain/money.ts';
import { parsePart } from '../../domain/part.ts';
import { PAYMENT_PLANS, type PaymentPlan } from '../../domain/payment-plan.ts';
import { makeAll, makeFields } from '../../domain/refuse-all.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import {
  readNumber,
  readYesNo,
  termsOf,
  type WaitlistCells,
  type WaitlistRow,
  type WaitlistRows,
} from '../../domain/waitlist-csv.ts';
import { eachSwitch, eachSwitchField } from '../../domain/waitlist-switches.ts';
import { parseExclusion } from '../../domain/withdrawal-period.ts';
import type { Sql } from '../../platform/db.ts';
import { findVariant } from '../catalog/names.ts';
import type { Product } from '../catalog/queries.ts';
import { countriesNamed } from '../stores/country-named.ts';
import type { Store } from '../stores/queries.ts';
import type { VariantChange, WaitlistChanges } from './commands/update.ts';
import { listWaitlists } from './queries/list.ts';
import type { Waitlist, WaitlistVariant } from './queries.ts';

type Terms = Omit<WaitlistChanges, 'variants' | 'moved'> & { reason: string | undefined };

/** Reads the terms that the rows of a waitlist give. An empty cell leaves a term as it is, and `none` clears one. */
export function readTerms(rows: WaitlistRows, store: Store): Terms {
  const cells = termsOf(rows);
  const given = <Value>(column: keyof typeof cells, read: (cell: string) => Value): Value | undefined =>
    cells[column] === '' ? undefined : read(cells[column]);
  const orNone =
    <Value>(read: (cell: string) => Value) =>
    (cell: string) =>
      cell === 'none' ? null : read(cell);
  const moment = (column: 'launches_at' | 'closes_at') =>
    given(
      column,
      orNone((cell) => momentInFile(cell, store, column)),
    );
  return makeFields({
    shipWindow: () => windowIn(cells, store),
    reason: () => given('reason', (cell) => cell),
    launchesAt: () => moment('launches_at'),
    closesAt: () => moment('closes_at'),
    limitPerCustomer: () =>
      given(
        'limit_per_customer',
        orNone((cell) => readNumber(cell, 'limit_per_customer')),
      ),
    ...eachSwitch(
      ({ field }) =>
        () =>
          given(field, (cell) => readYesNo(cell, field)),
    ),
    countries: () => given('countries', orNone(countriesNamed)),
    withdrawalExclusion: () => given('withdrawal_exclusion', parseExclusion),
    description: () => given('text', (cell) => (cell === 'none' ? '' : cell)),
    plan: () => planIn(cells, store),
  });
}

type WindowCells = Pick<WaitlistCells, 'ships_from' | 'ships_until'>;

function windowIn({ ships_from: from, ships_until: until }: WindowCells, dates: FileDates): ShipWindow | undefined {
  if (from === '' && until === '') return undefined;
  if (from !== '' && until !== '') {
    return makeFields({
      from: () => dayInFile(from, dates, 'ships_from'),
      until: () => dayInFile(until, dates, 'ships_until'),
    });
  }
  const param = from === '' ? 'ships_from' : 'ships_until';
  throw new AppError('missing_parameter', `A ship window has two days: ${param} is missing.`, { param });
}

type PlanCells = Pick<WaitlistCells, 'payment_plan' | 'deposit' | 'deposit_refundable'>;

function planIn(
  { payment_plan, deposit, deposit_refundable }: PlanCells,
  { currency }: Store,
): WaitlistChanges['plan'] {
  const changes = makeFields({
    ...(payment_plan !== '' && { plan: () => planNamed(payment_plan) }),
    ...(deposit !== '' && { deposit: () => parsePart(deposit, currency, 'deposit') }),
    ...(deposit_refundable !== '' && { depositRefundable: () => readYesNo(deposit_refundable, 'deposit_refundable') }),
  });
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function planNamed(name: string): PaymentPlan {
  const plan = PAYMENT_PLANS.find((one) => one === name.toLowerCase());
  if (plan) return plan;
  const message = `“${name.slice(0, 40)}” is no payment plan. There are: ${PAYMENT_PLANS.join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'payment_plan' });
}

/** Reads what the rows say of variants. A row without a variant is about every variant of the product. */
export function readVariants({ rows }: WaitlistRows, product: Product, { currency }: Store): VariantChange[] {
  const changes = new Map<string, VariantChange>();
  const named = new Set<string>();
  const readRow = ({ cells }: WaitlistRow) =>
    makeFields({ change: () => changeIn(cells, currency), variants: () => variantsOf(cells, product) });
  const read = makeAll(rows, readRow, ({ line, cells: { variant } }) => ({ line, ...(variant !== '' && { variant }) }));
  for (const [place, { change, variants }] of read.entries()) {
    const cells = rows[place]?.cells ?? { variant: '' };
    for (const { id } of variants) {
      if (cells.variant !== '' && named.has(id)) {
        throw new AppError('invalid_parameter', `“${cells.variant.slice(0, 80)}” is given twice.`, {
          param: 'variant',
        });
      }
      if (cells.variant !== '') named.add(id);
      if (Object.keys(change).length > 0) changes.set(id, { ...changes.get(id), variantId: id, ...change });
    }
  }
  return [...changes.values()];
}

/** Returns the line that gives each variant its price, by the variant's id: of several the last. */
export function linesOfPrices({ rows }: WaitlistRows, product: Product): Map<string, number> {
  const priced = rows.filter(({ cells }) => cells.price !== '');
  return new Map(priced.flatMap(({ line, cells }) => variantsOf(cells, product).map(({ id }) => [id, line])));
}

function changeIn({ units, price, compare_at: compareAt }: WaitlistCells, currency: string) {
  return makeFields({
    ...(units !== '' && { allocation: () => readNumber(units, 'units') }),
    ...(price !== '' && { price: () => parseTypedMoney(price, currency, 'price') }),
    ...(compareAt !== '' && {
      compareAtPrice: () => (compareAt === 'none' ? null : parseTypedMoney(compareAt, currency, 'compare_at')),
    }),
  });
}

function variantsOf({ variant }: WaitlistCells, product: Product): { id: string }[] {
  return variant === '' ? product.variants.filter(({ goneAt }) => !goneAt) : [findVariant(product, variant)];
}

/** Returns the changes without what the waitlist already has: a file that was only looked at changes nothing. */
export function withoutSame(waitlist: Waitlist, changes: WaitlistChanges): WaitlistChanges {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const { from, until } = waitlist.promise;
  const now: WaitlistChanges = {
    shipWindow: { from, until },
    launchesAt: waitlist.launchesAt,
    closesAt: waitlist.closesAt,
    limitPerCustomer: waitlist.limitPerCustomer,
    ...eachSwitch(({ name }) => waitlist[name]),
    countries: waitlist.countries,
    withdrawalExclusion: waitlist.withdrawalExclusion,
    description: waitlist.description,
  };
  const { plan, variants = [], moved: _, ...terms } = changes;
  const changed = Object.entries(terms).filter(
    ([name, value]) => value !== undefined && !same(value, now[name as keyof WaitlistChanges]),
  );
  const plans = Object.entries(plan ?? {}).filter(
    ([name, value]) => !same(value, waitlist.plan[name as keyof typeof waitlist.plan]),
  );
  return {
    ...Object.fromEntries(changed),
    ...(plans.length > 0 && { plan: Object.fromEntries(plans) }),
    variants: variants.flatMap((variant) => {
      const current = waitlist.variants.find(({ variantId }) => variantId === variant.variantId);
      return current ? (withoutSameOf(current, variant) ?? []) : [variant];
    }),
  };
}

function withoutSameOf(current: WaitlistVariant, { variantId, ...change }: VariantChange): VariantChange | null {
  const now = { allocation: current.allocated, price: current.price, compareAtPrice: current.compareAtPrice };
  const changed = Object.entries(change).filter(([name, value]) => value !== now[name as keyof typeof now]);
  return changed.length > 0 ? { variantId, ...Object.fromEntries(changed) } : null;
}

// Small enough for memory, large enough that round trips do not matter.
const PAGE = 200;

/** Yields the waitlists of a store as rows of the CSV, the newest first. */
export async function* exportWaitlists(sql: Sql, store: Store): AsyncGenerator<WaitlistCells[]> {
  let after: string | undefined;
  for (;;) {
    const waitlists = await listWaitlists(sql, store.id, { ...(after !== undefined && { after }), limit: PAGE });
    if (waitlists.length > 0) yield waitlists.flatMap((waitlist) => rowsOf(waitlist, store));
    if (waitlists.length < PAGE) return;
    after = waitlists.at(-1)?.id;
  }
}

function rowsOf(waitlist: Waitlist, { currency }: Store): WaitlistCells[] {
  const { id, product, promise, plan, state } = waitlist;
  const { deposit } = plan;
  const moment = (at: Date | null) => at?.toISOString() ?? '';
  const depositText =
    deposit && (deposit.kind === 'percent' ? `${deposit.value / 100}%` : toDecimal(deposit.value, currency));
  return waitlist.variants.map((variant) => ({
    waitlist_id: id,
    product: product.handle,
    variant: variant.externalId,
    units: `${variant.allocated}`,
    price: toDecimal(variant.price, currency),
    compare_at: variant.compareAtPrice === null ? '' : toDecimal(variant.compareAtPrice, currency),
    ships_from: promise.from,
    ships_until: promise.until,
    reason: '',
    payment_plan: plan.plan,
    deposit: depositText ?? '',
    deposit_refundable: deposit ? (plan.depositRefundable ? 'yes' : 'no') : '',
    limit_per_customer: waitlist.limitPerCustomer === null ? '' : `${waitlist.limitPerCustomer}`,
    ...eachSwitchField(({ name }) => (waitlist[name] ? 'yes' : 'no')),
    countries: waitlist.countries?.join(' ') ?? '',
    withdrawal_exclusion: waitlist.withdrawalExclusion ?? '',
    launches_at: moment(waitlist.launchesAt),
    closes_at: moment(waitlist.closesAt),
    text: waitlist.description,
    state,
    title: [product.title, variant.title].filter(Boolean).join(', '),
    sku: variant.sku,
  }));
}
