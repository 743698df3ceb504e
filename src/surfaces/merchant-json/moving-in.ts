import type { Import, ImportRow } from '../../core/imports/queries.ts';
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

export function movingRowJson({ number, line, key, fate, made, code, message, param, why }: ImportRow): AdminMovingRow {
  return {
    number,
    line,
    reference: key,
    fate,
    made,
    error: code === null ? null : { code, message: message ?? '', param, data: why },
  };
}
