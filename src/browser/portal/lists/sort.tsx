// biome-ignore-all lint/a11y/noRedundantRoles: on a phone rows are blocks, and that style takes the table's meaning from elements without a role
import type { Filters } from '../requests/where.ts';
import { type PortalKey, t } from '../texts.ts';
import { Glyph } from '../ui/glyph.tsx';
import { Menu } from '../ui/menu.tsx';

type Named<Key> = Key extends `list.sort.${infer Name}` ? Name : never;
/** The orders of a list, each with words of its own. The first one is that of an address which names none. */
export type Sorts = readonly [Named<PortalKey>, ...Named<PortalKey>[]];

/** Returns the order that the address names: the first one where it names none, or one that the list does not have. */
export const sortOf = <Value extends string>(
  filters: Pick<Filters, 'read'>,
  sorts: readonly [Value, ...Value[]],
): Value => sorts.find((one) => one === filters.read('sort')) ?? sorts[0];

/** Chooses the order of a list. */
export function SortMenu({ filters, sorts }: { filters: Filters; sorts: Sorts }) {
  const current = sortOf(filters, sorts);
  return (
    <Menu
      class="chip chip--add"
      placement="bottom-start"
      items={sorts.map((value) => ({
        value,
        text: t(`list.sort.${value}`),
        current: value === current,
        onSelect: () => filters.write({ sort: value === sorts[0] ? '' : value }),
      }))}
    >
      <span class="visually-hidden">{t('list.sort')}</span> {t(`list.sort.${current}`)}{' '}
      <Glyph name="chevron" size={12} />
    </Menu>
  );
}

export type Sorting = { filters: Filters; sorts: Sorts };

type SortHeadProps = { class: string; title: string; sort: string | undefined; sorting: Sorting | undefined };

/** The head of a column, by which a list can be sorted where it has that order. A second press turns the order round. */
export function SortHead({ class: look, title, sort, sorting }: SortHeadProps) {
  // The order that stands first is the one that people mean: what sold most, what changed last.
  const own = sorting?.sorts.filter((one) => one === sort || one === `${sort}_desc`) ?? [];
  const current = sorting && own.find((one) => one === sortOf(sorting.filters, sorting.sorts));
  const direction = current && (current === sort ? 'ascending' : 'descending');
  return (
    <th scope="col" role="columnheader" class={look} aria-sort={own.length > 0 ? (direction ?? 'none') : undefined}>
      {sorting && own.length > 0 ? (
        <button
          type="button"
          class="sort"
          onClick={() => sorting.filters.write({ sort: own.find((one) => one !== current) ?? '' })}
        >
          {title}
          {direction && <span aria-hidden="true">{direction === 'ascending' ? '↑' : '↓'}</span>}
        </button>
      ) : (
        title
      )}
    </th>
  );
}
