// biome-ignore-all lint/a11y/noRedundantRoles: on a phone rows are blocks, and that style takes the table's meaning from elements without a role
import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import type { List } from '../requests/use-list.ts';
import { t } from '../texts.ts';
import { FaultNotice, Shown } from './loaded.tsx';

export type ListViewProps<Entry> = {
  list: List<Entry>;
  /** What is shown in place of an empty list. */
  empty: ComponentChildren;
  children: (entries: Entry[]) => ComponentChildren;
};

/** Shows the entries of a list, or what to do about an empty one, and a button for more. */
export function ListView<Entry>({ list, empty, children }: ListViewProps<Entry>) {
  return (
    <Shown of={list.first}>
      {() =>
        list.entries.length === 0 ? (
          empty
        ) : (
          <>
            {children(list.entries)}
            {list.fault && <FaultNotice fault={list.fault} />}
            {list.more && (
              <p class="more">
                <Button kind="secondary" busy={list.busy} onPress={list.more}>
                  {t('list.more')}
                </Button>
              </p>
            )}
          </>
        )
      }
    </Shown>
  );
}

export type Column<Entry> = {
  title: string;
  /** The cell that names the row, for screen readers and on phones. */
  heads?: boolean;
  /** Numbers stand under each other at the right. */
  number?: boolean;
  cell: (entry: Entry) => ComponentChildren;
};

export type TableProps<Entry> = {
  caption: string;
  columns: readonly Column<Entry>[];
  rows: readonly Entry[];
  keyOf: (entry: Entry) => string;
};

/** A table. On a phone each row is a block, whose cells say what they are. */
export function Table<Entry>({ caption, columns, rows, keyOf }: TableProps<Entry>) {
  return (
    <table class="table" role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, number }) => (
            <th key={title} scope="col" role="columnheader" class={number ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((entry) => (
          <tr key={keyOf(entry)} role="row">
            {columns.map(({ title, heads, number, cell }) =>
              heads ? (
                <th key={title} scope="row" role="rowheader" class="table__head">
                  <div>{cell(entry)}</div>
                </th>
              ) : (
                <td key={title} role="cell" class={number ? 'number' : undefined} data-title={title}>
                  <div>{cell(entry)}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
