import type { ComponentChildren } from 'preact';
import { t } from '../../texts.ts';

export type PlaceRowsProps<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** What can be changed of a row. */
  field: (row: Row, index: number) => ComponentChildren;
  onRemove: (index: number) => void;
};

/** Rows of places, each with something to fill in and a button that takes it out. */
export function PlaceRows<Row>({ rows, keyOf, nameOf, field, onRemove }: PlaceRowsProps<Row>) {
  return (
    <ul class="rows">
      {rows.map((row, index) => (
        <li key={keyOf(row)} class="rows__row place">
          <span class="place__name">{nameOf(row)}</span>
          {field(row, index)}
          <button type="button" class="link-button" onClick={() => onRemove(index)}>
            {t('remove')}
            <span class="visually-hidden"> {nameOf(row)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A short field in a row, whose label only screen readers need: the row and the column above say it. */
export function RowField({ id, label, value, unit, onValue }: RowFieldProps) {
  return (
    <span class="place__field">
      <input
        class="input"
        id={id}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <span class="muted">{unit}</span>
    </span>
  );
}

type RowFieldProps = { id: string; label: string; value: string; unit: string; onValue: (value: string) => void };
