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
 * The provider refused a payment because of the account. After a few in a row its charges and releases pause, and a probe is
 * let through now and then; what waits goes on once one is taken. `of`: what was refused, so that one payment counts once.
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
    const message = `The payment provider refuses payments because of the store's account: ${reason} What is due waits, and goes on by itself once one is taken. See ./service payments show.`;
    await raiseAlert(tx, storeId, { code: ACCOUNT_REFUSES, subjectId: storeId, message });
    if (refused.pausedAt !== null || !accountPauses({ ...refused, refused: refused.count })) return;
    await tx.query(
      `UPDATE payment_account SET paused_at = app_now(), probe_at = app_now() + ${FIRST_PROBE}, probes = 0
       WHERE store_id = $1`,
      [storeId],
    );
    await beginOutage(tx, { storeId, kind: 'account' }, { beganAt: refused.since, reason });
  });
}

const FORGIVEN = `refused_of = '{}', refused_since = NULL, refused_reason = NULL, paused_at = NULL, probe_at = NULL, probes = 0`;

/** It took a payment: whatever it refused before, it works. */
export async function noteTaken({ db }: Pick<Deps, 'db'>, storeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const forgiven = await tx.query(
      `UPDATE payment_account SET ${FORGIVEN} WHERE store_id = $1 AND refused_since IS NOT NULL RETURNING 1`,
      [storeId],
    );
    if (forgiven.length > 0) await accountWorks(tx, storeId);
  });
}

/** What it refused before its key was is not forgiven by a key that is taken again: a probe says whether it works. */
export async function probeSoon(tx: Sql, storeId: string): Promise<void> {
  await tx.query(
    `UPDATE payment_account SET paused_at = coalesce(paused_at, app_now()), probe_at = app_now()
     WHERE store_id = $1 AND refused_since IS NOT NULL`,
    [storeId],
  );
}

/** With new keys everything is tried anew. */
export async function startAnew(tx: Sql, storeId: string): Promise<void> {
  await tx.query(`UPDATE payment_account SET ${FORGIVEN} WHERE store_id = $1`, [storeId]);
  await accountWorks(tx, storeId);
}

/** What waited for the account goes on, as far as nothing else is wrong with it. */
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
