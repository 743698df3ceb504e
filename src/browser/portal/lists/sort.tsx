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
