import type { ImportKind } from '../../../domain/import-file.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { lockSalesOf } from '../../stock/commands.ts';
import { readStore, type Store } from '../../stores/queries.ts';
import { insertBatch } from '../../waitlists/commands/batch.ts';
import type { ImportKey, ImportState } from '../queries.ts';
import { type Around, decideRow, type RowToDo } from './decide.ts';
import { type Judged, writeFates } from './fates.ts';
import { type NextRows, readNextRows, readStandings } from './read-rows.ts';
import { undoSome } from './undo.ts';
import { importWaitlistRow, type WaitlistRow } from './waitlist-row.ts';
import { writePreorders } from './write-preorders.ts';

export type StepDeps = Pick<Deps, 'db' | 'outbox' | 'answers' | 'log'>;

export type RunningImport = {
  kind: ImportKind;
  state: ImportState;
  raises: boolean;
  mails: boolean;
  continues: boolean;
};

/**
 * Takes the next rows of an import in one transaction, so that a process that dies leaves no row half done and another goes on. Any
 * number of processes may call it. Returns false when nothing is left to do, or another process has it.
 */
export async function stepImport(deps: StepDeps, key: ImportKey): Promise<boolean> {
  const store = await readStore(deps.db, key.storeId);
  const next = await readNextRows(deps.db, store, key);
  const touched = new Set<string>();
  const more = await deps.db.transaction(async (tx) => {
    const running = await lockImport(tx, key);
    if (!running) return false;
    if (running.state === 'undoing') return undoSome(tx, key, touched);
    if (next?.state !== running.state) return true; // another process went on meanwhile
    if (next.rows.length === 0) return endPhase(tx, key, running);
    await decideRows(deps, { tx, key, store, running, touched }, next);
    await tx.query('UPDATE import SET updated_at = app_now() WHERE store_id = $1 AND id = $2', [
      key.storeId,
      key.importId,
    ]);
    return true;
  });
  for (const productId of touched) deps.answers.invalidate(key.storeId, productId);
  if (touched.size > 0) deps.outbox.wake();
  return more;
}

async function lockImport(tx: Sql, { storeId, importId }: ImportKey): Promise<RunningImport | undefined> {
  const [running] = await tx.query<RunningImport>(
    `SELECT kind, state, raises, mails, continues FROM import
     WHERE store_id = $1 AND id = $2 AND state IN ('checking', 'importing', 'undoing') FOR UPDATE SKIP LOCKED`,
    [storeId, importId],
  );
  return running;
}

async function endPhase(
  tx: Sql,
  { storeId, importId }: ImportKey,
  { state, continues }: RunningImport,
): Promise<boolean> {
  const next: ImportState = state === 'checking' ? (continues ? 'importing' : 'checked') : 'done';
  await tx.query('UPDATE import SET state = $3, updated_at = app_now() WHERE store_id = $1 AND id = $2', [
    storeId,
    importId,
    next,
  ]);
  return next === 'importing';
}

type Step = { tx: Sql; key: ImportKey; store: Store; running: RunningImport; touched: Set<string> };

async function decideRows(deps: StepDeps, step: Step, next: NextRows): Promise<void> {
  const { tx, key, running } = step;
  const isImport = running.state === 'importing';
  if (isImport && next.kind === 'preorders') await lockSalesOf(tx, key.storeId);
  const standings = await readStandings(tx, key, { ...next, isImport });
  const waiting = <Row extends { number: number }>(rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const standing = standings.get(row.number);
      return standing ? [{ ...row, ...standing }] : [];
    });
  const judged =
    next.kind === 'waitlists'
      ? await judgeWaitlists(deps, step, waiting(next.rows))
      : await judgePreorders(step, waiting(next.rows));
  await writeFates(tx, key, { isImport, judged });
}

async function judgeWaitlists(deps: StepDeps, step: Step, rows: readonly WaitlistRow[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const row of rows) judged.push(await importWaitlistRow(deps, step, row));
  return judged;
}

async function judgePreorders(step: Step, rows: readonly RowToDo[]): Promise<Judged[]> {
  const { tx, key, store, running, touched } = step;
  const isImport = running.state === 'importing';
  const { now, around } = await lookAround(step);
  const verdicts = [];
  for (const row of rows) verdicts.push(await decideRow(around, row));
  const taken = verdicts.flatMap((verdict) => (verdict.fate === 'ready' ? [verdict.taken] : []));
  const made = isImport
    ? await writePreorders(tx, { store, importId: key.importId, mails: running.mails, now }, taken)
    : new Map<number, string>();
  if (isImport) for (const { variant } of taken) touched.add(variant.productId);
  return verdicts.map((verdict): Judged => {
    if (verdict.fate !== 'ready') {
      return { ...verdict, error: verdict.fate === 'refused' ? verdict.error : null, number: verdict.row.number };
    }
    const { row, contact, notes, variant, supply, preorder, raisedBy } = verdict.taken;
    return {
      number: row.number,
      fate: isImport ? 'imported' : 'ready',
      error: null,
      notes,
      customerKey: contact.customerKey,
      batchId: supply?.batchId,
      variantId: variant.id,
      quantity: preorder.quantity,
      raised: isImport ? raisedBy : 0,
      subjectId: made.get(row.number),
    };
  });
}

async function lookAround({ tx, key, store, running }: Step): Promise<{ now: Date; around: Around }> {
  const [clock] = await tx.query<{ now: Date }>('SELECT app_now() AS now');
  if (!clock) throw new Error('no row returned');
  const { now } = clock;
  const isImport = running.state === 'importing';
  const planned = isImport ? [] : await readPlanned(tx, key);
  const added = new Map<string, { batchId: string; promiseId: string }>();
  const around: Around = {
    sql: tx,
    store,
    raises: running.raises,
    planned: new Map(planned.map(({ unit, quantity }) => [unit, quantity])),
    variants: new Map(),
    offers: new Map(),
    customers: new Map(),
    async addBatch(waitlistId, window) {
      if (!isImport) return null;
      const name = `${waitlistId} ${window.from} ${window.until}`;
      const batch = added.get(name) ?? (await addDelivery(tx, { storeId: key.storeId, waitlistId }, window));
      added.set(name, batch);
      return batch;
    },
  };
  return { now, around };
}

async function addDelivery(
  tx: Sql,
  of: { storeId: string; waitlistId: string },
  window: { from: string; until: string },
): Promise<{ batchId: string; promiseId: string }> {
  const batchId = await insertBatch(tx, of, window);
  const [promise] = await tx.query<{ id: string }>('SELECT id FROM promise WHERE store_id = $1 AND batch_id = $2', [
    of.storeId,
    batchId,
  ]);
  if (!promise) throw new Error('a new batch without a promise');
  return { batchId, promiseId: promise.id };
}

/** Reads what the rows that were checked before take of each delivery. */
function readPlanned(tx: Sql, { storeId, importId }: ImportKey): Promise<{ unit: string; quantity: number }[]> {
  return tx.query(
    `SELECT batch_id || ' ' || variant_id AS unit, sum(quantity)::int AS quantity FROM import_row
     WHERE store_id = $1 AND import_id = $2 AND fate = 'ready' AND batch_id IS NOT NULL GROUP BY batch_id, variant_id`,
    [storeId, importId],
  );
}
