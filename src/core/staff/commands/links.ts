import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { STAFF_LINK_MINUTES } from '../../../domain/staff.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import type { Deps } from '../../deps.ts';
import { findInvitation, type Invitation } from '../queries/invitations.ts';
import { findStaffLink, type StaffLink } from '../queries.ts';

const SECRET_PURPOSE = 'staff-link';

/** Makes a link that creates an owner of the installation: with this address, or with one that the person says. */
export async function createOwnerLink(
  deps: Pick<Deps, 'db' | 'secrets' | 'portalUrl'>,
  email: string | null,
): Promise<{ url: string; minutes: number }> {
  if (email !== null) checkStaffEmail(email);
  const id = randomUUID();
  const minutes = STAFF_LINK_MINUTES.owner;
  await deps.db.query(
    `INSERT INTO staff_link (id, purpose, email, expires_at)
     VALUES ($1, 'owner', $2, app_now() + $3 * interval '1 minute')`,
    [id, email?.trim() ?? null, minutes],
  );
  return { url: staffLinkAddress(deps, id), minutes };
}

/** Makes a link with which a member sets a new password. */
export async function createPasswordLink(
  { db, secrets, portalUrl }: Pick<Deps, 'secrets' | 'portalUrl'> & { db: Sql },
  memberId: string,
): Promise<{ url: string; minutes: number }> {
  const id = randomUUID();
  const minutes = STAFF_LINK_MINUTES.password;
  await db.query(
    `INSERT INTO staff_link (id, purpose, member_id, expires_at)
     VALUES ($1, 'password', $2, app_now() + $3 * interval '1 minute')`,
    [id, memberId, minutes],
  );
  return { url: staffLinkAddress({ secrets, portalUrl }, id), minutes };
}

export function checkStaffEmail(email: string): void {
  if (isEmail(email.trim())) return;
  throw new AppError('invalid_parameter', 'This is not an e-mail address.', { param: 'email' });
}

/**
 * Returns the address of a link. The token stands behind the `#`, which browsers do not send: it is in no log of a server or
 * proxy, and in no referrer.
 */
export function staffLinkAddress(deps: Pick<Deps, 'secrets' | 'portalUrl'>, id: string): string {
  return `${deps.portalUrl}/links#${id}.${deps.secrets.derive(SECRET_PURPOSE, id)}`;
}

/** A link that still works. */
export type LiveLink = { link: StaffLink } | { invitation: Invitation };

/** Returns the link of a token. Throws `link_not_found` for a wrong token and for a link that was used or is too old. */
export async function readStaffLink(deps: Pick<Deps, 'db' | 'secrets'>, token: string): Promise<LiveLink> {
  const [id = '', secret = '', ...more] = token.split('.');
  const isOurs = isUuid(id) && more.length === 0 && deps.secrets.matches(SECRET_PURPOSE, id, secret);
  if (!isOurs) throw deadLink();
  const link = await findStaffLink(deps.db, id);
  if (link && !link.expired && !link.used) return { link };
  const invitation = await findInvitation(deps.db, id);
  if (invitation?.state === 'open') return { invitation };
  throw deadLink();
}

/** Uses a link up. Throws `link_not_found` when another request was faster. */
export async function useStaffLink(tx: Sql, id: string): Promise<void> {
  const used = await tx.query(
    'UPDATE staff_link SET used_at = app_now() WHERE id = $1 AND used_at IS NULL RETURNING 1',
    [id],
  );
  if (used.length === 0) throw deadLink();
}

/** Accepts an invitation. Throws `link_not_found` when another request was faster, or it was revoked. */
export async function useInvitation(tx: Sql, { storeId, id }: Invitation): Promise<void> {
  const used = await tx.query(
    `UPDATE staff_invitation SET accepted_at = app_now()
     WHERE store_id = $1 AND id = $2 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING 1`,
    [storeId, id],
  );
  if (used.length === 0) throw deadLink();
}

function deadLink(): AppError {
  return new AppError('link_not_found', 'This link does not work any more: it was used, replaced, or is too old.');
}
