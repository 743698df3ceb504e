// The characters with which a formula may begin. Spreadsheets read the full-width forms as the plain ones.
const FORMULA_START = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20|%';
const AT_START = new RegExp(`^[\\s"']*[${FORMULA_START}]|^[\\t\\r\\n]`);
// In many languages spreadsheets split cells at semicolons or tabs, so a formula may begin within our cell.
const AFTER_SEPARATOR = new RegExp(`([;\\t][\\s"']*)(?=[${FORMULA_START}])`, 'g');

/**
 * Returns text that a spreadsheet shows and never runs. Puts an apostrophe before each character that could begin a
 * formula, at the beginning and after a semicolon or tab. All other text stays as it is.
 */
export function safeCell(text: string): string {
  const inside = text.replaceAll(AFTER_SEPARATOR, "$1'");
  return AT_START.test(inside) ? `'${inside}` : inside;
}

const MADE_SAFE = new RegExp(`^'(?=[\\s"']*[${FORMULA_START}]|[\\t\\r\\n])`);
const MADE_SAFE_INSIDE = new RegExp(`([;\\t][\\s"']*)'(?=[${FORMULA_START}])`, 'g');

/** Returns the text of a cell that `safeCell` has made, for files that come back from a spreadsheet. */
export function plainCell(cell: string): string {
  return cell.replace(MADE_SAFE, '').replaceAll(MADE_SAFE_INSIDE, '$1');
}
