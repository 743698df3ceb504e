import { MAILS_PUT_OFF, type MailTrouble, mailStandsStill } from '../../../domain/clock.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import { beginOutage, endOutage } from './record.ts';

const MAIL = { storeId: null, kind: 'mail' } as const;

// Of an outage: as late is known that it is over, where no new mail says so.
const PROBE_EVERY = "interval '5 minutes'";

type NotTaken = { mailId: string; reason: string; isServer: boolean };

/**
 * A mail could not be handed over, and is tried again. Where that is so of all for long enough, none goes out: an outage,
 * from the first of them on. `isServer`: it was no answer about this mail.
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

/** SQL: a mail was not taken since the last one was; that one is now has to be noted. */
export const MAILS_FAIL = 'EXISTS (SELECT 1 FROM mail_life WHERE failing_since IS NOT NULL)';

/**
 * A mail went out: mails do. Those that waited in an outage are tried at once. Where none was tried for long since the first that
 * was not taken, it is known only now that there was one.
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

/** Whether this process is to try some of the mails that wait in an outage. */
export async function claimMailProbe(sql: Sql): Promise<boolean> {
  const claimed = await sql.query(
    `UPDATE mail_life SET probe_at = app_now() + ${PROBE_EVERY}
     WHERE probe_at <= (SELECT app_now()) RETURNING 1`,
  );
  return claimed.length > 0;
}

/** Whether this process is to have all mails tried that waited in an outage. One that dies with it leaves it to another. */
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
