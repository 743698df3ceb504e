import type { Activity } from '../../core/activity/queries.ts';
import type { MadeAccess } from '../../core/staff/commands/roles.ts';
import type { Invitation } from '../../core/staff/queries/invitations.ts';
import type { StaffInStore } from '../../core/staff/queries.ts';
import type { AdminActivity } from '../../protocol/schema/admin-api/access.ts';
import type { AdminInvitation, AdminMadeAccess, AdminStaff } from '../../protocol/schema/admin-api/staff.ts';

export function activityJson({ id, at, byKind, byId, byName, ...entry }: Activity): AdminActivity {
  return {
    id,
    at: at.toISOString(),
    by: { kind: byKind, id: byId, name: byName },
    action: entry.action,
    subject: entry.subject,
    before: withoutQuery(entry.before),
    after: withoutQuery(entry.after),
    request_id: entry.requestId,
  };
}

/** Masks the address of a webhook, which may hold a key of the receiver. */
function withoutQuery<T extends Activity['before']>(values: T): T {
  const url = (values as { url?: unknown } | null)?.url;
  return typeof url === 'string' ? { ...values, url: maskedUrl(url) } : values;
}

export function staffJson({ id, email, name, role, lastUsedAt }: StaffInStore): AdminStaff {
  return { id, email, name, role, last_used_at: lastUsedAt?.toISOString() ?? null };
}

export function invitationJson({
  id,
  email,
  role,
  invitedBy,
  invitedById,
  state,
  createdAt,
  expiresAt,
}: Invitation): AdminInvitation {
  return {
    id,
    email,
    role,
    invited_by: invitedBy,
    invited_by_id: invitedById,
    state,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

/** Returns what a member made that may do more than they may now. */
export function madeJson(made: MadeAccess | null): AdminMadeAccess {
  const { tokens = [], invitations = [] } = made ?? {};
  return { tokens: tokens.map(({ id, name }) => ({ id, name })), invitations };
}

/** Returns an address without its query, which often holds a key of the receiver. */
export function maskedUrl(url: string): string {
  const [address, ...query] = url.split('?');
  return query.length > 0 ? `${address}?…` : url;
}
