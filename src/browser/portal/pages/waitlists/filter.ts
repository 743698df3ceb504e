import { choiceFilter } from '../../lists/choice.tsx';
import { type DaysOf, daysFilter, daysFrom } from '../../lists/days.tsx';
import { given, knownOf, type ListFilter } from '../../lists/filter.ts';
import { type Sorts, sortOf } from '../../lists/sort.tsx';
import { PRODUCT } from '../../lists/things.tsx';
import type { WaitlistFilter } from '../../requests/reads.ts';
import type { Filters } from '../../requests/where.ts';
import { t } from '../../texts.ts';

export const STATES = ['OPEN', 'SCHEDULED', 'DRAFT', 'PAUSED', 'CLOSED'] as const;
const AHEAD = { spans: ['7', '30', '90'], ahead: true };
const LAUNCHES: DaysOf = { label: 'launches', names: ['launches', 'launches_from', 'launches_until'], ...AHEAD };
const CLOSES: DaysOf = { label: 'closes', names: ['closes', 'closes_from', 'closes_until'], ...AHEAD };

/** The filters that stand in the address, but for search and order. */
export const FILTERS: readonly ListFilter[] = [
  choiceFilter(
    {
      label: 'state',
      name: 'state',
      optionsOf: () => STATES.map((value) => ({ value, text: t(`waitlist.state.${value}`) })),
    },
    true,
  ),
  PRODUCT,
  choiceFilter({
    label: 'units',
    name: 'units',
    optionsOf: () => [
      { value: 'left', text: t('list.units.left') },
      { value: 'sold_out', text: t('list.units.sold_out') },
    ],
  }),
  choiceFilter({
    label: 'batch',
    name: 'delivery',
    optionsOf: () => [
      { value: 'open', text: t('list.delivery.open') },
      { value: 'done', text: t('list.delivery.done') },
    ],
  }),
  daysFilter(LAUNCHES),
  daysFilter(CLOSES),
];

export const SORTS = [
  'newest',
  'oldest',
  'title',
  'title_desc',
  'state',
  'state_desc',
  'sold_desc',
  'sold',
  'ships',
  'ships_desc',
  'changed_desc',
  'changed',
] as const satisfies Sorts;

/** Returns what the address asks the list for. */
export function filterOf(filters: Filters, timeZone: string | undefined): WaitlistFilter {
  const read = knownOf(FILTERS, filters);
  const launches = daysFrom(LAUNCHES, read, timeZone);
  const closes = daysFrom(CLOSES, read, timeZone);
  const sort = sortOf(filters, SORTS);
  return {
    // The address holds known values alone.
    ...(given({
      q: read('q'),
      state: read('state'),
      product_id: read('product'),
      units: read('units'),
      delivery: read('delivery'),
      launches_from: launches.from ?? '',
      launches_until: launches.until ?? '',
      closes_from: closes.from ?? '',
      closes_until: closes.until ?? '',
    }) as WaitlistFilter),
    ...(sort !== SORTS[0] && { sort }),
  };
}
