import type { Import, ImportRow, RowRefusal } from '../../core/imports/queries.ts';
import { SHOPPER_COLUMNS } from '../../domain/shopper-columns.ts';
import type { AdminMovingIn, AdminMovingRow } from '../../protocol/schema/admin-api/imports.ts';

/** Returns an import of what was kept elsewhere, with how many rows have which fate. */
export function movingInJson(one: Import): AdminMovingIn {
  const { fates } = one;
  const decided = Object.values(fates).reduce((sum, count) => sum + count, 0);
  return {
    id: one.id,
    kind: one.kind,
    state: one.state,
    file_name: one.fileName,
    raise: one.raises,
    mails: one.mails,
    paid: one.paid,
    made_by: one.madeBy,
    rows: one.rows,
    waiting: one.state === 'checking' ? Math.max(0, one.rows - decided) : 0,
    ready: fates.ready ?? 0,
    imported: fates.imported ?? 0,
    exists: fates.exists ?? 0,
    skipped: fates.skipped ?? 0,
    refused: fates.refused ?? 0,
    undone: fates.undone ?? 0,
    kept: fates.kept ?? 0,
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
  };
}

export function movingRowJson(row: ImportRow): AdminMovingRow {
  const { number, line, key, fate, made, code, message, param, why, refusals, notes } = row;
  return {
    number,
    line,
    reference: key,
    fate,
    made,
    error:
      code === null
        ? null
        : {
            ...refusalJson({ code, message: message ?? '', param, why }),
            ...(refusals.length > 0 && { errors: refusals.map(refusalJson) }),
          },
    notes: notes.map((note) => ({ message: note.message, param: note.param, data: note.why })),
  };
}

const refusalJson = ({ code, message, param, why }: RowRefusal) => ({ code, message, param, data: why });

// Texts about these columns quote what the row says of the shopper.
const OF_SHOPPER: readonly (string | null)[] = SHOPPER_COLUMNS;
const HIDDEN = 'Hidden: the text is about the shopper.';

type RowMessage = { param: string | null; message: string; data: RowRefusal['why'] };

/** Returns a row without what it quotes of the shopper. Column, code and reason stay. */
export function withoutShopper(row: AdminMovingRow): AdminMovingRow {
  const { error, notes } = row;
  const errors = error?.errors && { errors: error.errors.map(hidden) };
  return { ...row, error: error && { ...hidden(error), ...errors }, notes: notes.map(hidden) };
}

function hidden<One extends RowMessage>(told: One): One {
  if (!OF_SHOPPER.includes(told.param)) return told;
  const { data } = told;
  return { ...told, message: HIDDEN, data: data && 'text' in data ? { ...data, text: '…' } : data };
}
