import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { checkWords } from './write-to-store.ts';

type PreorderKey = { storeId: string; preorderId: string };

const NOTES_MAX = 200;

/**
 * Notes something about a pre-order, for the merchant's colleagues. Resolves with the id of the note. Throws
 * `invalid_parameter` for an empty or too long note, and `preorder_not_found` once the shopper is erased: the note would
 * outlive the person.
 */
export async function addNote(
  { db }: Pick<Deps, 'db'>,
  { storeId, preorderId }: PreorderKey,
  { text, by }: { text: string; by: string },
): Promise<string> {
  const words = checkWords(text);
  const id = newRowId();
  await db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    const [found] = await tx.query<{ named: boolean; notes: number }>(
      `SELECT EXISTS (SELECT 1 FROM preorder_contact WHERE store_id = $1 AND preorder_id = $2) AS named,
              (SELECT count(*)::int FROM preorder_note WHERE store_id = $1 AND preorder_id = $2) AS notes`,
      [storeId, preorderId],
    );
    if (!found?.named) throw new AppError('preorder_not_found', 'The customer was erased, so nothing more is noted.');
    if (found.notes >= NOTES_MAX) {
      throw new AppError('invalid_parameter', `A pre-order has at most ${NOTES_MAX} notes.`, { param: 'text' });
    }
    await tx.query(
      'INSERT INTO preorder_note (store_id, id, preorder_id, words, by_name) VALUES ($1, $2, $3, $4, $5)',
      [storeId, id, preorderId, words, by],
    );
  });
  return id;
}

/** Removes a note. Throws `note_not_found`. */
export async function removeNote(
  { db }: Pick<Deps, 'db'>,
  { storeId, preorderId }: PreorderKey,
  noteId: string,
): Promise<void> {
  const removed = isUuid(noteId)
    ? await db.query('DELETE FROM preorder_note WHERE store_id = $1 AND preorder_id = $2 AND id = $3 RETURNING 1', [
        storeId,
        preorderId,
        noteId,
      ])
    : [];
  if (removed.length === 0) throw new AppError('note_not_found', 'The pre-order has no such note.', { param: 'note' });
}
