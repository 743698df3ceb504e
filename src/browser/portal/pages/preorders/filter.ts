import { choiceFilter } from '../../lists/choice.tsx';
import { type DaysOf, daysFilter, daysFrom } from '../../lists/days.tsx';
import { given, knownOf, type ListFilter } from '../../lists/filter.ts';
import { sortOf } from '../../lists/sort.tsx';
import { PRODUCT, VARIANT, WAITLIST } from '../../lists/things.tsx';
import type { PreorderFilter } from '../../requests/reads.ts';
import type { Filters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { countryOptions } from '../../ui/countries.ts';
import { BATCH } from './batch-filter.tsx';
import { STATES } from './state.tsx';

const PLANS = ['pay_now', 'pay_later', 'deposit'] as const;
const PLACED: DaysOf = { label: 'days', names: ['days', 'from', 'until'], spans: ['1', '7', '30', '90'] };

/** The filters that stand in the address, but for search, order and customer. */
export const FILTERS: readonly ListFilter[] = [
  choiceFilter(
    {
      label: 'state',
      name: 'state',
      optionsOf: () => STATES.map((value) => ({ value, text: t(`preorder.state.${value}`) })),
    },
    true,
  ),
  daysFilter(PLACED),
  PRODUCT,
  VARIANT,
  WAITLIST,
  BATCH,
  choiceFilter({ label: 'country', name: 'country', optionsOf: countryOptions, scope: 'preorders:personal' }),
  choiceFilter({
    label: 'plan',
    name: 'plan',
    optionsOf: () => PLANS.map((value) => ({ value, text: t(`plan.${value}`) })),
  }),
];

export const SORTS = ['newest', 'oldest'] as const;

/** Returns what the address asks the list for. */
export function filterOf(filters: Filters, timeZone: string | undefined): PreorderFilter {
  const read = knownOf(FILTERS, filters);
  const state = STATES.find((one) => one === read('state'));
  const plan = PLANS.find((one) => one === read('plan'));
  const product = read('product');
  const { from = '', until = '' } = daysFrom(PLACED, read, timeZone);
  return {
    ...given({
      q: read('q'),
      product_id: product,
      variant_id: product === '' ? '' : read('variant'),
      waitlist_id: read('waitlist'),
      batch_id: read('batch'),
      country: read('country'),
      customer: read('customer'),
      placed_from: from,
      placed_until: until,
    }),
    ...(state && { state }),
    ...(plan && { payment_plan: plan }),
    ...(sortOf(filters, SORTS) === 'oldest' && { sort: 'oldest' as const }),
  };
}
