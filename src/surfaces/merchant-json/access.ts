import type { Activity } from '../../core/activity/queries.ts';
import type { ApiToken } from '../../core/api-tokens/queries.ts';
import type { Invitation } from '../../core/staff/queries/invitations.ts';
import type { StaffInStore } from '../../core/staff/queries.ts';
import type { AdminActivity, AdminToken } from '../../protocol/schema/admin-api/access.ts';
import type { AdminInvitation, AdminStaff } from '../../protocol/schema/admin-api/staff.ts';

export function tokenJson(token: ApiToken): AdminToken {
  return {
    id: token.id,
    name: token.name,
    ending: token.ending,
    scopes: token.scopes,
    state: token.state,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

export function activityJson({ id, at, byKind, byId, byName, ...entry }: Activity): AdminActivity {
  return {
    id,
    at: at.toISOString(),
    by: { kind: byKind, id: byId, name: byName },
    action: entry.action,
    subject: entry.subject,
    before: entry.before,
    after: entry.after,
    request_id: entry.requestId,
  };
}

export function staffJson({ id, email, name, role, lastUsedAt }: StaffInStore): AdminStaff {
  return { id, email, name, role, last_used_at: lastUsedAt?.toISOString() ?? null };
}

export function invitationJson({
  id,
  email,
  role,
  invitedBy,
  state,
  createdAt,
  expiresAt,
}: Invitation): AdminInvitation {
  return {
    id,
    email,
    role,
    invited_by: invitedBy,
    state,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
