import { AppError } from './error.ts';
import { because } from './refusal.ts';
import { makeAll } from './refuse-all.ts';

// How spreadsheet programs write a long number, such as 1.23457E+17. A code that somebody chose hardly has a sign in it.
const ROUNDED = /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i;

/** Returns true for a number of which a spreadsheet program has kept the first digits alone. */
export const isRounded = (text: string): boolean => ROUNDED.test(text.trim());

/** Returns the refusal of such a number: its digits are lost, and other numbers have become the same text. */
export function rounded(text: string, param?: string): AppError {
  const shown = text.trim().slice(0, 40);
  return new AppError(
    'invalid_parameter',
    `“${shown}” is a number that a spreadsheet program has rounded: its last digits are lost. Save the column as text.`,
    { ...(param !== undefined && { param }), ...because('id_rounded', { text: shown }) },
  );
}

/** Throws `invalid_parameter` for the columns in which a spreadsheet program has rounded a number. */
export function refuseRounded<Column extends string>(
  cells: Partial<Record<Column, string>>,
  columns: readonly Column[],
): void {
  const refuse = (column: Column) => {
    const text = cells[column] ?? '';
    if (isRounded(text)) throw rounded(text, column);
  };
  makeAll(columns, refuse, () => ({}));
}
