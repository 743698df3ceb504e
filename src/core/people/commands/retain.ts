import type { Database, Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { afterPlace, keepPlace, type Place, readPlace } from '../../walk.ts';
import { eraseCheckouts, erasePreorders, finishErasure, pseudonymOf, releaseLineKeys } from './erase-rows.ts';
import { pruneGuards } from './guard.ts';

// Rows per round and table. Fewer pre-orders, because each takes several statements.
const CHECKOUTS_PAGE = 1_000;
const PREORDERS_PAGE = 500;
const ERASURES_PAGE = 10_000;

/** Erases contacts past the store's retention (`keep_checkout_days`, `keep_preorder_days`), and finishes erasures. */
export async function endRetention(deps: RetentionDeps, erasuresPage = ERASURES_PAGE): Promise<void> {
  await pruneGuards(deps.db);
  await finishErasures(deps.db, erasuresPage);
  await retireContacts(deps);
}

type RetentionDeps = Pick<Deps, 'db' | 'mail' | 'commerce'>;

/**
 * Erases contacts past retention. Walks through all contacts, some pages with each round, and begins again at the end. No
 * index can find the due ones, because that depends on the state of the checkout or pre-order and on the store's setting.
 */
export async function retireContacts(deps: RetentionDeps): Promise<void> {
  const failures = [
    ...(await walk(
      deps.db,
      { round: 'old checkouts', query: DUE_CHECKOUTS, page: CHECKOUTS_PAGE },
      (tx, storeId, ids) => eraseCheckouts(tx, { storeId, ids }),
    )),
    ...(await walk(
      deps.db,
      { round: 'old pre-orders', query: DUE_PREORDERS, page: PREORDERS_PAGE },
      async (tx, storeId, ids) => {
        for (const id of ids) await retirePreorder(tx, deps, { storeId, id });
      },
    )),
  ];
  if (failures.length > 0) throw failures[0];
}

/**
 * Erases one pre-order under a pseudonym of its own, so that no reader can link the pre-orders of one person
 * afterwards.
 */
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
  if (begun.length === 0) return; // another worker has erased it already
  await erasePreorders(tx, kept, { storeId, ids: [id], pseudonym });
  await releaseLineKeys(tx, { storeId, pseudonym });
  await finishErasure(tx, storeId, id);
}

type Looked = { count: number; last: Place; due: { storeId: string; ids: string[] }[] };

/**
 * Processes one page, and the next ones as long as the last page had due rows. The due rows of a store are one
 * transaction: it holds its locks shortly, and a failure in one store (a mail that is being sent) does not stop another.
 * Resolves with the failures; the walk tries their rows again when it comes round.
 */
async function walk(
  db: Database,
  { round, query, page }: { round: string; query: string; page: number },
  work: (tx: Sql, storeId: string, ids: string[]) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (;;) {
    const [looked] = await db.query<Looked>(query, [...afterPlace(await readPlace(db, round)), page]);
    const { count, last, due } = looked ?? { count: 0, last: null, due: [] };
    for (const { storeId, ids } of due) {
      await db.transaction((tx) => work(tx, storeId, ids)).catch((error: unknown) => failures.push(error));
    }
    await keepPlace(db, round, count < page ? null : last);
    if (count < page || due.length === 0) return failures;
  }
}

/** Builds the SQL that reads the next page of contacts (`page`) and, per store, the ids of the due rows. */
const nextPage = (contacts: string, due: string) => `
  WITH page AS MATERIALIZED (${contacts})
  SELECT (SELECT count(*)::int FROM page) AS count,
         (SELECT json_build_object('storeId', store_id, 'id', id) FROM page ORDER BY store_id DESC, id DESC LIMIT 1) AS last,
         (SELECT coalesce(json_agg(json_build_object('storeId', store_id, 'ids', ids)), '[]')
          FROM (SELECT store_id, array_agg(id ORDER BY id) AS ids FROM (${due}) due GROUP BY store_id) stores) AS due`;

const DUE_CHECKOUTS = nextPage(
  `SELECT store_id, checkout_id AS id FROM checkout_contact WHERE (store_id, checkout_id) > ($1, $2)
   ORDER BY store_id, checkout_id LIMIT $3`,
  `SELECT c.store_id, c.id FROM page k
   JOIN checkout c ON c.store_id = k.store_id AND c.id = k.id
   JOIN store s ON s.id = c.store_id
   WHERE c.state NOT IN ('open', 'held') AND c.updated_at < (SELECT app_now()) - s.keep_checkout_days * interval '1 day'`,
);

// Waits until the store's system knows of cancelled line items, as an erasure does: afterwards we could not tell it whose
// they were.
const DUE_PREORDERS = nextPage(
  `SELECT store_id, preorder_id AS id FROM preorder_contact WHERE (store_id, preorder_id) > ($1, $2)
   ORDER BY store_id, preorder_id LIMIT $3`,
  `SELECT o.store_id, o.id FROM page k
   JOIN preorder o ON o.store_id = k.store_id AND o.id = k.id
   JOIN store s ON s.id = o.store_id AND s.keep_preorder_days IS NOT NULL
   WHERE NOT EXISTS (
     SELECT 1 FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id
       AND (l.state NOT IN ('fulfilled', 'returned', 'cancelled')
            OR coalesce(l.cancelled_at, l.returned_at, l.fulfilled_at, (SELECT app_now()))
               > (SELECT app_now()) - s.keep_preorder_days * interval '1 day'))
   AND NOT EXISTS (
     SELECT 1 FROM outbox b WHERE b.store_id = o.store_id AND b.subject_id = o.id AND b.dispatched_at IS NULL)
   AND NOT EXISTS (
     SELECT 1 FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'order.due' AND j.attempts < j.max_attempts
       AND (j.payload->>'storeId', j.payload->>'subjectId') = (o.store_id::text, o.id::text))`,
);

/**
 * Finishes erasures whose line items still had their customer key, once the waitlist is closed. Takes one page a round and
 * then moves on, so that any number of erasures that wait for a waitlist do not block those behind them.
 */
async function finishErasures(db: Database, page: number): Promise<void> {
  const round = 'unfinished erasures';
  const open = await db.query<{ storeId: string; id: string }>(
    `SELECT store_id AS "storeId", id FROM erasure WHERE finished_at IS NULL AND (store_id, id) > ($1, $2)
     ORDER BY store_id, id LIMIT $3`,
    [...afterPlace(await readPlace(db, round)), page],
  );
  for (const { storeId, id } of open) {
    while (await db.transaction((tx) => releaseLineKeys(tx, { storeId, pseudonym: pseudonymOf(id) })));
    await finishErasure(db, storeId, id);
  }
  await keepPlace(db, round, open.length < page ? null : (open.at(-1) ?? null));
}
