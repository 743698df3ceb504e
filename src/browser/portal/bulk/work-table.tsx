// biome-ignore-all lint/a11y/noRedundantRoles: on a phone rows are blocks, and that style takes the table's meaning from elements without a role
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { SortHead, type Sorting } from '../lists/sort.tsx';
import { t } from '../texts.ts';
import { FaultText } from '../ui/fault-text.tsx';
import { listenToKeys } from './row-keys.ts';
import type { Refusals } from './run.ts';
import { added, press, removed, type Ticks } from './ticks.ts';

export type WorkColumn<Row> = {
  /** Part of the name of its style, which says how wide it is and where it stands on a phone. */
  name: string;
  title: string;
  /** The order in which its values grow; with `_desc` they fall. */
  sort?: string;
  /** The cell that names the row. */
  heads?: boolean;
  /** The whole text of a cell that may be cut off. */
  whole?: (row: Row) => string | undefined;
  /** Below it stands why a row was refused. */
  says?: boolean;
  cell: (row: Row) => ComponentChildren;
};

export type WorkTableProps<Row> = {
  caption: string;
  rows: readonly Row[];
  columns: readonly WorkColumn<Row>[];
  /** Where a press on the head of a column sorts the list. */
  sorting?: Sorting;
  /** The reference of a row, by which it is known. */
  keyOf: (row: Row) => string;
  /** Its name where the reference is not for people. */
  nameOf?: (row: Row) => string;
  /** Rows that cannot be ticked are shown all the same. */
  isFree?: (row: Row) => boolean;
  /** Without ticks nothing is done with the rows. */
  ticks?: Ticks<Row>;
  onTicks?: (ticks: Ticks<Row>) => void;
  refusals?: Refusals;
};

/** A table whose rows are ticked to do something with them. Shift ticks all between two presses; j, k and x go and tick without a mouse. */
export function WorkTable<Row>(props: WorkTableProps<Row>) {
  const {
    caption,
    rows,
    columns,
    sorting,
    keyOf,
    nameOf = keyOf,
    isFree = () => true,
    ticks,
    onTicks,
    refusals,
  } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  // Once the rows are there, so that no key is lost.
  useLayoutEffect(() => listenToKeys(() => body.current), []);
  const free = rows.filter(isFree);
  const onTick = (row: Row) => (on: boolean, through: boolean) =>
    ticks && onTicks?.(press(ticks, { list: free, key: keyOf(row), on, through }, keyOf));
  return (
    <table class={`table work${ticks ? '' : ' work--plain'}`} role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {ticks && onTicks && (
            <th scope="col" role="columnheader" class="work__tick">
              <TickAll free={free} keyOf={keyOf} ticks={ticks} onTicks={onTicks} />
            </th>
          )}
          {columns.map(({ name, title, sort }) => (
            <SortHead key={title} class={`work__${name}`} title={title} sort={sort} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        {rows.map((row) => (
          <WorkRow
            key={keyOf(row)}
            row={row}
            reference={nameOf(row)}
            columns={columns}
            free={isFree(row)}
            ticked={ticks?.rows.has(keyOf(row))}
            refused={refusals?.get(keyOf(row)) ?? []}
            onTick={onTick(row)}
          />
        ))}
      </tbody>
    </table>
  );
}

type TickAllProps<Row> = {
  free: readonly Row[];
  keyOf: (row: Row) => string;
  ticks: Ticks<Row>;
  onTicks: (ticks: Ticks<Row>) => void;
};

function TickAll<Row>({ free, keyOf, ticks, onTicks }: TickAllProps<Row>) {
  const ticked = free.filter((row) => ticks.rows.has(keyOf(row))).length;
  const all = ticked === free.length && free.length > 0;
  const tick = (on: boolean) =>
    onTicks({ rows: on ? added(ticks.rows, free, keyOf) : removed(ticks.rows, free.map(keyOf)), last: undefined });
  return (
    <label class="work__box">
      <input
        type="checkbox"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && !all;
        }}
        disabled={free.length === 0}
        onChange={(event) => tick(event.currentTarget.checked)}
      />
      <span class="work__all">{t('work.tick.all')}</span>
    </label>
  );
}

type RowProps<Row> = {
  row: Row;
  reference: string;
  columns: readonly WorkColumn<Row>[];
  free: boolean;
  /** Undefined where rows have no tick. */
  ticked: boolean | undefined;
  refused: NonNullable<ReturnType<Refusals['get']>>;
  onTick: (on: boolean, through: boolean) => void;
};

function WorkRow<Row>({ row, reference, columns, free, ticked, refused, onTick }: RowProps<Row>) {
  return (
    <tr role="row" class={ticked ? 'work__row--ticked' : undefined}>
      {ticked !== undefined && (
        <td role="cell" class="work__tick">
          <label class="work__box">
            <input
              type="checkbox"
              aria-label={t('work.tick', { reference })}
              checked={ticked}
              disabled={!free}
              // Only a click tells whether Shift is held.
              onClick={(event) => onTick(event.currentTarget.checked, event.shiftKey)}
            />
          </label>
        </td>
      )}
      {columns.map(({ name, title, heads, whole, says, cell }) =>
        heads ? (
          <th key={title} scope="row" role="rowheader" class={`work__${name}`}>
            {cell(row)}
          </th>
        ) : (
          <td key={title} role="cell" class={`work__${name}`} title={whole?.(row)}>
            {cell(row)}
            {says && refused.map((fault) => <Why key={fault.text} fault={fault} />)}
          </td>
        ),
      )}
    </tr>
  );
}

const Why = ({ fault }: { fault: RowProps<unknown>['refused'][number] }) => (
  <span class="work__refused">
    <FaultText fault={fault} />
  </span>
);
