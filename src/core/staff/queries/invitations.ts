import { normaliseEmail } from '../../../domain/checkout.ts';
import { AppError } from '../../../domain/error.ts';
import type { Role } from '../../../domain/role.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';

/** An invitation to work in a store. */
export type Invitation = {
  id: string;
  storeId: string;
  storeName: string;
  storeLanguage: string;
  email: string;
  role: Role;
  invitedBy: string;
  /** Null for the command line, and where it is not known. */
  invitedById: string | null;
  createdAt: Date;
  expiresAt: Date;
  state: 'open' | 'accepted' | 'revoked' | 'expired';
};

const INVITATION = `
  SELECT i.id, i.store_id AS "storeId", s.name AS "storeName", s.locale AS "storeLanguage", i.email, i.role, i.invited_by AS "invitedBy", i.invited_by_id AS "invitedById",
         i.created_at AS "createdAt", i.expires_at AS "expiresAt",
         CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
              WHEN i.expires_at <= (SELECT app_now()) THEN 'expired' ELSE 'open' END AS state
  FROM staff_invitation i JOIN store s ON s.id = i.store_id`;

/** Lists the invitations of a store that are open, the newest first. */
export async function listInvitations(sql: Sql, storeId: string): Promise<Invitation[]> {
  return sql.query<Invitation>(
    `${INVITATION} WHERE i.store_id = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL
       AND i.expires_at > (SELECT app_now()) ORDER BY i.created_at DESC, i.id`,
    [storeId],
  );
}

/** Returns the open invitation of this address, in whatever case it is typed. */
export async function findOpenInvitation(sql: Sql, storeId: string, email: string): Promise<Invitation | null> {
  const key = normaliseEmail(email);
  const open = await listInvitations(sql, storeId);
  return open.find((one) => normaliseEmail(one.email) === key) ?? null;
}

/** Returns an invitation of any store by its id, because its link does not name the store. */
export async function findInvitation(sql: Sql, id: string): Promise<Invitation | null> {
  const [invitation] = await sql.query<Invitation>(`${INVITATION} WHERE i.id = $1`, [id]);
  return invitation ?? null;
}

/** Returns an invitation of the store. Throws `invitation_not_found`. */
export async function readInvitation(sql: Sql, storeId: string, id: string): Promise<Invitation> {
  const found = isUuid(id) ? await findInvitation(sql, id) : null;
  if (found?.storeId === storeId) return found;
  throw new AppError('invitation_not_found', 'There is no such invitation in this store.');
}
