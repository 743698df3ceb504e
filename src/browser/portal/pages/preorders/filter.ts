import type { PreorderFilter } from '../../requests/reads.ts';
import type { Filters } from '../../requests/where.ts';
import { STATES } from './state.tsx';

export const PLANS = ['pay_now', 'pay_later', 'deposit'] as const;
/** How many days up to today the list goes back. */
export const SPANS = ['1', '7', '30', '90'] as const;

/** The filters that stand in the address, but for search and order. */
export const FILTER_NAMES = [
  'state',
  'days',
  'from',
  'until',
  'product',
  'variant',
  'waitlist',
  'batch',
  'country',
  'plan',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));
const DAY_MS = 86_400_000;

/** Reads a filter from the address; empty where it holds none, such as a mistyped one. */
export function filterValue({ read }: Pick<Filters, 'read'>, name: FilterName): string {
  const value = read(name);
  const isOne = (values: readonly string[]) => (values.includes(value) ? value : '');
  if (name === 'state') return isOne(STATES);
  if (name === 'plan') return isOne(PLANS);
  if (name === 'days') return isOne(SPANS);
  if (name === 'from' || name === 'until') return isDay(value) ? value : '';
  if (name === 'country') return /^[A-Z]{2}$/.test(value) ? value : '';
  return value;
}

/** Returns what the address asks the list for. */
export function filterOf(filters: Filters, timeZone: string | undefined): PreorderFilter {
  const read = (name: FilterName) => filterValue(filters, name);
  const given = (name: string, value: string) => (value === '' ? {} : { [name]: value });
  const state = STATES.find((one) => one === read('state'));
  const plan = PLANS.find((one) => one === read('plan'));
  const product = read('product');
  return {
    ...given('q', filters.read('q')),
    ...(state && { state }),
    ...(plan && { payment_plan: plan }),
    ...given('product_id', product),
    ...given('variant_id', product === '' ? '' : read('variant')),
    ...given('waitlist_id', read('waitlist')),
    ...given('batch_id', read('batch')),
    ...given('country', read('country')),
    ...given('customer', filters.read('customer')),
    ...daysOf(read, timeZone),
    ...(filters.read('sort') === 'oldest' && { sort: 'oldest' as const }),
  };
}

/** A number of days is counted on the store's clock, so it means the same tomorrow as today. */
function daysOf(read: (name: FilterName) => string, timeZone: string | undefined): PreorderFilter {
  const span = SPANS.find((one) => one === read('days'));
  if (span) {
    const first = new Date(Date.now() - (Number(span) - 1) * DAY_MS);
    return {
      placed_from: new Intl.DateTimeFormat('sv', { dateStyle: 'short', ...(timeZone && { timeZone }) }).format(first),
    };
  }
  const [from, until] = [read('from'), read('until')];
  return { ...(from !== '' && { placed_from: from }), ...(until !== '' && { placed_until: until }) };
}
