import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { AppError } from '../../../domain/error.ts';
import {
  createWaitlistRows,
  type ImportItem,
  type ImportKind,
  keyOfRow,
  readImportHeader,
} from '../../../domain/import-file.ts';
import { itemsOfJson } from '../../../domain/import-json.ts';
import type { AssumedPaid } from '../../../domain/import-preorder.ts';
import { because } from '../../../domain/refusal.ts';
import { arrayParams, arraysOf, type Columns, namesOf } from '../../../platform/columns.ts';
import { readCsv } from '../../../platform/csv.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

export type ImportFile = {
  kind: ImportKind;
  format: 'csv' | 'json';
  name: string;
  input: Readable;
  /** False: goes on by itself once every row is checked. */
  dryRun: boolean;
  raises: boolean;
  mails: boolean;
  paid: AssumedPaid;
  madeBy: string;
};

// Above what a merchant ever has, and far below what a disk has.
const ROWS_MAX = 500_000;
const ROWS_AT_ONCE = 500;
const NAME_LENGTH_MAX = 200;

/**
 * Takes a file in as rows, in constant memory; a worker looks at them then (`step.ts`). Nothing is brought in yet. Throws
 * `csv_invalid`, `csv_encoding`, `invalid_json` or `file_unreadable`; then no import is left. Resolves with the
 * id of the import.
 */
export async function stageImport(deps: Pick<Deps, 'db'>, storeId: string, file: ImportFile): Promise<string> {
  const importId = randomUUID();
  const items = file.format === 'csv' ? itemsOfCsv(file) : itemsOfJsonFile(file);
  await deps.db.query(
    `INSERT INTO import (store_id, id, kind, state, file_name, raises, mails, paid, continues, made_by)
     VALUES ($1, $2, $3, 'checked', $4, $5, $6, $7, $8, $9)`,
    [
      storeId,
      importId,
      file.kind,
      file.name.slice(0, NAME_LENGTH_MAX),
      file.raises,
      file.mails,
      file.paid,
      !file.dryRun,
      file.madeBy,
    ],
  );
  try {
    const rows = await stageItems(deps.db, { storeId, importId }, items);
    if (rows === 0) throw nothingIn(file);
    // Without statistics the steps would read all rows of the file each time.
    if (rows > ROWS_AT_ONCE) await deps.db.query('ANALYZE import_row');
    // Until now no worker looked at it, so that a file that breaks off changes nothing.
    await deps.db.query(
      `UPDATE import SET state = 'checking', row_count = $3, updated_at = app_now() WHERE store_id = $1 AND id = $2`,
      [storeId, importId, rows],
    );
  } catch (error) {
    await deps.db.query('DELETE FROM import_row WHERE store_id = $1 AND import_id = $2', [storeId, importId]);
    await deps.db.query('DELETE FROM import WHERE store_id = $1 AND id = $2', [storeId, importId]);
    throw error;
  }
  return importId;
}

function nothingIn({ format, kind }: ImportFile): AppError {
  if (format === 'csv') return new AppError('csv_invalid', 'The file has nothing to bring in.', because('file_empty'));
  const list = LISTS[kind];
  const message = `The file has nothing to bring in. It needs a list: [ … ], {"${list}": [ … ]} or {"data": {"${list}": [ … ]}}.`;
  return new AppError('csv_invalid', message, because('file_no_list', { list }));
}

type Staged = ImportItem & { number: number };

// How long rows with personal data wait for somebody to bring them in.
const KEPT = "interval '7 days'";

const ROW = {
  number: ['int', (row) => row.number],
  line: ['int', (row) => row.line],
  key: ['text', (row) => row.key],
  data: ['jsonb', (row) => row.cells],
} satisfies Columns<Staged>;

async function stageItems(
  sql: Sql,
  { storeId, importId }: { storeId: string; importId: string },
  items: AsyncIterable<ImportItem>,
): Promise<number> {
  let number = 0;
  let waiting: Staged[] = [];
  const write = async () => {
    await sql.query(
      `INSERT INTO import_row (store_id, import_id, expires_at, ${namesOf(ROW)})
       SELECT $1, $2, app_now() + ${KEPT}, r.* FROM unnest(${arrayParams(ROW, 3)}) AS r (${namesOf(ROW)})`,
      [storeId, importId, ...arraysOf(ROW, waiting)],
    );
    waiting = [];
  };
  for await (const item of items) {
    number += 1;
    if (number > ROWS_MAX)
      throw new AppError(
        'csv_invalid',
        `The file has more than ${ROWS_MAX} rows.`,
        because('too_many_rows', { max: ROWS_MAX }),
      );
    waiting.push({ ...item, number });
    if (waiting.length === ROWS_AT_ONCE) await write();
  }
  if (waiting.length > 0) await write();
  return number;
}

async function* itemsOfCsv({ kind, input }: ImportFile): AsyncGenerator<ImportItem> {
  let read: ReturnType<typeof readImportHeader> | undefined;
  const waitlists = createWaitlistRows();
  for await (const { line, cells } of readCsv(input)) {
    if (cells.some((cell) => cell.includes('\0')))
      throw new AppError('csv_invalid', `Line ${line} has a NUL character.`, because('nul', { line }));
    if (!read) read = readImportHeader(kind, cells);
    else {
      const row = read(line, cells);
      if (kind === 'preorders') yield { kind, line, key: keyOfRow(row), cells: row };
      else {
        const done = waitlists.add(line, row);
        if (done) yield done;
      }
    }
  }
  const last = waitlists.end();
  if (last) yield last;
}

const LISTS = { preorders: 'orders', waitlists: 'waitlists' } as const;

// Far above an order with hundreds of line items. What nests by a bracket for each byte takes a hundred times as much memory.
const ELEMENT_BYTES_MAX = 1024 * 1024;

/**
 * Reads answers of the hosted service's private API: `{"data": {"orders": […]}}`, one or several behind each other, or the list
 * alone. Only the elements of one chunk are in memory, and one that goes on for longer than `ELEMENT_BYTES_MAX` is refused.
 */
async function* itemsOfJsonFile({ kind, input }: ImportFile): AsyncGenerator<ImportItem> {
  const found: unknown[] = [];
  let parser: JSONParser | undefined;
  let number = 0;
  let bytes = 0;
  try {
    for await (const chunk of input) {
      parser ??= parserFor(kind, chunk as Buffer, (value) => found.push(value));
      parser.write(chunk as Buffer);
      bytes = found.length > 0 ? 0 : bytes + (chunk as Buffer).length;
      if (bytes > ELEMENT_BYTES_MAX)
        throw new AppError('invalid_json', `Element ${number + 1} of the file is too large.`);
      for (const value of found.splice(0)) {
        number += 1;
        yield* itemsOfJson(kind, number, value);
      }
    }
    if (parser && !parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const more = { detail: String(error), ...because('file_not_json', { number: number + 1 }) };
    throw new AppError('invalid_json', `The file is not JSON from its element ${number + 1} on.`, more);
  }
}

/** Only elements of the list are kept: with the whole document among the paths, the parser would hold all of it. */
function parserFor(kind: ImportKind, begin: Buffer, take: (value: unknown) => void): JSONParser {
  const isList = begin.toString('utf8', 0, 100).replace('\ufeff', '').trimStart().startsWith('[');
  const paths = isList ? ['$.*'] : [`$.data.${LISTS[kind]}.*`, `$.${LISTS[kind]}.*`];
  const parser = new JSONParser({ paths, separator: '', keepStack: false });
  parser.onValue = ({ value }) => take(value);
  return parser;
}
