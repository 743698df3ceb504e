// What a spreadsheet may take for the beginning of a formula; the full-width forms are read as the plain ones.
const FORMULA_START = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20|%';
const AT_START = new RegExp(`^[\\s"']*[${FORMULA_START}]|^[\\t\\r\\n]`);
// Where a spreadsheet splits cells at semicolons or tabs (many languages do), a formula may begin inside of our cell.
const AFTER_SEPARATOR = new RegExp(`([;\\t][\\s"']*)(?=[${FORMULA_START}])`, 'g');

/**
 * Text that a spreadsheet shows and never runs: an apostrophe goes before whatever could begin a formula, also behind
 * a separator of other languages' lists. Everything else is left as it is.
 */
export function safeCell(text: string): string {
  const inside = text.replaceAll(AFTER_SEPARATOR, "$1'");
  return AT_START.test(inside) ? `'${inside}` : inside;
}
