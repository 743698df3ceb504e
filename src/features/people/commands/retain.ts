import type { Database, Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { eraseCheckouts, erasePreorders, finishErasure, pseudonymOf, releaseLineKeys } from './erase-rows.ts';

// Looking for what is due takes about as long as taking away so many; pre-orders take several statements each.
const CHECKOUTS_PER_ROUND = 5_000;
const PREORDERS_PER_ROUND = 500;

/** Takes away what every store keeps no longer (its `keep_checkout_days`, `keep_preorder_days`), and finishes erasures. */
export async function endRetention(deps: Pick<Deps, 'db' | 'mail' | 'commerce'>): Promise<void> {
  await finishErasures(deps.db);
  await rounds(deps.db, { query: DUE_CHECKOUTS, size: CHECKOUTS_PER_ROUND }, (tx, storeId, ids) =>
    eraseCheckouts(tx, { storeId, ids }),
  );
  await rounds(deps.db, { query: DUE_PREORDERS, size: PREORDERS_PER_ROUND }, async (tx, storeId, ids) => {
    for (const id of ids) await retirePreorder(tx, deps, { storeId, id });
  });
}

/** An erasure of its own, by its own id: what was theirs is not to be put together afterwards. */
async function retirePreorder(
  tx: Sql,
  kept: Pick<Deps, 'mail' | 'commerce'>,
  { storeId, id }: { storeId: string; id: string },
): Promise<void> {
  const pseudonym = pseudonymOf(id);
  const begun = await tx.query(
    `INSERT INTO erasure (store_id, id, checkouts, preorders) VALUES ($1, $2, 0, 1)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [storeId, id],
  );
  if (begun.length === 0) return; // another worker was faster
  await erasePreorders(tx, kept, { storeId, ids: [id], pseudonym });
  await releaseLineKeys(tx, storeId, pseudonym);
  await finishErasure(tx, storeId, id);
}

type Due = { storeId: string; ids: string[] };

/**
 * A round is one transaction for one store: whoever waits for one of its rows waits shortly, and what keeps one store's,
 * such as a mail on its way, keeps no other's. It is told once the others had theirs.
 */
async function rounds(
  db: Database,
  { query, size }: { query: string; size: number },
  work: (tx: Sql, storeId: string, ids: string[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const due = await db.query<Due>(query, [size]);
    const failures: unknown[] = [];
    for (const { storeId, ids } of due) {
      await db.transaction((tx) => work(tx, storeId, ids)).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    if (due.reduce((sum, { ids }) => sum + ids.length, 0) < size) return;
  }
}

const grouped = (rows: string) =>
  `SELECT store_id AS "storeId", array_agg(id ORDER BY id) AS ids FROM (${rows} LIMIT $1) due GROUP BY store_id`;

const DUE_CHECKOUTS = grouped(`
  SELECT c.store_id, c.id FROM checkout_contact k
  JOIN checkout c ON c.store_id = k.store_id AND c.id = k.checkout_id
  JOIN store s ON s.id = c.store_id
  WHERE c.state NOT IN ('open', 'held') AND c.updated_at < app_now() - s.keep_checkout_days * interval '1 day'`);

// The store's system is told first of what was cancelled, as in an erasure: nobody could be named to it any more.
const DUE_PREORDERS = grouped(`
  SELECT o.store_id, o.id FROM preorder_contact k
  JOIN preorder o ON o.store_id = k.store_id AND o.id = k.preorder_id
  JOIN store s ON s.id = o.store_id AND s.keep_preorder_days IS NOT NULL
  WHERE NOT EXISTS (
    SELECT 1 FROM outbox b WHERE b.store_id = o.store_id AND b.subject_id = o.id AND b.dispatched_at IS NULL)
  AND NOT EXISTS (
    SELECT 1 FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'order.due' AND j.attempts < j.max_attempts
      AND (j.payload->>'storeId', j.payload->>'subjectId') = (o.store_id::text, o.id::text))
  AND NOT EXISTS (
    SELECT 1 FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id
      AND (l.state NOT IN ('fulfilled', 'returned', 'cancelled')
           OR coalesce(l.cancelled_at, l.returned_at, l.fulfilled_at, app_now())
              > app_now() - s.keep_preorder_days * interval '1 day'))`);

/** Line items give up their key once the waitlist is closed. */
async function finishErasures(db: Database): Promise<void> {
  const open = await db.query<{ storeId: string; id: string }>(
    'SELECT store_id AS "storeId", id FROM erasure WHERE finished_at IS NULL ORDER BY store_id, id LIMIT 10000',
  );
  for (const { storeId, id } of open) {
    await db.transaction(async (tx) => {
      await releaseLineKeys(tx, storeId, pseudonymOf(id));
      await finishErasure(tx, storeId, id);
    });
  }
}
