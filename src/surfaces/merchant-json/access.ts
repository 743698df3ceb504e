import type { Activity } from '../../core/activity/queries.ts';
import type { ApiToken } from '../../core/api-tokens/queries.ts';
import type { AdminActivity, AdminToken } from '../../protocol/schema/admin-api/access.ts';

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
