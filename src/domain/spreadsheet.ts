// The characters with which a formula may begin. Spreadsheets read the full-width forms as the plain ones.
const FORMULA_START = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20|%';
const AT_START = new RegExp(`^[\\s"']*[${FORMULA_START}]|^[\\t\\r\\n]`);
// In many languages spreadsheets split cells at semicolons or tabs, so a formula may begin within our cell. The expression
// matches whatever comes after the separator, so it reads each character of a long cell once.
const BETWEEN = new RegExp(`([;\\s"']+)([${FORMULA_START}]?)`, 'g');
const SEPARATOR = /[;\t]/;

/**
 * Returns text that a spreadsheet shows and never runs. Puts an apostrophe before each character that could begin a
 * formula, at the beginning and after a semicolon or tab. All other text stays as it is.
 */
export function safeCell(text: string): string {
  const inside = text.replaceAll(BETWEEN, (all, between: string, start: string) =>
    start !== '' && SEPARATOR.test(between) ? `${between}'${start}` : all,
  );
  return AT_START.test(inside) ? `'${inside}` : inside;
}

const MADE_SAFE = new RegExp(`^'(?=[\\s"']*[${FORMULA_START}]|[\\t\\r\\n])`);

/** Returns the text of a cell that `safeCell` has made, for files that come back from a spreadsheet. */
export function plainCell(cell: string): string {
  return cell
    .replace(MADE_SAFE, '')
    .replaceAll(BETWEEN, (all, between: string, start: string) =>
      start !== '' && between.endsWith("'") && SEPARATOR.test(between) ? between.slice(0, -1) + start : all,
    );
}
