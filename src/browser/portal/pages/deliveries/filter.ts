import { choiceFilter } from '../../lists/choice.tsx';
import { type DaysOf, daysFilter, daysFrom } from '../../lists/days.tsx';
import { given, knownOf, type ListFilter } from '../../lists/filter.ts';
import { type Sorts, sortOf } from '../../lists/sort.tsx';
import { PRODUCT, WAITLIST } from '../../lists/things.tsx';
import type { Filters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import type { DeliveryFilter } from './reads.ts';

const STATUSES = ['late', 'at_risk', 'ready', 'on_time', 'idle'] as const;
const SHIPS: DaysOf = {
  label: 'ships',
  names: ['ships', 'ships_from', 'ships_until'],
  spans: ['7', '30', '90'],
  ahead: true,
};

/** The filters that stand in the address, but for tabs and order. */
export const FILTERS: readonly ListFilter[] = [
  choiceFilter({
    label: 'state',
    name: 'status',
    optionsOf: () => STATUSES.map((value) => ({ value, text: t(`delivery.status.${value}`) })),
  }),
  PRODUCT,
  WAITLIST,
  daysFilter(SHIPS),
];

export const SORTS = [
  'due',
  'ships',
  'ships_desc',
  'title',
  'title_desc',
  'waiting_desc',
  'waiting',
] as const satisfies Sorts;

/** Returns what the address asks the list for: the deliveries that are waited for, unless it says otherwise. */
export function filterOf(filters: Filters, timeZone: string | undefined): DeliveryFilter {
  const read = knownOf(FILTERS, filters);
  const status = STATUSES.find((one) => one === read('status'));
  const ships = daysFrom(SHIPS, read, timeZone);
  const sort = sortOf(filters, SORTS);
  return {
    // Nobody waits for those that are idle.
    waiting: filters.read('show') !== 'all' && status !== 'idle',
    ...(status && { status }),
    ...given({
      product_id: read('product'),
      waitlist_id: read('waitlist'),
      ships_from: ships.from ?? '',
      ships_until: ships.until ?? '',
    }),
    ...(sort !== SORTS[0] && { sort }),
  };
}
