import type { ImportKind, PreorderCells, WaitlistCells } from '../../../domain/import-file.ts';
import type { AssumedPaid, ImportTerms } from '../../../domain/import-preorder.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { lockSalesOf } from '../../stock/commands.ts';
import { readStore, type Store } from '../../stores/queries.ts';
import { insertBatch } from '../../waitlists/commands/batch.ts';
import type { ImportKey, ImportState } from '../queries.ts';
import { type Around, decideRow, type RowToDo } from './decide.ts';
import { type Judged, writeFates } from './fates.ts';
import { undoSome } from './undo.ts';
import { importWaitlistRow } from './waitlist-row.ts';
import { writePreorders } from './write-preorders.ts';

export type StepDeps = Pick<Deps, 'db' | 'outbox' | 'answers' | 'log'>;

// A check holds no lock, and what is brought in holds the store's sales for as long as its rows take: some milliseconds each.
const CHECKED_AT_ONCE = 500;
const IMPORTED_AT_ONCE = 50;

export type RunningImport = {
  kind: ImportKind;
  state: ImportState;
  raises: boolean;
  mails: boolean;
  paid: AssumedPaid;
  continues: boolean;
};

/**
 * Takes the next rows of an import in one transaction, so that a process that dies leaves no row half done and another goes on. Any
 * number of processes may call it. Returns false when nothing is left to do, or another process has it.
 */
export async function stepImport(deps: StepDeps, key: ImportKey): Promise<boolean> {
  const store = await readStore(deps.db, key.storeId);
  const touched = new Set<string>();
  const more = await deps.db.transaction(async (tx) => {
    const running = await lockImport(tx, key);
    if (!running) return false;
    if (running.state === 'undoing') return undoSome(tx, key, touched);
    const rows = await nextRows(tx, key, running);
    if (rows.length === 0) return endPhase(tx, key, running);
    await decideRows(deps, { tx, key, store, running, touched }, rows);
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
    `SELECT kind, state, raises, mails, paid, continues FROM import
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

type Row = Omit<RowToDo, 'cells'> & { cells: PreorderCells | WaitlistCells };

async function nextRows(tx: Sql, { storeId, importId }: ImportKey, { kind, state }: RunningImport): Promise<Row[]> {
  const isCheck = state === 'checking';
  return tx.query<Row>(
    `SELECT r.number, r.key, r.data AS cells,
       r.key <> '' AND EXISTS (SELECT 1 FROM import_row o WHERE o.store_id = r.store_id AND o.import_id = r.import_id
                                 AND o.key = r.key AND o.number < r.number) AS "isTwice",
       EXISTS (SELECT 1 FROM imported m WHERE m.store_id = r.store_id AND m.kind = $4 AND m.key = r.key) AS exists
     FROM import_row r
     WHERE r.store_id = $1 AND r.import_id = $2 AND r.fate IS NOT DISTINCT FROM $3 AND r.data IS NOT NULL
     ORDER BY r.number LIMIT $5`,
    [storeId, importId, isCheck ? null : 'ready', kind, isCheck ? CHECKED_AT_ONCE : IMPORTED_AT_ONCE],
  );
}

type Step = { tx: Sql; key: ImportKey; store: Store; running: RunningImport; touched: Set<string> };

async function decideRows(deps: StepDeps, step: Step, rows: readonly Row[]): Promise<void> {
  const { tx, key, running } = step;
  const isImport = running.state === 'importing';
  const judged: Judged[] = [];
  if (running.kind === 'waitlists') {
    for (const row of rows as (Row & { cells: WaitlistCells })[]) {
      judged.push(await importWaitlistRow(deps, step, row));
    }
    return writeFates(tx, key, { isImport, judged });
  }
  if (isImport) await lockSalesOf(tx, key.storeId);
  const { now, around } = await lookAround(step);
  const verdicts = [];
  for (const row of rows as RowToDo[]) verdicts.push(await decideRow(around, row));
  const taken = verdicts.flatMap((verdict) => (verdict.fate === 'ready' ? [verdict.taken] : []));
  const made = isImport
    ? await writePreorders(tx, { store: step.store, importId: key.importId, mails: running.mails, now }, taken)
    : new Map<number, string>();
  if (isImport) for (const { variant } of taken) step.touched.add(variant.productId);
  judged.push(
    ...verdicts.map((verdict): Judged => {
      if (verdict.fate !== 'ready') {
        return { ...verdict, error: verdict.fate === 'refused' ? verdict.error : null, number: verdict.row.number };
      }
      const { row, contact, variant, supply, preorder, raisedBy } = verdict.taken;
      return {
        number: row.number,
        fate: isImport ? 'imported' : 'ready',
        error: null,
        customerKey: contact.customerKey,
        batchId: supply?.batchId,
        variantId: variant.id,
        quantity: preorder.quantity,
        raised: isImport ? raisedBy : 0,
        subjectId: made.get(row.number),
      };
    }),
  );
  return writeFates(tx, key, { isImport, judged });
}

async function lookAround({ tx, key, store, running }: Step): Promise<{ now: Date; around: Around }> {
  const [clock] = await tx.query<{ now: Date }>('SELECT app_now() AS now');
  if (!clock) throw new Error('no row returned');
  const { now } = clock;
  const isImport = running.state === 'importing';
  const terms: ImportTerms = {
    currency: store.currency,
    timeZone: store.timeZone,
    pricesIncludeTax: store.pricesIncludeTax,
    paid: running.paid,
    now,
  };
  const planned = isImport ? [] : await readPlanned(tx, key);
  const added = new Map<string, { batchId: string; promiseId: string }>();
  const around: Around = {
    sql: tx,
    store,
    terms,
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
