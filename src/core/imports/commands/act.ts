import { AppError } from '../../../domain/error.ts';
import type { Deps } from '../../deps.ts';
import { type ImportKey, type ImportState, readImport } from '../queries.ts';
import { type StepDeps, stepImport } from './step.ts';

/** Brings in the rows of an import that are ready; a worker does it. Throws `not_found` or `invalid_transition`. */
export function runImport(deps: Pick<Deps, 'db'>, key: ImportKey): Promise<void> {
  return move(deps, key, { from: ['checked'], to: 'importing', refusal: 'Only a checked import can be run.' });
}

/**
 * Takes an import back, as far as nothing has happened since to what it brought in; a worker does it. Throws `not_found` or
 * `invalid_transition`.
 */
export function undoImport(deps: Pick<Deps, 'db'>, key: ImportKey): Promise<void> {
  return move(deps, key, { from: ['done'], to: 'undoing', refusal: 'Only an import that is done can be undone.' });
}

type Move = { from: readonly ImportState[]; to: ImportState; refusal: string };

async function move({ db }: Pick<Deps, 'db'>, key: ImportKey, { from, to, refusal }: Move): Promise<void> {
  const { state } = await readImport(db, key);
  const moved = await db.query(
    `UPDATE import SET state = $3, updated_at = app_now() WHERE store_id = $1 AND id = $2 AND state = ANY($4) RETURNING 1`,
    [key.storeId, key.importId, to, from],
  );
  if (moved.length > 0) return;
  throw new AppError('invalid_transition', `${refusal} It is ${state}.`, { data: { state } });
}

/** Takes all steps of an import at once, for a command that waits. A worker may take some of them. */
export async function finishSteps(deps: StepDeps, key: ImportKey, onStep: () => Promise<void>): Promise<void> {
  for (;;) {
    const more = await stepImport(deps, key);
    const [going] = await deps.db.query(
      `SELECT 1 FROM import WHERE store_id = $1 AND id = $2 AND state IN ('checking', 'importing', 'undoing')`,
      [key.storeId, key.importId],
    );
    await onStep();
    if (!going) return;
    if (!more) await new Promise((resolve) => setTimeout(resolve, 100)); // a worker has it at this moment
  }
}
