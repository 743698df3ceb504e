// The characters with which a formula may begin. Spreadsheets read the full-width forms as the plain ones.
const FORMULA_START = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20|%';
const AT_START = new RegExp(`^[\\s"']*[${FORMULA_START}]|^[\\t\\r\\n]`);
// In many languages spreadsheets split cells at semicolons or tabs, so a formula may begin within our cell. The expression
// matches whatever comes after the separator, so it reads each character of a long cell once.
const BETWEEN = new RegExp(`([;\\s"']+)([${FORMULA_START}]?)`, 'g');
const SEPARATOR = /[;\t]/;
// It runs nothing, and a column with amounts below zero can only be summed if they are numbers.
const BELOW_ZERO = /^-(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Returns text that a spreadsheet shows and never runs. Puts an apostrophe before each character that could begin a
 * formula, at the beginning and after a semicolon or tab. All other text stays as it is, and so does a number below zero.
 */
export function safeCell(text: string): string {
  if (BELOW_ZERO.test(text)) return text;
  const inside = text.replaceAll(BETWEEN, (all, between: string, start: string) =>
    start !== '' && SEPARATOR.test(between) ? `${between}'${start}` : all,
  );
  return AT_START.test(inside) || withoutMark(inside) !== inside ? `'${inside}` : inside;
}

// What spreadsheets change unless it is marked as text: numbers, dates, telephone numbers, and codes with digits.
const CHANGED = /^(?=\D*\d)(?:[\d .,:/()+%-]+|[\dA-Z._/+-]+|[\d.,]+e[+-]?\d+)$/;
const CHANGED_LENGTH_MAX = 100; // far above any number or code, so that long cells take no time
const NUMBER = /^-?\d[\d.,]*$/;
const AS_FORMULA = /^="((?:[^"]|"")*)"$/;
const INVISIBLE_ENDS = /^\p{Cf}+|\p{Cf}+$/gu;

/**
 * Returns the text behind the mark that exporters put before what a spreadsheet would change: `'00013`, `"00013"`, `=10012`,
 * `="00013"`. All other text stays as it is, such as `'s-Hertogenbosch` or `'90s`.
 */
export function withoutMark(cell: string): string {
  if (!cell.startsWith("'")) return unwrapped(cell);
  // Marks are only before what is marked itself, so that all of them come off in turn.
  const bare = cell.replace(/^'+/, '');
  return AT_START.test(bare) || isChanged(bare) || unwrapped(bare) !== bare ? cell.slice(1) : cell;
}

function unwrapped(cell: string): string {
  const formula = AS_FORMULA.exec(cell)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  if (cell.length > CHANGED_LENGTH_MAX) return cell;
  if (cell.startsWith('=')) return NUMBER.test(cell.slice(1)) ? cell.slice(1) : cell;
  const isQuoted = cell.length > 2 && cell.startsWith('"') && cell.endsWith('"');
  const inner = isQuoted ? cell.slice(1, -1) : cell.replace(INVISIBLE_ENDS, '').replace(/^'/, '');
  return isChanged(inner) ? inner : cell;
}

const isChanged = (text: string): boolean => text.length <= CHANGED_LENGTH_MAX && CHANGED.test(text);

/** Returns the text of a cell that `safeCell` has made, for files that come back from a spreadsheet. */
export function plainCell(cell: string): string {
  return withoutMark(cell).replaceAll(BETWEEN, (all, between: string, start: string) =>
    start !== '' && between.endsWith("'") && SEPARATOR.test(between) ? between.slice(0, -1) + start : all,
  );
}
