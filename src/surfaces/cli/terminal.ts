import type { Minor } from '../../domain/money.ts';
import { toDecimal } from '../../domain/money.ts';
import { formatShipWindow, type ShipWindow } from '../../domain/ship-window.ts';
import { momentText } from '../../domain/store-time.ts';
import { printable } from '../printable.ts';

export { printable };

// The command line is in English for all stores.
const LOCALE = 'en-GB';

type Cell = string | number | null | undefined;

/** Formats rows under headings. Each column is as wide as its content; numbers and amounts are aligned right. */
export function formatTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  const right = headings.map(
    (_, column) => rows.some((row) => row[column] !== '') && rows.every((row) => isNumber(row[column])),
  );
  const lines = cells.map((row) =>
    row.map((cell, column) => pad(cell, widths[column] ?? 0, right[column] ?? false)).join('  '),
  );
  return lines.map((line) => `  ${line}`.trimEnd()).join('\n');
}

function isNumber(cell: Cell): boolean {
  return typeof cell === 'number' || cell === '' || /^[\d.]+ [A-Z]{3}$/.test(cell ?? '');
}

/** Formats names and values, one pair a line. A value of several lines stays in its column. Empty values are left out. */
export function formatFields(rows: readonly (readonly [name: string, value: Cell])[]): string {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const names = Math.max(...shown.map(([name]) => width(name)));
  return shown
    .map(([name, value]) => {
      const [first = '', ...rest] = String(value).split('\n').map(printable);
      const indent = ' '.repeat(names + 4);
      return [`  ${pad(name, names, false)}  ${first}`, ...rest.map((line) => `${indent}${line}`)].join('\n');
    })
    .join('\n');
}

/** Formats possible next steps: for each a sentence, and the text to type or paste. */
export function formatNextSteps(steps: readonly (readonly [what: string, text: string])[]): string {
  return ['Next', ...steps.flatMap(([what, text]) => [`  ${what}`, `    ${text.replaceAll('\n', '\n    ')}`])].join(
    '\n',
  );
}

function width(text: string): number {
  return [...text].length;
}

function pad(text: string, columns: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, columns - width(text)));
  return right ? space + text : text + space;
}

/** Breaks the text between words into lines of at most `columns` characters, except for longer words. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || width(last) + 1 + width(word) > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Formats numbers as ranges: `1–3, 5`. */
export function formatRanges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && number <= run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', ');
}

/** Formats an amount: `129.00 EUR`. */
export function formatAmount(amount: Minor, currency: string): string {
  return `${toDecimal(amount, currency)} ${currency}`;
}

/** Formats a time on the store's clock: `1 June 2026 at 09:00`. Returns '' for null. */
export function formatTime(at: Date | null | '', timeZone: string): string {
  return !at ? '' : momentText(at, timeZone);
}

/** Formats a time of the private API on the store's clock. Returns '' for null. */
export const momentIn = (timeZone: string, at: string | null): string => formatTime(at && new Date(at), timeZone);

/** Formats a part of a price as the private API has it: `20%` or `30.00 EUR`. */
export const partText = (part: { percent: number } | { amount: string }, currency: string): string =>
  'percent' in part ? `${part.percent}%` : `${part.amount} ${currency}`;

/** Formats a ship window or another period of days: `1–15 September 2026`. */
export function formatDays(window: ShipWindow): string {
  return formatShipWindow(window, LOCALE, { style: 'long' });
}

/** Formats a state or reason as words: `card_expired` becomes `card expired`. */
export function toWords(code: string): string {
  return code.replaceAll('_', ' ');
}

/** Formats a number with its noun: `1 unit`, `2 units`. */
export function formatCount(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}
