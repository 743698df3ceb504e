import { choiceFilter } from '../../lists/choice.tsx';
import { given, knownOf, type ListFilter } from '../../lists/filter.ts';
import { type Sorts, sortOf } from '../../lists/sort.tsx';
import { wordsFilter } from '../../lists/words.tsx';
import type { ProductFilter } from '../../requests/reads.ts';
import type { Filters } from '../../requests/where.ts';
import { t } from '../../texts.ts';

const WITH = ['with', 'without'] as const;
const withOptions = () => WITH.map((value) => ({ value, text: t(`list.has.${value}`) }));

/** The filters that stand in the address, but for search and order. */
export const FILTERS: readonly ListFilter[] = [
  choiceFilter({
    label: 'ids',
    name: 'ids',
    optionsOf: () => (['platform', 'made'] as const).map((value) => ({ value, text: t(`list.ids.${value}`) })),
  }),
  choiceFilter({ label: 'offer', name: 'waitlist', optionsOf: withOptions }),
  choiceFilter({ label: 'picture', name: 'picture', optionsOf: withOptions }),
  choiceFilter({ label: 'prices', name: 'prices', optionsOf: withOptions }),
  wordsFilter({ label: 'vendor', name: 'vendor' }),
];

export const SORTS = [
  'handle',
  'title',
  'title_desc',
  'vendor',
  'vendor_desc',
  'changed_desc',
  'changed',
] as const satisfies Sorts;

/** Returns what the address asks the list for. */
export function filterOf(filters: Filters): ProductFilter {
  const read = knownOf(FILTERS, filters);
  const sort = sortOf(filters, SORTS);
  return {
    ...given({
      q: read('q'),
      ids: read('ids'),
      waitlist: read('waitlist'),
      picture: read('picture'),
      prices: read('prices'),
      vendor: read('vendor'),
    }),
    ...(sort !== SORTS[0] && { sort }),
  };
}
