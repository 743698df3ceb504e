import { AppError } from '../../domain/error.ts';
import type { ImportKind } from '../../domain/import-file.ts';
import type { AssumedPaid } from '../../domain/import-preorder.ts';
import type { Why } from '../../domain/refusal.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';

/**
 * The states of an import. checking: rows are looked at · checked: every row has its fate, and nothing was brought in ·
 * importing, undoing: a worker does it, some rows at a time.
 */
export type ImportState = 'checking' | 'checked' | 'importing' | 'done' | 'undoing' | 'undone';

/**
 * What became of a row. ready: it can come in · exists: an import brought it in before · skipped: it is over elsewhere · kept: it
 * was to be undone, and something has happened to it since.
 */
export const ROW_FATES = ['ready', 'imported', 'exists', 'skipped', 'refused', 'undone', 'kept'] as const;
export type RowFate = (typeof ROW_FATES)[number];

export type ImportKey = { storeId: string; importId: string };

export type Import = {
  id: string;
  kind: ImportKind;
  state: ImportState;
  fileName: string;
  raises: boolean;
  mails: boolean;
  paid: AssumedPaid;
  madeBy: string;
  rows: number;
  /** How many rows have which fate; rows that wait for theirs are in none. */
  fates: Partial<Record<RowFate, number>>;
  createdAt: Date;
  updatedAt: Date;
};

const COLUMNS = `
  i.id, i.kind, i.state, i.file_name AS "fileName", i.raises, i.mails, i.paid, i.made_by AS "madeBy", i.row_count AS rows,
  coalesce((SELECT json_object_agg(f.fate, f.count) FROM (
    SELECT r.fate, count(*) AS count FROM import_row r
    WHERE r.store_id = i.store_id AND r.import_id = i.id AND r.fate IS NOT NULL GROUP BY r.fate) f), '{}') AS fates,
  i.created_at AS "createdAt", i.updated_at AS "updatedAt"`;

/** Reads an import. Throws `not_found`, also for one of another store and for text that is no id. */
export async function readImport(sql: Sql, { storeId, importId }: ImportKey): Promise<Import> {
  const [found] = isUuid(importId)
    ? await sql.query<Import>(`SELECT ${COLUMNS} FROM import i WHERE i.store_id = $1 AND i.id = $2`, [
        storeId,
        importId,
      ])
    : [];
  if (found) return found;
  throw new AppError('not_found', 'There is no such import in this store.', { param: 'import_id' });
}

// Imports are rare: a merchant moves in once.
const LISTED_MAX = 50;

/** Reads the last imports of a store, the newest first. */
export function listImports(sql: Sql, storeId: string): Promise<Import[]> {
  return sql.query<Import>(
    `SELECT ${COLUMNS} FROM import i WHERE i.store_id = $1 ORDER BY i.created_at DESC, i.id LIMIT ${LISTED_MAX}`,
    [storeId],
  );
}

/** Says which part of a row became something else than the row says. */
export type RowNote = { param: string; message: string; why: Why };

/** What an error says of a row: its code, the column, and beside the message a stable name of the reason, and values. */
export type RowRefusal = {
  code: string;
  param: string | null;
  message: string;
  why: Record<string, string | number | boolean | null> | null;
};

export type ImportRow = {
  number: number;
  line: number;
  key: string;
  fate: RowFate | null;
  code: string | null;
  param: string | null;
  message: string | null;
  why: RowRefusal['why'];
  /** All that is wrong with it, where that is more than one thing; the first is what `code` to `why` say. */
  refusals: RowRefusal[];
  notes: RowNote[];
  quantity: number | null;
  /** The pre-order's reference, or the id of the waitlist. */
  made: string | null;
};

export type RowPage = { after: number; limit: number; fate?: RowFate | undefined };

/** Reads rows of an import in the order of the file, behind the row `after`. */
export function listRows(sql: Sql, { storeId, importId }: ImportKey, page: RowPage): Promise<ImportRow[]> {
  return sql.query<ImportRow>(
    `SELECT r.number, r.line, r.key, r.fate, r.code, r.param, r.message, r.why, coalesce(r.refusals, '[]') AS refusals,
            coalesce(r.notes, '[]') AS notes, r.quantity,
            coalesce((SELECT p.reference FROM preorder p WHERE p.store_id = r.store_id AND p.id = r.subject_id),
                     r.subject_id::text) AS made
     FROM import_row r WHERE r.store_id = $1 AND r.import_id = $2 AND r.number > $3 AND ($4::text IS NULL OR r.fate = $4)
     ORDER BY r.number LIMIT $5`,
    [storeId, importId, page.after, page.fate ?? null, page.limit],
  );
}

/** Reads the imports of all stores that a worker has to go on with. */
export function importsToStep(sql: Sql): Promise<ImportKey[]> {
  return sql.query<ImportKey>(
    `SELECT store_id AS "storeId", id AS "importId" FROM import WHERE state IN ('checking', 'importing', 'undoing')
     ORDER BY updated_at LIMIT 20`,
  );
}
