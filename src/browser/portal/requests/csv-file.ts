import { AppError } from '../../../domain/error.ts';
import { because } from '../../../domain/refusal.ts';
import { safeCell } from '../../../domain/spreadsheet.ts';

export type FileRow = { cells: string[]; line: number };

type Reading<Rows> = { bytesMax: number; rowsFrom: (rows: FileRow[]) => Rows };

/** Reads a file of CSV as the command line does. Refuses it with `payload_too_large`, `csv_encoding`, `csv_invalid`, or what `rowsFrom` throws. */
export async function readCsvFile<Rows>(file: File, { bytesMax, rowsFrom }: Reading<Rows>): Promise<Rows> {
  try {
    if (file.size > bytesMax) {
      throw new AppError('payload_too_large', `The file has more than ${bytesMax / 1024 / 1024} MB.`);
    }
    return rowsFrom(await rowsOf(await textOf(file)));
  } catch (error) {
    throw error instanceof AppError ? answered(error) : error;
  }
}

/** Has what an error is about stand where answers of the service have it. */
export const answered = (error: AppError): AppError => Object.assign(error, error.info);

async function rowsOf(text: string): Promise<FileRow[]> {
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  // Spreadsheets write what separates decimals elsewhere, such as the semicolon in Germany.
  const delimiter = [',', ';', '\t'].find((each) => firstLine.includes(each)) ?? ',';
  const { parse } = await import('csv-parse/browser/esm/sync');
  const rows: FileRow[] = [];
  const onRecord = (cells: string[], { lines }: { lines: number }) => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line: lines });
    return null;
  };
  try {
    parse(text, { delimiter, relax_column_count: true, relax_quotes: true, bom: true, on_record: onRecord });
  } catch {
    const message = 'This is not a CSV file. A spreadsheet program can save one as “CSV UTF-8”.';
    throw new AppError('csv_invalid', message, because('not_csv'));
  }
  return rows;
}

async function textOf(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new AppError('csv_encoding', 'The file is not UTF-8. Save it as “CSV UTF-8” and try again.');
  }
}

/** Returns rows as a file that a spreadsheet opens safely. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  const text = rows.map((row) => row.map((cell) => `"${safeCell(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n');
  // Without the byte order mark Excel reads UTF-8 in a legacy encoding.
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' });
}
