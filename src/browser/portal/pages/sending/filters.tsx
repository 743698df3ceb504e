import type { Filters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { countryName } from '../../ui/countries.ts';
import { count } from '../../ui/format.ts';
import type { Ready, ReadyFilter } from './reads.ts';

/** The filter that the address says. */
export function filterOf({ read }: Filters): ReadyFilter {
  const [waitlist, product, country] = [read('waitlist'), read('product'), read('country')];
  return {
    ...(waitlist !== '' && { waitlist_id: waitlist }),
    ...(product !== '' && { product_id: product }),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
  };
}

type Group = Ready['groups'][number];

/** Counts the parcels and units of a filter. */
export function countOf({ groups }: Ready, filter: ReadyFilter): { parcels: number; units: number } {
  const those = groups.filter(
    ({ waitlist_id, product, country }) =>
      (filter.waitlist_id ?? waitlist_id) === waitlist_id &&
      (filter.product_id ?? product.id) === product.id &&
      (filter.country ?? country) === country,
  );
  return { parcels: sumOf(those, 'parcels'), units: sumOf(those, 'units') };
}

const sumOf = (groups: readonly Group[], column: 'parcels' | 'units') =>
  groups.reduce((sum, group) => sum + group[column], 0);

/** Narrows the list to a product, one of its waitlists or a country: those of which something is ready. */
export function ParcelFilters({ ready, filters }: { ready: Ready; filters: Filters }) {
  const { groups } = ready;
  const products = optionsOf(groups, ({ product }) => [product.id, product.title]);
  const countries = optionsOf(groups, ({ country }) => [country ?? '', country ? countryName(country) : '']);
  const ofProduct = groups.filter(({ product }) => [product.id, ''].includes(filters.read('product')));
  const waitlists = waitlistOptions(ofProduct);
  return (
    <div class="sending__filters">
      <Choice
        id="product"
        label={t('column.product')}
        value={filters.read('product')}
        options={withAll('sending.all.products', products, filters.read('product'))}
        onValue={(product) => filters.write({ product, waitlist: '' })}
      />
      <Choice
        id="waitlist"
        label={t('sending.waitlist')}
        value={filters.read('waitlist')}
        options={withAll('sending.all.waitlists', waitlists, filters.read('waitlist'))}
        onValue={(waitlist) => filters.write({ waitlist })}
      />
      {countries.some(({ value }) => value !== '') && (
        <Choice
          id="country"
          label={t('column.country')}
          value={filters.read('country')}
          options={withAll('sending.all.countries', countries, filters.read('country'))}
          onValue={(country) => filters.write({ country })}
        />
      )}
    </div>
  );
}

type Option = { value: string; text: string };

/** A filter of which nothing is left stays in the list, so that a reader sees why it is empty. */
function withAll(all: Parameters<typeof t>[0], options: readonly Option[], chosen: string): Option[] {
  const isGone = chosen !== '' && !options.some(({ value }) => value === chosen);
  const shown = options.filter(({ value }) => value !== '');
  return [{ value: '', text: t(all) }, ...shown, ...(isGone ? [{ value: chosen, text: t('sending.gone') }] : [])];
}

function optionsOf(groups: readonly Group[], nameOf: (group: Group) => [string, string]): Option[] {
  const sums = new Map<string, { text: string; parcels: number }>();
  for (const group of groups) {
    const [value, text] = nameOf(group);
    sums.set(value, { text, parcels: (sums.get(value)?.parcels ?? 0) + group.parcels });
  }
  return [...sums].map(([value, { text, parcels }]) => ({ value, text: `${text} (${count(parcels)})` }));
}

/** A waitlist has no name of its own: those of one product are told apart by their number. */
function waitlistOptions(groups: readonly Group[]): Option[] {
  const numbers = new Map<string, string[]>();
  for (const { product, waitlist_id: id } of groups) {
    const known = numbers.get(product.id) ?? [];
    if (!known.includes(id)) numbers.set(product.id, [...known, id]);
  }
  return optionsOf(groups, ({ product, waitlist_id: id }) => {
    const known = numbers.get(product.id) ?? [];
    return [id, known.length < 2 ? product.title : `${product.title}, ${known.indexOf(id) + 1}`];
  });
}
