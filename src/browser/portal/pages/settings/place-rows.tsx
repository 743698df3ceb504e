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

type RowFieldProps = {
  id: string;
  label: string;
  value: string;
  unit: string;
  /** It says no number. */
  wrong?: boolean;
  onValue: (value: string) => void;
};

/** A short field in a row, whose label only screen readers need: the row and the column above say it. */
export function RowField({ id, label, value, unit, wrong, onValue }: RowFieldProps) {
  return (
    <>
      <span class="place__field">
        <input
          class="input"
          id={id}
          aria-label={label}
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        <span class="muted">{unit}</span>
      </span>
      {wrong && (
        <span class="field__error place__error" id={`${id}-error`}>
          {t('settings.number')}
        </span>
      )}
    </>
  );
}

/** Tells whether this is an amount or a rate as people type it, with a point or a comma. */
export const isNumber = (typed: string): boolean => /^\d+([.,]\d+)?$/.test(typed.trim());

/** Goes to a field that is only there once the page shows what was just added. */
export const focusLater = (id: string) => setTimeout(() => document.getElementById(id)?.focus());
