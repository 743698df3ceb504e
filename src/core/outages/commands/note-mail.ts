import { MAILS_PUT_OFF, type MailTrouble, mailStandsStill } from '../../../domain/clock.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import { beginOutage, endOutage } from './record.ts';

const MAIL = { storeId: null, kind: 'mail' } as const;

// Without a new mail, this is how late the end of an outage is noticed.
const PROBE_EVERY = "interval '5 minutes'";

type NotTaken = { mailId: string; reason: string; isServer: boolean };

/**
 * Notes that the mail server did not take a mail, which is tried again. When no mail was taken for long enough, this begins
 * an outage, which counts from the first mail that failed. `isServer`: the failure is about the server, not about this mail.
 */
export async function noteMailNotTaken(db: Database, { mailId, reason, isServer }: NotTaken): Promise<void> {
  await db.transaction(async (tx) => {
    const [trouble] = await tx.query<MailTrouble>(
      `INSERT INTO mail_life AS m (failing_since, failed_of, is_server, reason) VALUES (app_now(), ARRAY[$1::uuid], $2, $3)
       ON CONFLICT (one) DO UPDATE SET failing_since = coalesce(m.failing_since, app_now()), reason = excluded.reason,
         is_server = m.is_server OR excluded.is_server,
         failed_of = CASE WHEN $1 = ANY (m.failed_of) OR cardinality(m.failed_of) >= ${MAILS_PUT_OFF} THEN m.failed_of
                          ELSE m.failed_of || excluded.failed_of END
       RETURNING failing_since AS since, cardinality(failed_of) AS failed, is_server AS "isServer", app_now() AS now`,
      [mailId, isServer, reason],
    );
    if (!trouble || !mailStandsStill(trouble)) return;
    await tx.query(`UPDATE mail_life SET probe_at = app_now() + ${PROBE_EVERY} WHERE probe_at IS NULL`);
    await beginOutage(tx, MAIL, { beganAt: trouble.since, reason });
  });
}

/** SQL: true when a mail has failed since the last one was taken. The next mail that is taken has to be noted then. */
export const MAILS_FAIL = 'EXISTS (SELECT 1 FROM mail_life WHERE failing_since IS NOT NULL)';

/**
 * Notes that a mail went out, which ends an outage of mails. The mails that waited in the outage are then tried at once. The
 * outage may not be recorded yet, if no mail was tried for long after the first failure: it is recorded here first.
 */
export async function noteMailTaken(tx: Sql): Promise<void> {
  const [before] = await tx.query<MailTrouble & { reason: string }>(
    `UPDATE mail_life m SET failing_since = NULL, failed_of = '{}', is_server = false, reason = NULL, probe_at = NULL
     FROM mail_life b WHERE m.failing_since IS NOT NULL AND b.one = m.one
     RETURNING b.failing_since AS since, cardinality(b.failed_of) AS failed, b.is_server AS "isServer", app_now() AS now, b.reason`,
  );
  if (!before || !mailStandsStill(before)) return;
  await beginOutage(tx, MAIL, { beganAt: before.since, reason: before.reason });
  await endOutage(tx, MAIL);
  await tx.query('UPDATE mail_life SET revive_at = app_now()');
}

/** Returns true when this process has to try some of the mails that wait in an outage. */
export async function claimMailProbe(sql: Sql): Promise<boolean> {
  const claimed = await sql.query(
    `UPDATE mail_life SET probe_at = app_now() + ${PROBE_EVERY}
     WHERE probe_at <= (SELECT app_now()) RETURNING 1`,
  );
  return claimed.length > 0;
}

/**
 * Returns true when this process has to retry all mails that waited in an outage. If the process dies before
 * `endMailRevival`, another one may claim the work.
 */
export async function claimMailRevival(sql: Sql): Promise<boolean> {
  const claimed = await sql.query(
    `UPDATE mail_life SET revive_at = app_now() + ${PROBE_EVERY}
     WHERE revive_at <= (SELECT app_now()) RETURNING 1`,
  );
  return claimed.length > 0;
}

export async function endMailRevival(sql: Sql): Promise<void> {
  await sql.query('UPDATE mail_life SET revive_at = NULL WHERE revive_at IS NOT NULL');
}
