import type { Database, Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { dropJobs } from '../../jobs/commands.ts';

// A statement may take ten seconds, and a sale leaves hundreds of thousands of rows.
const PART = 5_000;
const STORES_AT_ONCE = 10;

/**
 * Removes everything that deleted stores had, table by table in parts, and the store last. Idempotent: what a process that died has
 * left, the next round removes. A store that cannot be removed yet, because a job has just written for it, waits for the next round.
 */
export async function removeDeletedStores({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const stores = await db.query<{ id: string }>(
    'SELECT id FROM store WHERE deleted_at IS NOT NULL ORDER BY deleted_at, id LIMIT $1',
    [STORES_AT_ONCE],
  );
  if (stores.length === 0) return;
  const tables = childrenFirst(await readReferences(db));
  for (const { id } of stores) {
    await removeStore(db, id, tables).catch((error: unknown) =>
      log.warn({ err: error, store: id }, 'a deleted store could not be removed yet; it is tried again'),
    );
  }
}

async function removeStore(db: Database, storeId: string, tables: readonly string[]): Promise<void> {
  await dropJobs(db, storeId);
  for (const statement of WITHOUT_STORE) await removeRows(db, storeId, statement);
  for (const table of tables) await removeRows(db, storeId, table === 'preorder' ? WITH_PAYMENTS : rowsOf(table));
  await db.query('DELETE FROM store WHERE id = $1 AND deleted_at IS NOT NULL', [storeId]);
}

/** Repeats a DELETE of at most `$2` rows of the store `$1` until none is left. */
async function removeRows(db: Database, storeId: string, statement: string): Promise<void> {
  for (let removed = PART; removed === PART; ) {
    removed = await db.transaction(async (tx) => {
      // Lets rows go that are otherwise never deleted (migration 0090); it holds for this transaction.
      await tx.query(`SELECT set_config('app.removes_store', 'yes', true)`);
      return (await tx.query(statement, [storeId, PART])).length;
    });
  }
}

const rowsOf = (table: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE store_id = $1 LIMIT $2)) RETURNING 1`;

// Rows that name their store only through another row.
const WITHOUT_STORE = [
  `DELETE FROM staff_mail WHERE id = ANY (ARRAY(
     SELECT m.id FROM staff_mail m JOIN staff_invitation i ON i.id = m.invitation_id WHERE i.store_id = $1 LIMIT $2))
   RETURNING 1`,
  `DELETE FROM test_provider.operation WHERE ctid = ANY (ARRAY(
     SELECT o.ctid FROM test_provider.operation o JOIN test_provider.payment p ON p.ref = o.ref
     WHERE p.store_id = $1 LIMIT $2)) RETURNING 1`,
];

// A pre-order names the attempt that paid it; later attempts and the kept card name the pre-order. So they go by one statement.
const CIRCLE = ['preorder', 'attempt', 'payment_method'];
const WITH_PAYMENTS = `
  WITH gone AS (SELECT id, attempt_id FROM preorder WHERE store_id = $1 LIMIT $2),
  cards AS (DELETE FROM payment_method WHERE store_id = $1 AND preorder_id IN (SELECT id FROM gone)),
  attempts AS (DELETE FROM attempt WHERE store_id = $1 AND id IN (
    SELECT attempt_id FROM gone
    UNION SELECT a.id FROM attempt a WHERE a.store_id = $1 AND a.preorder_id IN (SELECT id FROM gone)))
  DELETE FROM preorder WHERE store_id = $1 AND id IN (SELECT id FROM gone) RETURNING 1`;

type Reference = { child: string; parent: string | null };

/** Reads which tables have rows of stores, and to which of them each refers. */
async function readReferences(sql: Sql): Promise<Reference[]> {
  return sql.query<Reference>(
    `SELECT DISTINCT c.table_schema || '.' || c.table_name AS child,
            CASE WHEN f.oid IS NOT NULL THEN pn.nspname || '.' || p.relname END AS parent
     FROM information_schema.columns c
     LEFT JOIN pg_constraint f ON f.contype = 'f' AND f.conrelid = (c.table_schema || '.' || c.table_name)::regclass
     LEFT JOIN pg_class p ON p.oid = f.confrelid
     LEFT JOIN pg_namespace pn ON pn.oid = p.relnamespace
     WHERE c.column_name = 'store_id' AND c.table_schema IN ('public', 'test_provider')`,
  );
}

/** Sorts the tables so that each comes before those to which it refers. */
function childrenFirst(references: readonly Reference[]): string[] {
  const nameOf = (table: string) => table.replace(/^public\./, '');
  const left = new Map<string, Set<string>>();
  for (const { child, parent } of references) {
    const parents = left.get(nameOf(child)) ?? new Set();
    left.set(nameOf(child), parents);
    if (parent !== null) parents.add(nameOf(parent));
  }
  for (const [table, parents] of left) {
    const refersToCircle = CIRCLE.some((one) => parents.has(one));
    for (const one of CIRCLE) if (CIRCLE.includes(table) || refersToCircle) parents.delete(one);
    // The statement for pre-orders takes the whole circle, so whatever refers to a part of it comes before.
    if (refersToCircle && !CIRCLE.includes(table)) parents.add('preorder');
  }
  left.get('preorder')?.add('attempt').add('payment_method');
  const sorted: string[] = [];
  while (left.size > 0) {
    const free = [...left.keys()].filter((table) =>
      [...left].every(([other, parents]) => other === table || !parents.has(table)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) {
      sorted.push(table);
      left.delete(table);
    }
  }
  return sorted;
}
