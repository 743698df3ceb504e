import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '../../../domain/checkout.ts';
import { AppError } from '../../../domain/error.ts';
import type { Role } from '../../../domain/role.ts';
import { STAFF_LINK_MINUTES } from '../../../domain/staff.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { lockStore } from '../../stores/commands/lock.ts';
import { listInvitations, readInvitation } from '../queries/invitations.ts';
import { listStaff } from '../queries.ts';
import { checkStaffEmail } from './links.ts';

// A store with more has made a mistake, or sends mails to strangers.
const OPEN_MAX = 50;
// A person who has not found so many mails needs no other. The second bounds what goes to strangers whose invitations are revoked at once.
const OF_ADDRESS_A_DAY_MAX = 5;
const OF_STORE_A_DAY_MAX = 200;

export type NewInvitation = { email: string; role: Role; invitedBy: string; invitedById?: string | null };

/**
 * Invites somebody into a store by a mail. An open invitation of the same address ends. Resolves with the id. Throws `staff_exists` for
 * a person who works there, `too_many_invitations` or `rate_limited`.
 */
export async function invite({ db }: Pick<Deps, 'db'>, storeId: string, invitation: NewInvitation): Promise<string> {
  const { email } = invitation;
  checkStaffEmail(email);
  const key = normaliseEmail(email);
  return db.transaction(async (tx) => {
    await lockStore(tx, storeId); // two at once could exceed the limit
    if ((await listStaff(tx, storeId)).some((member) => normaliseEmail(member.email) === key)) {
      throw new AppError('staff_exists', 'This person works in the store already.', { param: 'email' });
    }
    const open = await listInvitations(tx, storeId);
    for (const { id, email: invited } of open) {
      if (normaliseEmail(invited) === key) await revoke(tx, storeId, id);
    }
    if (open.length >= OPEN_MAX) {
      const message = `A store has at most ${OPEN_MAX} open invitations: revoke one first.`;
      throw new AppError('too_many_invitations', message);
    }
    await checkDay(tx, storeId, key);
    return insertInvitation(tx, storeId, { ...invitation, email: email.trim() });
  });
}

/** Throws `rate_limited` for an address, or a store, that was invited or has invited too often within a day. */
async function checkDay(tx: Sql, storeId: string, key: string): Promise<void> {
  const today = await tx.query<{ email: string; waitSeconds: number }>(
    `SELECT email, ceil(extract(epoch FROM created_at + interval '1 day' - app_now()))::int AS "waitSeconds"
     FROM staff_invitation WHERE store_id = $1 AND created_at > (SELECT app_now()) - interval '1 day'
     ORDER BY created_at DESC LIMIT ${OF_STORE_A_DAY_MAX}`,
    [storeId],
  );
  const toAddress = today.filter(({ email }) => normaliseEmail(email) === key);
  const first = toAddress[OF_ADDRESS_A_DAY_MAX - 1] ?? today[OF_STORE_A_DAY_MAX - 1];
  if (!first) return;
  const message = 'So many invitations go out in a day. Ask the person whether the mails are in their spam.';
  throw new AppError('rate_limited', message, { data: { retry_after: Math.max(1, first.waitSeconds) } });
}

async function insertInvitation(
  tx: Sql,
  storeId: string,
  { email, role, invitedBy, invitedById = null }: NewInvitation,
): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO staff_invitation (store_id, id, email, role, invited_by, invited_by_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, app_now() + $7 * interval '1 minute')`,
    [storeId, id, email, role, invitedBy, invitedById, STAFF_LINK_MINUTES.invitation],
  );
  await tx.query(`INSERT INTO staff_mail (id, kind, email, invitation_id) VALUES ($1, 'invitation', $2, $3)`, [
    randomUUID(),
    email,
    id,
  ]);
  return id;
}

/** Ends an open invitation: its link does nothing any more. Idempotent. Throws `invitation_not_found`. */
export async function revokeInvitation({ db }: Pick<Deps, 'db'>, storeId: string, id: string): Promise<void> {
  await readInvitation(db, storeId, id);
  await revoke(db, storeId, id);
}

async function revoke(sql: Sql, storeId: string, id: string): Promise<void> {
  await sql.query(
    `UPDATE staff_invitation SET revoked_at = app_now()
     WHERE store_id = $1 AND id = $2 AND accepted_at IS NULL AND revoked_at IS NULL`,
    [storeId, id],
  );
}

/** Asks for a mail with a link to set a new password. Does the same for an address that no member has. */
export async function askForPasswordLink({ db }: Pick<Deps, 'db'>, email: string): Promise<void> {
  checkStaffEmail(email);
  await db.query(`INSERT INTO staff_mail (id, kind, email) VALUES ($1, 'password', $2)`, [randomUUID(), email.trim()]);
}
