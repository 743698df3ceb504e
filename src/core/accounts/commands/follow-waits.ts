import { type Disputed, disputeWait, OPEN_DISPUTES } from '../../../domain/dispute.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { askForOwedRefunds } from '../../payments/commands/owed-refunds.ts';
import { leaveTimeToPay } from '../../payments/commands/put-off.ts';
import type { PreorderKey } from '../../payments/queries/money.ts';
import { NAMES } from '../../withdrawals/queries/named.ts';
import type { WaitReason } from '../queries/disputes.ts';

const LOST = 'dispute_lost';
/** SQL: the states in which a bank has not decided. */
export const OPEN_STATES = OPEN_DISPUTES.map((state) => `'${state}'`).join(', ');
// The provider sends a message when a dispute changes; this is the back-up for a lost message.
const LOOK_AGAIN = "interval '1 day'";

type OpenedDispute = Disputed & { openedAt: Date };

/**
 * Makes a pre-order wait, or go on, as its current disputes and withdrawals require; its earlier state does not matter. When the wait
 * ends, charges and refunds that waited are started again; releases find the pre-order by themselves. The caller has locked the
 * pre-order.
 */
export async function followWaits(tx: Sql, preorder: PreorderKey): Promise<void> {
  const { storeId, preorderId } = preorder;
  const disputes = await tx.query<OpenedDispute>(
    `SELECT state, goes_on_at IS NOT NULL AS "goesOn", opened_at AS "openedAt" FROM dispute
     WHERE store_id = $1 AND preorder_id = $2 ORDER BY opened_at`,
    [storeId, preorderId],
  );
  const reason = disputeWait(disputes);
  const [unsent] = await tx.query<{ reference: string }>(UNSENT, [storeId, preorderId]);
  const withdrawnAt = await readWithdrawnAt(tx, preorder);
  const withdrawn = withdrawnAt !== null;
  if (reason !== null && (reason !== 'lost' || unsent))
    await wait(tx, preorder, { reason, withdrawn, since: disputes[0]?.openedAt });
  else if (withdrawn) await wait(tx, preorder, { reason: 'withdrawal', withdrawn, since: withdrawnAt });
  else await goOn(tx, preorder);
  await askForOwedRefunds(tx, storeId, preorderId);
  await emit(tx, 'money.due', { storeId, subjectId: preorderId });
  if (reason !== 'lost' || !unsent) return resolveAlert(tx, storeId, { code: LOST, subjectId: preorderId });
  const { reference } = unsent;
  const next = { step: 'look_at_preorder', about: reference } as const;
  await raiseAlert(tx, storeId, { text: LOST, subjectId: preorderId, values: { reference }, next });
}

/** Returns when the first declaration that holds the pre-order back was made; null if none does. */
async function readWithdrawnAt(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<Date | null> {
  const [first] = await tx.query<{ declaredAt: Date }>(
    `SELECT w.declared_at AS "declaredAt" FROM withdrawal w
     WHERE w.store_id = $1 AND w.preorder_id = $2 AND ${WITHDRAWN} ORDER BY w.declared_at LIMIT 1`,
    [storeId, preorderId],
  );
  return first?.declaredAt ?? null;
}

/**
 * SQL: the withdrawal `w` holds its pre-order back: a line item that it names, or may name, is not sent yet. Once the service has acted
 * on it, that is one whose order the store's system has.
 */
const WITHDRAWN = `w.state = 'declared' AND EXISTS (
  SELECT 1 FROM preorder_line l
  WHERE l.store_id = w.store_id AND l.preorder_id = w.preorder_id
    AND (l.state = 'released' OR (l.state IN ('placed', 'payment_due') AND w.acted_at IS NULL))
    AND ${NAMES})`;

type NewWait = { reason: WaitReason; withdrawn: boolean; since: Date | undefined };

async function wait(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  { reason, withdrawn, since }: NewWait,
): Promise<void> {
  await tx.query(
    `INSERT INTO dispute_wait (store_id, preorder_id, reason, since, look_at, withdrawn)
     VALUES ($1, $2, $3, $4, CASE WHEN $3 = 'open' THEN app_now() + ${LOOK_AGAIN} END, $5)
     ON CONFLICT (store_id, preorder_id) DO UPDATE
       SET reason = excluded.reason, look_at = excluded.look_at, withdrawn = excluded.withdrawn`,
    [storeId, preorderId, reason, since, withdrawn],
  );
  // The store's system may have an order of it, which it must not send.
  if (withdrawn) await emit(tx, 'order.due', { storeId, subjectId: preorderId });
}

async function goOn(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  const ended = await tx.query('DELETE FROM dispute_wait WHERE store_id = $1 AND preorder_id = $2 RETURNING 1', [
    storeId,
    preorderId,
  ]);
  if (ended.length > 0) await leaveTimeToPay(tx, { storeId, preorderId });
  // The bank may have taken exactly what we owed back. Then no money moves that would start the order, so start it here.
  await emit(tx, 'order.due', { storeId, subjectId: preorderId });
}

/** SQL: the line items that are not sent yet. After a lost dispute they are unpaid, so a person has to decide about them. */
const UNSENT_LINES = `
  SELECT 1 FROM preorder_line l WHERE l.store_id = p.store_id AND l.preorder_id = p.id
    AND l.state IN ('placed', 'payment_due', 'released')`;
const UNSENT = `
  SELECT p.reference FROM preorder p WHERE p.store_id = $1 AND p.id = $2 AND EXISTS (${UNSENT_LINES})`;

const AT_ONCE = 100;

/**
 * Asks the provider again about disputes that were open a day ago, in case its message was lost. Also ends the wait of a lost dispute
 * or a withdrawal when what it holds back was sent or cancelled, and begins one that is missing.
 */
export async function recheckWaits(deps: Pick<Deps, 'db' | 'outbox'>): Promise<number> {
  const asked = await deps.db.query(
    `WITH due AS (
       SELECT store_id, preorder_id FROM dispute_wait WHERE look_at <= (SELECT app_now())
       ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED),
     looked AS (
       UPDATE dispute_wait w SET look_at = CASE w.reason WHEN 'open' THEN app_now() + ${LOOK_AGAIN} END FROM due
       WHERE w.store_id = due.store_id AND w.preorder_id = due.preorder_id)
     INSERT INTO outbox (store_id, topic, subject_id, detail)
     SELECT d.store_id, 'dispute.changed', d.store_id, jsonb_build_object('ref', d.ref)
     FROM due JOIN dispute d ON d.store_id = due.store_id AND d.preorder_id = due.preorder_id
     WHERE d.state NOT IN ('won', 'closed') RETURNING 1`,
    [AT_ONCE],
  );
  if (asked.length > 0) deps.outbox.wake();
  const over = await deps.db.query<PreorderKey>(
    `SELECT p.store_id AS "storeId", p.id AS "preorderId"
     FROM dispute_wait d JOIN preorder p ON p.store_id = d.store_id AND p.id = d.preorder_id
     WHERE (d.reason = 'lost' AND NOT EXISTS (${UNSENT_LINES}))
        OR (d.withdrawn AND NOT EXISTS (
             SELECT 1 FROM withdrawal w WHERE w.store_id = d.store_id AND w.preorder_id = d.preorder_id AND ${WITHDRAWN}))
     LIMIT $1`,
    [AT_ONCE],
  );
  // An older version, which knows no withdrawals, ends their waits with those of a dispute.
  const unheld = await deps.db.query<PreorderKey>(
    `SELECT DISTINCT o.store_id AS "storeId", o.id AS "preorderId"
     FROM withdrawal w JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
     WHERE w.preorder_id IS NOT NULL AND ${WITHDRAWN} AND NOT EXISTS (
       SELECT 1 FROM dispute_wait d WHERE d.store_id = w.store_id AND d.preorder_id = w.preorder_id AND d.withdrawn)
     LIMIT $1`,
    [AT_ONCE],
  );
  for (const preorder of [...over, ...unheld]) {
    await deps.db.transaction(async (tx) => {
      await lockPreorder(tx, preorder);
      await followWaits(tx, preorder);
    });
  }
  return asked.length + over.length;
}

/**
 * Asks the provider again about the open disputes that no pre-order waits for: somebody decided that it goes on, an earlier dispute of
 * it is lost, or the payment led to none. The books need to know what the bank took. These disputes are few, so this runs rarely.
 */
export async function recheckNonBlockingDisputes(deps: Pick<Deps, 'db' | 'outbox'>): Promise<number> {
  const asked = await deps.db.query(
    `INSERT INTO outbox (store_id, topic, subject_id, detail)
     SELECT d.store_id, 'dispute.changed', d.store_id, jsonb_build_object('ref', d.ref) FROM dispute d
     WHERE d.state IN (${OPEN_STATES}) AND d.updated_at <= (SELECT app_now()) - ${LOOK_AGAIN}
       AND NOT EXISTS (SELECT 1 FROM dispute_wait w
                       WHERE w.store_id = d.store_id AND w.preorder_id = d.preorder_id AND w.reason = 'open')
     ORDER BY d.updated_at LIMIT $1 RETURNING 1`,
    [AT_ONCE],
  );
  if (asked.length > 0) deps.outbox.wake();
  return asked.length;
}
