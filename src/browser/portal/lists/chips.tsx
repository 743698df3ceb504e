import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Filters, useScopes } from '../requests/where.ts';
import { t } from '../texts.ts';
import { Glyph } from '../ui/glyph.tsx';
import { Menu } from '../ui/menu.tsx';
import { cleared, knownOf, type ListFilter } from './filter.ts';

type ChipsProps = {
  filters: Filters;
  list: readonly ListFilter[];
  /** What stands behind them, such as the order. */
  children?: ComponentChildren;
};

/** The filters that hold, each with its value and a way out, and a menu with the others. */
export function FilterChips({ filters, list, children }: ChipsProps) {
  const can = useScopes();
  const [open, setOpen] = useState<ListFilter>();
  const read = knownOf(list, filters);
  const isSet = ({ names }: ListFilter) => names.some((name) => filters.read(name) !== '');
  const isKnown = ({ names }: ListFilter) => names.some((name) => read(name) !== '');
  const others = list.filter(
    (one) =>
      one.Window && !isSet(one) && (one.scope === undefined || can(one.scope)) && one.isOffered?.(read) !== false,
  );
  return (
    <div class="chips">
      {others.length > 0 && (
        <Menu
          class="chip chip--add"
          placement="bottom-start"
          items={others.map((one) => ({
            value: one.label,
            text: t(`list.by.${one.label}`),
            onSelect: () => setOpen(one),
          }))}
        >
          <Glyph name="filter" /> {t('list.filter')}
        </Menu>
      )}
      {list
        .filter((one) => isSet(one) && (one.Window || !isKnown(one)))
        .map((one) => (
          <Chip
            key={one.label}
            filter={one}
            onOpen={one.Window && (() => setOpen(one))}
            onEnd={() => filters.write(cleared([one]))}
          >
            {isKnown(one) ? <one.Value read={read} /> : <Unknown filter={one} filters={filters} />}
          </Chip>
        ))}
      {children}
      {open?.Window && <open.Window filters={filters} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

const Unknown = ({ filter: { names }, filters }: { filter: ListFilter; filters: Filters }) => (
  <span class="chip__unknown">
    {t('list.unknown', { value: names.map((name) => filters.read(name)).find((value) => value !== '') ?? '' })}
  </span>
);

type ChipProps = {
  filter: ListFilter;
  onOpen: (() => void) | undefined;
  onEnd: () => void;
  children: ComponentChildren;
};

function Chip({ filter: { label }, onOpen, onEnd, children }: ChipProps) {
  const name = t(`list.by.${label}`);
  return (
    <span class="chip-pair">
      <button type="button" class="chip" disabled={!onOpen} onClick={onOpen}>
        {t('list.chip', { name, value: '' })}
        {children}
      </button>
      <ChipEnd name={name} onEnd={onEnd} />
    </span>
  );
}

/** The way out of a filter. */
export const ChipEnd = ({ name, onEnd }: { name: string; onEnd: () => void }) => (
  <button type="button" class="chip chip--off" aria-label={t('list.chip.off', { name })} onClick={onEnd}>
    <Glyph name="close" size={12} />
  </button>
);
