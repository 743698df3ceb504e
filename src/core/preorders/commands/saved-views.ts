import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { lockStore } from '../../stores/commands/lock.ts';
import { listViews, type SavedView } from '../queries/saved-views.ts';

// They stand in the navigation of everybody in the store.
const VIEWS_MAX = 20;

/** Saves a view. Resolves with its id. Throws `invalid_parameter` for a name that is empty or taken, and beyond 20 views. */
export async function saveView(
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  { name: given, filters }: Omit<SavedView, 'id'>,
): Promise<string> {
  const name = given.trim();
  const refuse = (message: string) => new AppError('invalid_parameter', message, { param: 'name' });
  if (name === '') throw refuse('The view needs a name.');
  const id = newRowId();
  await db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    const views = await listViews(tx, storeId);
    if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
      throw refuse('Another view has this name.');
    if (views.length >= VIEWS_MAX) throw refuse(`A store has at most ${VIEWS_MAX} views. Remove one first.`);
    await tx.query('INSERT INTO preorder_view (store_id, id, name, filters) VALUES ($1, $2, $3, $4)', [
      storeId,
      id,
      name,
      JSON.stringify(filters),
    ]);
  });
  return id;
}

/** Removes a view for everybody in the store. Throws `view_not_found`. */
export async function removeView({ db }: Pick<Deps, 'db'>, storeId: string, id: string): Promise<void> {
  const removed = isUuid(id)
    ? await db.query('DELETE FROM preorder_view WHERE store_id = $1 AND id = $2 RETURNING 1', [storeId, id])
    : [];
  if (removed.length === 0) throw new AppError('view_not_found', 'There is no such view in this store.');
}
