import { accountPauses } from '../../../domain/breaker.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { beginOutage, endOutage } from '../../outages/commands/record.ts';
import { wakeWaiting } from '../../payments/commands/wait-for-account.ts';

const ACCOUNT_REFUSES = 'payment_account_refuses';

const FIRST_PROBE = "interval '1 minute'";

type Refused = { count: number; since: Date; now: Date; pausedAt: Date | null };

/**
 * Notes that the provider refused a payment because of the account. After a few refusals in a row, the store's charges and
 * releases pause. A probe is let through from time to time, and they go on when the provider takes a payment. `of`: the id
 * of the refused payment, so that its retries count once.
 */
export async function noteRefusal(
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  { of, reason }: { of: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [refused] = await tx.query<Refused>(
      `UPDATE payment_account SET refused_since = coalesce(refused_since, app_now()), refused_reason = $3,
              refused_of = CASE WHEN $2 = ANY(refused_of) THEN refused_of ELSE (refused_of || $2::text)[1:9] END
       WHERE store_id = $1
       RETURNING cardinality(refused_of) AS count, refused_since AS since, app_now() AS now, paused_at AS "pausedAt"`,
      [storeId, of, reason.slice(0, 300)],
    );
    if (!refused) return;
    await raiseAlert(tx, storeId, {
      text: ACCOUNT_REFUSES,
      subjectId: storeId,
      values: { said: reason },
      next: { step: 'look_at_account' },
    });
    if (refused.pausedAt !== null || !accountPauses({ ...refused, refused: refused.count })) return;
    await tx.query(
      `UPDATE payment_account SET paused_at = app_now(), probe_at = app_now() + ${FIRST_PROBE}, probes = 0
       WHERE store_id = $1`,
      [storeId],
    );
    await beginOutage(tx, { storeId, kind: 'account' }, { beganAt: refused.since, reason });
  });
}

const REFUSALS_CLEARED = `refused_of = '{}', refused_since = NULL, refused_reason = NULL, paused_at = NULL, probe_at = NULL, probes = 0`;

/** Notes that the account took a payment. It works, so earlier refusals are cleared. */
export async function noteTaken({ db }: Pick<Deps, 'db'>, storeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const cleared = await tx.query(
      `UPDATE payment_account SET ${REFUSALS_CLEARED} WHERE store_id = $1 AND refused_since IS NOT NULL RETURNING 1`,
      [storeId],
    );
    if (cleared.length > 0) await accountWorks(tx, storeId);
  });
}

/**
 * Makes a probe due after the provider accepts the account's key again. The account may have refused payments before its key
 * was refused: a valid key does not clear these, so a probe has to show that the account works.
 */
export async function probeSoon(tx: Sql, storeId: string): Promise<void> {
  await tx.query(
    `UPDATE payment_account SET paused_at = coalesce(paused_at, app_now()), probe_at = app_now()
     WHERE store_id = $1 AND refused_since IS NOT NULL`,
    [storeId],
  );
}

/** Clears all refusals after the account got new keys, and continues what waited. */
export async function startAnew(tx: Sql, storeId: string): Promise<void> {
  await tx.query(`UPDATE payment_account SET ${REFUSALS_CLEARED} WHERE store_id = $1`, [storeId]);
  await accountWorks(tx, storeId);
}

/** Ends the outage and continues what waited for the account, unless it still refuses payments or its key. */
export async function accountWorks(tx: Sql, storeId: string): Promise<void> {
  await tx.query('SELECT 1 FROM payment_account WHERE store_id = $1 FOR NO KEY UPDATE', [storeId]);
  const [wrong] = await tx.query<{ refuses: boolean; broken: boolean }>(
    `SELECT refused_since IS NOT NULL AS refuses, broken_at IS NOT NULL AS broken FROM payment_account WHERE store_id = $1`,
    [storeId],
  );
  if (!wrong?.refuses) await resolveAlert(tx, storeId, { code: ACCOUNT_REFUSES, subjectId: storeId });
  if (wrong?.refuses || wrong?.broken) return;
  await endOutage(tx, { storeId, kind: 'account' });
  await wakeWaiting(tx, storeId);
}
