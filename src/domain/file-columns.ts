import { AppError } from './error.ts';
import { because } from './refusal.ts';
import { plainCell } from './spreadsheet.ts';

type Cells<Column extends string> = Partial<Record<Column, string>>;

export type FileColumns<Column extends string> = {
  names: readonly string[];
  /** Returns the cells of a row that have text, by their columns. Throws `csv_invalid` for a cell beyond the header. */
  read(line: number, cells: readonly string[]): Cells<Column>;
};

/** Finds the columns of a file whose columns are all known. Throws `csv_invalid` for another column, and for one that is there twice. */
export function readColumns<Column extends string>(
  header: readonly string[],
  known: readonly Column[],
): FileColumns<Column> {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    throw invalid(
      `The column ${shown(twice)} is there twice.`,
      because('column_twice', { column: twice.slice(0, 40) }),
    );
  const unknown = names.find((name) => name !== '' && !known.includes(name as Column));
  if (unknown !== undefined) throw otherFile(header.join(',')) ?? unknownColumn(unknown, known.join(', '));
  return {
    names,
    read(line, cells) {
      if (cells.slice(names.length).some((cell) => cell.trim() !== '')) throw tooManyCells(line, names.length);
      const filled = names.flatMap((name, index) => {
        const cell = plainCell(cells[index] ?? '').trim();
        return name === '' || cell === '' ? [] : [[name, cell]];
      });
      return Object.fromEntries(filled) as Cells<Column>;
    },
  };
}

/** Says what a file is that is no table; undefined where its beginning does not tell. */
function otherFile(begin: string): AppError | undefined {
  if (begin.trimStart().startsWith('<'))
    return invalid('This is a web page or XML, and no table. Download the file itself.', because('file_page'));
  if (/^\s*[{[]/.test(begin))
    return invalid(
      'This is JSON. Give the file a name that ends with .json, or send it as application/json.',
      because('file_named_json'),
    );
  return undefined;
}

const unknownColumn = (name: string, columns: string) =>
  invalid(
    `There is no column ${shown(name)}. There are: ${columns}.`,
    because('column_unknown', { column: name.slice(0, 40), columns }),
  );

// What is behind a decimal comma outside quotes would be read as the next column.
const tooManyCells = (line: number, max: number) =>
  invalid(
    `The row at line ${line} has more cells than the header (${max}). Is there a comma outside quotes?`,
    because('row_too_wide', { line, max }),
  );

const shown = (text: string) => `“${text.slice(0, 40)}”`;
const invalid = (message: string, why: ReturnType<typeof because>) => new AppError('csv_invalid', message, why);
