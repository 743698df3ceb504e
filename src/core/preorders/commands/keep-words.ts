import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '../../../platform/db.ts';
import { storesInTurn } from '../../stores-in-turn.ts';
import { afterPlace, keepPlace, type Place, readPlace } from '../../walk.ts';
import { PART_ROWS, type PreorderKey, readWords, WORDS_RULE } from '../queries/words.ts';

// A transaction of so many takes a tenth of a second. A sale that is fast leaves more behind each second, and is not slowed by it.
const PART = 200;
const STORES_MAX = 50;
const PAGE = 5_000;
// The rest of the time is for others.
const ROUND_MS = 500;
// Any constant that only this round uses.
const WORDS_LOCK = 7_214_911;

/**
 * Writes the words of some pre-orders that were placed or changed, by which a search finds them. Resolves with the number of rows
 * that said so. In a fast sale they wait for one another; the sale does not wait for them, and neither do other stores.
 */
export function writeDueWords(db: Database): Promise<number> {
  return db.transaction(writeSomeDue);
}

/**
 * Walks through all pre-orders, some pages with each round, and writes the words of those that have none of this rule: of before there
 * were any, of an earlier rule, and of whatever was missed.
 */
export async function writeMissingWords(db: Database, stopping?: AbortSignal): Promise<void> {
  const round = 'words of pre-orders';
  const until = performance.now() + ROUND_MS;
  for (;;) {
    const [page] = await db.query<Page>(MISSING, [...afterPlace(await readPlace(db, round)), PAGE, PART]);
    const { count, last, missing } = page ?? { count: 0, last: null, missing: [] };
    const written = missing.length > 0 ? await db.transaction((tx) => writeMissing(tx, missing)) : 0;
    // A page of which more are missing than were written at once is looked at once more.
    const isThrough = written < PART;
    if (isThrough) await keepPlace(db, round, count < PAGE ? null : last);
    const isAtEnd = isThrough && count < PAGE;
    if (isAtEnd || written === 0 || stopping?.aborted || performance.now() > until) return;
  }
}

type Due = PreorderKey & { id: number };

async function writeSomeDue(tx: Sql): Promise<number> {
  // One at a time: of two, the slower one would write what it read before a change.
  const [lock] = await tx.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [WORDS_LOCK]);
  if (!lock?.taken) return 0;
  const due = await tx.query<Due>(DUE, [randomUUID()]);
  if (due.length === 0) return 0;
  const locked = await lockPreorders(tx, due);
  await write(tx, locked, NEWER);
  const done = await tx.query<{ id: number }>(
    `DELETE FROM preorder_words_due d USING unnest($1::uuid[], $2::bigint[]) AS t (store_id, id)
     WHERE d.store_id = t.store_id AND d.id = t.id
       AND (d.preorder_id = ANY ($3::uuid[])
            OR NOT EXISTS (SELECT FROM preorder o WHERE o.store_id = d.store_id AND o.id = d.preorder_id)) RETURNING d.id`,
    [due.map(({ storeId }) => storeId), due.map(({ id }) => id), locked.map(({ preorderId }) => preorderId)],
  );
  return done.length;
}

// Stores have turns, since one whose sale is fast would else delay what others are waiting for. Where more of them wait, the next
// round begins elsewhere.
const DUE = `
  SELECT d.store_id AS "storeId", d.id, d.preorder_id AS "preorderId"
  FROM ${storesInTurn({ table: 'preorder_words_due', after: '$1::uuid', most: STORES_MAX })} store
  CROSS JOIN LATERAL (
    SELECT o.*, row_number() OVER (ORDER BY o.id) AS nth FROM preorder_words_due o WHERE o.store_id = store.id
    ORDER BY o.id LIMIT ${PART}) d
  ORDER BY d.nth, d.id LIMIT ${PART}`;

const NEWER = `
  DO UPDATE SET things = excluded.things, everything = excluded.everything, rule = excluded.rule
  WHERE (w.things, w.everything, w.rule) IS DISTINCT FROM (excluded.things, excluded.everything, excluded.rule)`;

const OF_THE_RULE = `
  DO UPDATE SET things = excluded.things, everything = excluded.everything, rule = excluded.rule
  WHERE w.rule < excluded.rule`;

/** Where both write the same pre-order, the round of changes knows better. */
async function writeMissing(tx: Sql, missing: readonly PreorderKey[]): Promise<number> {
  const locked = await lockPreorders(tx, missing);
  await write(tx, locked, OF_THE_RULE);
  return locked.length;
}

/**
 * Locks the pre-orders against an erasure, which would otherwise miss words that are written meanwhile. It passes over those that
 * are being erased, and so it never waits for a change.
 */
async function lockPreorders(tx: Sql, keys: readonly PreorderKey[]): Promise<PreorderKey[]> {
  return tx.query<PreorderKey>(
    `SELECT o.store_id AS "storeId", o.id AS "preorderId" FROM preorder o
     WHERE (o.store_id, o.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) FOR KEY SHARE SKIP LOCKED`,
    [keys.map(({ storeId }) => storeId), keys.map(({ preorderId }) => preorderId)],
  );
}

async function write(tx: Sql, keys: readonly PreorderKey[], onConflict: string): Promise<void> {
  const words = await readWords(tx, keys);
  await tx.query(
    `WITH written AS MATERIALIZED (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS w (store_id, preorder_id, things, everything)),
     counted AS (
       INSERT INTO preorder_words_count AS c (store_id, count)
       SELECT n.store_id, count(*) FROM written n
       WHERE NOT EXISTS (SELECT FROM preorder_words w WHERE w.store_id = n.store_id AND w.preorder_id = n.preorder_id)
       GROUP BY n.store_id ORDER BY n.store_id
       ON CONFLICT (store_id) DO UPDATE SET count = c.count + excluded.count RETURNING c.store_id, c.count)
     INSERT INTO preorder_words AS w (store_id, preorder_id, part, things, everything, rule)
     SELECT n.store_id, n.preorder_id, coalesce(c.count / ${PART_ROWS}, 0), n.things, n.everything, ${WORDS_RULE}
     FROM written n LEFT JOIN counted c ON c.store_id = n.store_id
     ON CONFLICT (store_id, preorder_id) ${onConflict}`,
    [
      words.map(({ storeId }) => storeId),
      words.map(({ preorderId }) => preorderId),
      words.map(({ things }) => things),
      words.map(({ everything }) => everything),
    ],
  );
}

type Page = { count: number; last: Place; missing: PreorderKey[] };

const MISSING = `
  WITH page AS MATERIALIZED (
    SELECT store_id, id FROM preorder WHERE (store_id, id) > ($1, $2) ORDER BY store_id, id LIMIT $3)
  SELECT (SELECT count(*)::int FROM page) AS count,
         (SELECT json_build_object('storeId', store_id, 'id', id) FROM page ORDER BY store_id DESC, id DESC LIMIT 1) AS last,
         (SELECT coalesce(json_agg(json_build_object('storeId', store_id, 'preorderId', id)), '[]') FROM (
            SELECT p.store_id, p.id FROM page p
            WHERE NOT EXISTS (
              SELECT FROM preorder_words w
              WHERE w.store_id = p.store_id AND w.preorder_id = p.id AND w.rule >= ${WORDS_RULE})
            ORDER BY p.store_id, p.id LIMIT $4) m) AS missing`;
