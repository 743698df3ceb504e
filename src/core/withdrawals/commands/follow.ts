import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { ACTED_ITSELF, ALL_OVER, IN_RETURN, REFUND_AT, WAS_SENT } from '../queries/returns.ts';
import { inTime, MEANT, TIMING_ROW, type TimingRow } from '../queries/timing.ts';
import { endReturn, lockReturn, receiveReturn, settleIfOver } from './end-return.ts';
import { openReturn } from './open-return.ts';

const AT_ONCE = 100;
// What is due is done in seconds. Later than this, the service was away.
const LATE_HOURS = 1;

type FollowDeps = Pick<Deps, 'db' | 'outbox' | 'log'>;
/** `returnId`: null where a withdrawal is followed, not one of its returns. */
type Key = { storeId: string; id: string; preorderId: string; returnId: string | null };

/**
 * Does what follows withdrawals that the service has acted on: gives the money of returns back that have a proof of sending and whose
 * time is over, the oldest first; opens returns for what was sent or came back meanwhile; and ends what other hands brought to its end.
 */
export async function followWithdrawals(deps: FollowDeps): Promise<void> {
  await each(deps, DUE, refundDue);
  await each(deps, TO_FOLLOW, follow);
  await each(deps, BACK, receiveNoted);
}

async function each(deps: FollowDeps, listed: string, act: (tx: Sql, key: Key) => Promise<void>): Promise<void> {
  const due = await deps.db.query<Key>(listed, [AT_ONCE]);
  for (const one of due) {
    await deps.db
      .transaction(async (tx) => {
        await lockPreorder(tx, one);
        await tx.query('SELECT 1 FROM withdrawal WHERE store_id = $1 AND id = $2 FOR UPDATE', [one.storeId, one.id]);
        await act(tx, one);
      })
      .catch((error: unknown) => deps.log.error({ err: error, withdrawal: one.id }, 'a withdrawal was not followed'));
  }
  if (due.length > 0) deps.outbox.wake();
}

const RETURN_OF = `
  SELECT w.store_id AS "storeId", w.id, r.id AS "returnId", r.preorder_id AS "preorderId"
  FROM goods_return r JOIN withdrawal w ON w.store_id = r.store_id AND w.id = r.withdrawal_id`;

const IS_DUE = `r.ended_at IS NULL AND r.proof_at IS NOT NULL AND ${REFUND_AT} <= (SELECT app_now())`;
const DUE = `${RETURN_OF} WHERE ${IS_DUE} ORDER BY ${REFUND_AT} LIMIT $1`;

async function refundDue(tx: Sql, key: Key): Promise<void> {
  const [due] = await tx.query<{ reference: string; hours: number; minutes: number }>(
    `SELECT o.reference, trunc(extract(epoch FROM app_now() - ${REFUND_AT}) / 3600)::int AS hours,
            trunc(extract(epoch FROM app_now() - ${REFUND_AT}) / 60)::int % 60 AS minutes
     FROM goods_return r JOIN withdrawal w ON w.store_id = r.store_id AND w.id = r.withdrawal_id
     JOIN preorder o ON o.store_id = r.store_id AND o.id = r.preorder_id
     WHERE r.store_id = $1 AND r.id = $2 AND ${IS_DUE}`,
    [key.storeId, key.returnId],
  );
  if (!due) return; // another process was faster
  await endReturn(tx, await lockReturn(tx, key, ['sent']), { outcome: 'proof' });
  if (due.hours < LATE_HOURS) return;
  await raiseAlert(tx, key.storeId, {
    text: 'return_refunded_late',
    subjectId: key.id,
    values: due,
    next: { step: 'look_at_withdrawal', about: key.id },
  });
}

/** Something of it was noted as returned by another way, such as the page of the pre-order. */
const BACK = `${RETURN_OF}
  WHERE r.ended_at IS NULL AND EXISTS (
    SELECT 1 FROM goods_return_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    WHERE x.store_id = r.store_id AND x.return_id = r.id AND l.state = 'returned')
  ORDER BY r.opened_at LIMIT $1`;

async function receiveNoted(tx: Sql, key: Key): Promise<void> {
  const back = await tx.query<{ number: number }>(
    `SELECT l.position + 1 AS number FROM goods_return r
     JOIN goods_return_line x ON x.store_id = r.store_id AND x.return_id = r.id
     JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
     WHERE r.store_id = $1 AND r.id = $2 AND r.ended_at IS NULL AND l.state = 'returned'`,
    [key.storeId, key.returnId],
  );
  if (back.length === 0) return; // another process was faster
  const lines = back.map(({ number }) => number);
  await receiveReturn(tx, key, { lines, reduced: null });
}

/** SQL: a line item that was sent, and that the service has not left to a person. */
const SENT = `${WAS_SENT} AND NOT ${IN_RETURN} AND l.id <> ALL (w.left_lines)`;

const TO_FOLLOW = `
  SELECT w.store_id AS "storeId", w.id, o.id AS "preorderId", NULL::uuid AS "returnId"
  FROM withdrawal w JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
  WHERE ${ACTED_ITSELF} AND ((${ALL_OVER}) OR EXISTS (SELECT 1 FROM preorder_line l WHERE ${MEANT} AND ${SENT}))
  ORDER BY w.acted_at LIMIT $1`;

async function follow(tx: Sql, { storeId, id, preorderId }: Key): Promise<void> {
  if (await settleIfOver(tx, { storeId, id })) return;
  const [still] = await tx.query<{ declaredAt: Date; timing: TimingRow; sent: string[] }>(
    `SELECT w.declared_at AS "declaredAt", ${TIMING_ROW} AS timing,
            ARRAY(SELECT l.id::text FROM preorder_line l WHERE ${MEANT} AND ${SENT}) AS sent
     FROM withdrawal w JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
     LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
     WHERE w.store_id = $1 AND w.id = $2 AND ${ACTED_ITSELF}`,
    [storeId, id],
  );
  if (!still) return;
  const { declaredAt, timing, sent } = still;
  const timely = inTime(timing, declaredAt);
  const lineIds = sent.filter((lineId) => timely.has(lineId));
  await openReturn(tx, { storeId, withdrawalId: id, preorderId, declaredAt }, lineIds);
  const left = sent.filter((lineId) => !timely.has(lineId));
  if (left.length === 0) return;
  await tx.query('UPDATE withdrawal SET left_lines = left_lines || $3::uuid[] WHERE store_id = $1 AND id = $2', [
    storeId,
    id,
    left,
  ]);
}
