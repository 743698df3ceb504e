import { useState } from 'preact/hooks';
import { useProduct, useWaitlist } from '../../requests/reads.ts';
import { type Filters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { day, days } from '../../ui/format.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useBatch } from '../deliveries/reads.ts';
import { CustomerChip } from './customer-chip.tsx';
import { type FilterName, filterValue, PLANS, SPANS } from './filter.ts';
import { type FilterKind, FilterWindow } from './filter-window.tsx';
import { ViewControls } from './saved-views.tsx';

/** The names in the address that a kind of filter sets. */
const NAMES: Record<FilterKind, readonly FilterName[]> = {
  days: ['days', 'from', 'until'],
  product: ['product', 'variant'],
  variant: ['variant'],
  waitlist: ['waitlist'],
  batch: ['batch'],
  country: ['country'],
  plan: ['plan'],
};
/** What a person has to see to choose a value. */
const SCOPES: Partial<Record<FilterKind, string>> = {
  product: 'catalog:read',
  batch: 'waitlists:read',
  country: 'preorders:personal',
};
const KINDS = Object.keys(NAMES) as FilterKind[];

const cleared = (kind: FilterKind): Record<string, string> => Object.fromEntries(NAMES[kind].map((name) => [name, '']));

/** The filters that hold, each with its value and a way out, and a menu with the others. */
export function FilterChips({ filters }: { filters: Filters }) {
  const can = useScopes();
  const [open, setOpen] = useState<FilterKind>();
  const holds = (kind: FilterKind) => NAMES[kind].some((name) => filterValue(filters, name) !== '');
  const others = KINDS.filter((kind) => !holds(kind) && kind !== 'waitlist')
    .filter((kind) => kind !== 'variant' || holds('product'))
    .filter((kind) => can(SCOPES[kind] ?? 'preorders:read'));
  return (
    <div class="chips">
      {others.length > 0 && (
        <Menu
          class="chip chip--add"
          placement="bottom-start"
          items={others.map((kind) => ({ value: kind, text: t(`list.by.${kind}`), onSelect: () => setOpen(kind) }))}
        >
          <Glyph name="filter" /> {t('list.filter')}
        </Menu>
      )}
      {KINDS.filter(holds).map((kind) => (
        <span key={kind} class="chip-pair">
          <button type="button" class="chip" disabled={kind === 'waitlist'} onClick={() => setOpen(kind)}>
            {t('list.chip', { name: t(`list.by.${kind}`), value: '' })}
            <Value kind={kind} filters={filters} />
          </button>
          <button
            type="button"
            class="chip chip--off"
            aria-label={t('list.chip.off', { name: t(`list.by.${kind}`) })}
            onClick={() => filters.write(cleared(kind))}
          >
            <Glyph name="close" size={12} />
          </button>
        </span>
      ))}
      <CustomerChip filters={filters} />
      <SortMenu filters={filters} />
      <ViewControls filters={filters} />
      {open && <FilterWindow key={open} kind={open} filters={filters} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function SortMenu({ filters }: { filters: Filters }) {
  const sort = filters.read('sort') === 'oldest' ? 'oldest' : 'newest';
  return (
    <Menu
      class="chip chip--add"
      placement="bottom-start"
      items={(['newest', 'oldest'] as const).map((one) => ({
        value: one,
        text: t(`list.sort.${one}`),
        current: one === sort,
        onSelect: () => filters.write({ sort: one === 'oldest' ? 'oldest' : '' }),
      }))}
    >
      {t(`list.sort.${sort}`)} <Glyph name="chevron" size={12} />
    </Menu>
  );
}

/** The value of a filter in words. What the store no longer has stands as it is named in the address. */
function Value({ kind, filters }: { kind: FilterKind; filters: Filters }) {
  const read = (name: FilterName) => filterValue(filters, name);
  if (kind === 'product') return <ProductName id={read('product')} />;
  if (kind === 'variant') return <VariantName product={read('product')} id={read('variant')} />;
  if (kind === 'waitlist') return <WaitlistName id={read('waitlist')} />;
  if (kind === 'batch') return <BatchName id={read('batch')} />;
  if (kind === 'country') return <>{countryName(read('country'))}</>;
  if (kind === 'plan') {
    const plan = PLANS.find((one) => one === read('plan'));
    return <>{plan ? t(`plan.${plan}`) : read('plan')}</>;
  }
  const span = SPANS.find((one) => one === read('days'));
  if (span) return <>{t('list.days', { count: Number(span) })}</>;
  return <>{windowOf(read('from'), read('until'))}</>;
}

function windowOf(from: string, until: string): string {
  if (from !== '' && until !== '') return days({ from, until });
  return from === '' ? t('list.until', { day: day(until) }) : t('list.from', { day: day(from) });
}

function ProductName({ id }: { id: string }) {
  const { data, fault } = useProduct(id);
  return <>{data?.title ?? (fault ? id : '…')}</>;
}

function VariantName({ product, id }: { product: string; id: string }) {
  const { data } = useProduct(product);
  return <>{data?.variants.find((variant) => variant.id === id)?.title ?? id}</>;
}

function WaitlistName({ id }: { id: string }) {
  const { data, fault } = useWaitlist(id);
  return <>{data?.product.title ?? (fault ? t('list.gone') : '…')}</>;
}

function BatchName({ id }: { id: string }) {
  const { data, fault } = useBatch(id);
  if (!data) return <>{fault ? t('list.gone') : '…'}</>;
  return <>{days(data.ship_window)}</>;
}
