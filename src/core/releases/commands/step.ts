import { linesToRelease, withoutPartialPreorder } from '../../../domain/release.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorders } from '../../payments/commands/lock-preorder.ts';
import { accountPaused } from '../../payments/commands/wait-for-account.ts';
import { WAITS_OWING } from '../../preorders/queries/waiting.ts';
import { type BatchOf, DISPUTED, NAMED, NOT_LOST, readHeadOfQueue, type WaitingLine } from '../queries/queue.ts';

/**
 * The most line items of one release whose money moves at once. This bounds the charges that wait for the payment provider.
 * So a release can be stopped within seconds, and never runs far ahead of its payments.
 */
const MOVING_MAX = 400;
/**
 * A step reads the queue only when it can release this many line items. A pre-order has at most 50, so the limit never splits
 * one into two releases and two charges.
 */
const ROOM_MIN = 100;
// Debts are paid within days, so a shopper who pays can wait these seconds for the unit.
const REST_SECONDS = 10;

export type StepOutcome = 'released' | 'waiting' | 'resting' | 'ended';

type Turn = { release: Running; lines: WaitingLine[] };
type Running = BatchOf & { releaseId: string; moving: number; units: Units[] };
type Units = { variantId: string; quota: number; free: number; barred: number };

/**
 * Takes one step of a release in one transaction: the next line items of the queue get their units, and their balance becomes
 * due. It may stop anywhere and run in several workers at once, because the rows alone say what is to be done.
 * released: there may be more · waiting: for payments, or for the account to take payments · resting: the units left are kept
 * for line items that owe or are disputed · ended: the release is done, or was stopped.
 */
export async function stepRelease(
  deps: Pick<Deps, 'db' | 'lookups' | 'outbox'>,
  { storeId, releaseId }: { storeId: string; releaseId: string },
): Promise<StepOutcome> {
  // Fast path: most steps find that money still moves. They lock and plan nothing.
  const seen = await readRunning(deps.lookups, storeId, releaseId);
  if (seen && !hasRoom(seen)) return 'waiting';
  const outcome = await deps.db.transaction(async (tx): Promise<StepOutcome> => {
    // A release leads to a charge, and the paused account cannot charge.
    if (await accountPaused(tx, storeId)) return 'waiting';
    const before = await readTurn(tx, storeId, releaseId);
    if (!before) return 'ended';
    // Pre-orders first, then counters: a cancellation has the same lock order. The rows may change before they are locked, so
    // they are read again.
    await lockPreorders(tx, { storeId, preorderIds: before.lines.map(({ preorderId }) => preorderId) });
    await lockCounters(tx, before.release);
    const now = await readTurn(tx, storeId, releaseId);
    if (!now) return 'ended';
    const locked = new Set(before.lines.map(({ preorderId }) => preorderId));
    const lines = now.lines.filter(({ preorderId }) => locked.has(preorderId));
    if (lines.length > 0) {
      await release(tx, now.release, lines);
      return 'released';
    }
    if (now.lines.length > 0 || !hasRoom(now.release)) return 'waiting';
    if (!keepsUnits(now.release)) {
      await finish(tx, storeId, releaseId);
      return 'ended';
    }
    if (now.release.moving > 0) return 'waiting';
    await rest(tx, storeId, releaseId);
    return 'resting';
  });
  if (outcome === 'released') deps.outbox.wake();
  return outcome;
}

function hasRoom({ moving }: Running): boolean {
  return MOVING_MAX - moving >= ROOM_MIN;
}

/**
 * Returns true while a unit is kept for a line item that owes or is disputed. Afterwards that line item gets the unit, or the
 * next of the queue does.
 */
function keepsUnits({ units }: Running): boolean {
  return units.some(({ quota, free, barred }) => Math.min(quota, free, barred) > 0);
}

/** Reads the line items that get a unit now; null when the release has ended. */
async function readTurn(tx: Sql, storeId: string, releaseId: string): Promise<Turn | null> {
  const release = await readRunning(tx, storeId, releaseId);
  if (!release) return null;
  const giving = release.units.filter(({ quota, free }) => quota > 0 && free > 0);
  if (giving.length === 0 || !hasRoom(release)) return { release, lines: [] };
  const limit = MOVING_MAX - release.moving;
  const queue = await readHeadOfQueue(tx, release, { variantIds: giving.map(({ variantId }) => variantId), limit });
  const free = new Map(giving.map((units) => [units.variantId, units.free]));
  const quota = new Map(giving.map((units) => [units.variantId, units.quota]));
  return { release, lines: linesToRelease({ queue: withoutPartialPreorder(queue, limit), free }, quota) };
}

async function readRunning(tx: Sql, storeId: string, releaseId: string): Promise<Running | null> {
  const [release] = await tx.query<Running>(
    `SELECT r.store_id AS "storeId", r.id AS "releaseId", r.batch_id AS "batchId", b.waitlist_id AS "waitlistId",
            (SELECT count(*)::int FROM release_line x
             WHERE x.store_id = r.store_id AND x.release_id = r.id AND NOT x.settled)
            - (SELECT count(*)::int FROM dispute_wait d
               JOIN preorder_line l ON l.store_id = d.store_id AND l.preorder_id = d.preorder_id
               JOIN release_line x ON x.store_id = l.store_id AND x.line_id = l.id AND NOT x.settled
               WHERE d.store_id = r.store_id AND x.release_id = r.id) AS moving,
            (SELECT json_agg(json_build_object('variantId', u.variant_id, 'quota', u.units - u.released,
                                               'free', coalesce(a.arrived - a.released, 0), 'barred', (
                SELECT count(*) FROM preorder_line l
                WHERE l.store_id = b.store_id AND l.waitlist_id = b.waitlist_id AND l.batch_id = b.id
                  AND l.variant_id = u.variant_id AND ${WAITS_OWING} AND ${NAMED}
                  AND ${NOT_LOST})
                + (SELECT count(*) ${DISPUTED} AND d.store_id = b.store_id AND l.waitlist_id = b.waitlist_id
                   AND l.batch_id = b.id AND l.variant_id = u.variant_id AND ${NAMED})))
             FROM release_unit u
             LEFT JOIN arrived_unit a ON a.store_id = u.store_id AND a.batch_id = r.batch_id AND a.variant_id = u.variant_id
             WHERE u.store_id = r.store_id AND u.release_id = r.id) AS units
     FROM release r JOIN batch b ON b.store_id = r.store_id AND b.id = r.batch_id
     WHERE r.store_id = $1 AND r.id = $2 AND r.state = 'running'`,
    [storeId, releaseId],
  );
  return release ?? null;
}

/** Locks the counters of the batch, then the release, so that steps, counts, cancellations and stops take turns. */
async function lockCounters(tx: Sql, { storeId, batchId, releaseId, units }: Running): Promise<void> {
  const variantIds = units.map(({ variantId }) => variantId);
  await tx.query(
    `SELECT 1 FROM arrived_unit WHERE store_id = $1 AND batch_id = $2 AND variant_id = ANY($3::uuid[])
     ORDER BY store_id, batch_id, variant_id FOR NO KEY UPDATE`,
    [storeId, batchId, variantIds],
  );
  await tx.query('SELECT 1 FROM release WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, releaseId]);
}

async function release(
  tx: Sql,
  { storeId, releaseId, batchId }: Running,
  lines: readonly WaitingLine[],
): Promise<void> {
  const lineIds = lines.map(({ id }) => id);
  await tx.query(
    `UPDATE preorder_line SET state = 'released', released_at = app_now() WHERE store_id = $1 AND id = ANY($2::uuid[])`,
    [storeId, lineIds],
  );
  await tx.query(
    `INSERT INTO release_line (store_id, release_id, line_id, variant_id)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[])`,
    [storeId, releaseId, lineIds, lines.map(({ variantId }) => variantId)],
  );
  const given = countBy(lines, ({ variantId }) => variantId);
  const counts = [[...given.keys()], [...given.values()]];
  await tx.query(
    `UPDATE arrived_unit a SET released = a.released + c.units FROM unnest($3::uuid[], $4::int[]) AS c (variant_id, units)
     WHERE a.store_id = $1 AND a.batch_id = $2 AND a.variant_id = c.variant_id`,
    [storeId, batchId, ...counts],
  );
  await tx.query(
    `UPDATE release_unit u SET released = u.released + c.units FROM unnest($3::uuid[], $4::int[]) AS c (variant_id, units)
     WHERE u.store_id = $1 AND u.release_id = $2 AND u.variant_id = c.variant_id`,
    [storeId, releaseId, ...counts],
  );
  await emitReleased(tx, storeId, lines);
}

/** Emits what follows a release of line items: their charges, mails and orders (`follow.ts`). */
async function emitReleased(tx: Sql, storeId: string, lines: readonly WaitingLine[]): Promise<void> {
  const moved = new Map<string, string[]>();
  for (const { preorderId, id } of lines) moved.set(preorderId, [...(moved.get(preorderId) ?? []), id]);
  const details = [...moved.values()].map((lineIds) => JSON.stringify({ to: 'released', lineIds }));
  await tx.query(
    `INSERT INTO outbox (store_id, topic, subject_id, detail)
     SELECT $1, t.topic, m.preorder_id, t.detail FROM unnest($2::uuid[], $3::jsonb[]) AS m (preorder_id, detail),
     LATERAL (VALUES ('lines.moved', m.detail), ('money.due', NULL)) AS t (topic, detail)`,
    [storeId, [...moved.keys()], details],
  );
}

async function finish(tx: Sql, storeId: string, releaseId: string): Promise<void> {
  await tx.query(
    `UPDATE release SET state = 'done', ended_at = app_now() WHERE store_id = $1 AND id = $2 AND state = 'running'`,
    [storeId, releaseId],
  );
}

async function rest(tx: Sql, storeId: string, releaseId: string): Promise<void> {
  await tx.query(
    `UPDATE release SET rests_until = app_now() + $3 * interval '1 second' WHERE store_id = $1 AND id = $2`,
    [storeId, releaseId, REST_SECONDS],
  );
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
