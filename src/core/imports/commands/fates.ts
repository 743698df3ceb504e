import type { AppError } from '../../../domain/error.ts';
import type { ImportKind } from '../../../domain/import-file.ts';
import { arrayParams, arraysOf, type Columns, namesOf } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import type { ImportKey, RowFate, RowNote, RowRefusal } from '../queries.ts';

/** What was decided about a row. */
export type Judged = {
  number: number;
  fate: RowFate;
  error: AppError | null;
  notes?: readonly RowNote[] | undefined;
  customerKey?: string | undefined;
  batchId?: string | undefined;
  variantId?: string | undefined;
  quantity?: number | undefined;
  raised?: number | undefined;
  subjectId?: string | undefined;
};

/** Returns all that is wrong with a row, where that is more than the error itself. */
function refusalsOf(error: AppError | null): RowRefusal[] | null {
  const all = error?.info.errors ?? [];
  return all.length < 2
    ? null
    : all.map(({ code, message, info: { param, data } }) => ({
        code,
        message,
        param: param ?? null,
        why: data ?? null,
      }));
}

const FATE = {
  number: ['int', ({ number }) => number],
  fate: ['text', ({ fate }) => fate],
  code: ['text', ({ error }) => error?.code ?? null],
  param: ['text', ({ error }) => error?.info.param ?? null],
  message: ['text', ({ error }) => error?.message ?? null],
  why: ['jsonb', ({ error }) => error?.info.data ?? null],
  refusals: ['jsonb', ({ error }) => refusalsOf(error)],
  notes: ['jsonb', ({ notes = [] }) => (notes.length > 0 ? notes : null)],
  customer_key: ['text', ({ customerKey }) => customerKey ?? null],
  batch_id: ['uuid', ({ batchId }) => batchId ?? null],
  variant_id: ['uuid', ({ variantId }) => variantId ?? null],
  quantity: ['int', ({ quantity }) => quantity ?? null],
  raised: ['int', ({ raised }) => raised ?? 0],
  subject_id: ['uuid', ({ subjectId }) => subjectId ?? null],
} satisfies Columns<Judged>;

/** Writes the fates. What the file says of a person is kept only for rows that may still come in. */
export async function writeFates(
  tx: Sql,
  { storeId, importId }: ImportKey,
  { isImport, judged }: { isImport: boolean; judged: readonly Judged[] },
): Promise<void> {
  await tx.query(
    `UPDATE import_row r SET fate = f.fate, code = f.code, param = f.param, message = f.message, why = f.why, refusals = f.refusals,
       notes = f.notes,
       customer_key = CASE WHEN $3 OR f.fate <> 'ready' THEN NULL ELSE f.customer_key END,
       batch_id = f.batch_id, variant_id = f.variant_id, quantity = f.quantity, raised = f.raised, subject_id = f.subject_id,
       data = CASE WHEN $3 OR f.fate <> 'ready' THEN NULL ELSE r.data END,
       expires_at = CASE WHEN $3 OR f.fate <> 'ready' THEN NULL ELSE r.expires_at END
     FROM unnest(${arrayParams(FATE, 4)}) AS f (${namesOf(FATE)})
     WHERE r.store_id = $1 AND r.import_id = $2 AND r.number = f.number AND r.number = ANY($4::int[])`,
    [storeId, importId, isImport, ...arraysOf(FATE, judged)],
  );
}

type Brought = { key: string; subjectId: string };

/**
 * Notes what came in, so that the same key never does again. In a statement of its own behind the others: what changes later has a
 * later time.
 */
export async function noteImported(
  tx: Sql,
  { storeId, importId, kind }: ImportKey & { kind: ImportKind },
  brought: readonly Brought[],
): Promise<void> {
  await tx.query(
    `INSERT INTO imported (store_id, import_id, kind, key, subject_id)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::uuid[])`,
    [storeId, importId, kind, brought.map(({ key }) => key), brought.map(({ subjectId }) => subjectId)],
  );
}
