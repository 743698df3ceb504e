import type { ComponentChildren } from 'preact';
import { t } from '../../texts.ts';
import { FieldError, useField } from '../../ui/form.tsx';
import { wrongDecimal } from '../../ui/format.ts';

export type PlaceRowsProps<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** What can be changed of a row. */
  field: (row: Row, index: number) => ComponentChildren;
  onRemove: (index: number) => void;
  /** Which rows are ticked, where several can be changed at once. */
  ticks?: { has(row: Row): boolean; set(row: Row, on: boolean): void } | undefined;
};

/** Rows of places, each with something to fill in and a button that takes it out. */
export function PlaceRows<Row>({ rows, keyOf, nameOf, field, onRemove, ticks }: PlaceRowsProps<Row>) {
  return (
    <ul class="rows">
      {rows.map((row, index) => (
        <li key={keyOf(row)} class="rows__row place">
          {ticks ? (
            <label class="place__name choices__one">
              <input
                type="checkbox"
                checked={ticks.has(row)}
                onChange={(event) => ticks.set(row, event.currentTarget.checked)}
              />
              {nameOf(row)}
            </label>
          ) : (
            <span class="place__name">{nameOf(row)}</span>
          )}
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

type RowFieldProps = {
  id: string;
  label: string;
  value: string;
  unit: string;
  /** Of an amount; left out of a rate. */
  currency?: string;
  onValue: (value: string) => void;
};

/** A short field in a row, whose label only screen readers need: the row and the column above say it. */
export function RowField({ id, label, value, unit, currency, onValue }: RowFieldProps) {
  const error = useField({ id, label, wrong: (typed) => wrongDecimal(typed, currency) });
  return (
    <>
      <span class="place__field">
        <input
          class="input"
          id={id}
          aria-label={label}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          value={value}
          required
          onInput={(event) => onValue(event.currentTarget.value)}
          inputMode="decimal"
        />
        <span class="muted">{unit}</span>
      </span>
      <FieldError id={id} error={error} class="place__error" />
    </>
  );
}
