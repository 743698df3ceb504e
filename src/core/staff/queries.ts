import { normaliseEmail } from '../../domain/checkout.ts';
import { AppError } from '../../domain/error.ts';
import type { Role } from '../../domain/role.ts';
import { SESSION } from '../../domain/staff.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';
import { STORE_COLUMNS, type Store } from '../stores/queries.ts';
import { sessionHash } from './session-secret.ts';

/** A person who works for merchants and signs in to the portal. */
export type StaffMember = {
  id: string;
  email: string;
  name: string;
  /** A BCP 47 tag: the language of the portal and of mails. */
  language: string;
  mayCreateStores: boolean;
  createdAt: Date;
};

const MEMBER = `m.id, m.email, m.name, m.language, m.may_create_stores AS "mayCreateStores", m.created_at AS "createdAt"`;

/** Returns the member with this address, in whatever case it is typed. */
export async function findMemberByEmail(sql: Sql, email: string): Promise<StaffMember | null> {
  const [member] = await sql.query<StaffMember>(`SELECT ${MEMBER} FROM staff_member m WHERE m.email_key = $1`, [
    normaliseEmail(email),
  ]);
  return member ?? null;
}

/** Returns the member of this id. Throws `staff_not_found`. */
export async function readMember(sql: Sql, id: string): Promise<StaffMember> {
  const [member] = isUuid(id)
    ? await sql.query<StaffMember>(`SELECT ${MEMBER} FROM staff_member m WHERE m.id = $1`, [id])
    : [];
  if (!member) throw new AppError('staff_not_found', 'There is no such staff member.');
  return member;
}

/** A store that a member may work in. */
export type StoreAccess = {
  storeId: string;
  slug: string;
  name: string;
  mode: 'test' | 'live';
  /** The id of the store of which it is the test store. */
  copyOf: string | null;
  role: Role;
  /** True where the store demands a second factor and the member has none. */
  lacksFactor: boolean;
};

// A store without an owner belongs to the owners of the installation.
const accessSql = (memberId: string) => `
  SELECT s.id AS "storeId", s.slug, s.name, s.mode, s.copy_of AS "copyOf", coalesce(r.role, 'owner') AS role,
         s.second_factor_required
           AND NOT EXISTS (SELECT 1 FROM staff_totp WHERE member_id = ${memberId} AND confirmed_at IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM staff_passkey WHERE member_id = ${memberId}) AS "lacksFactor"
  FROM store s LEFT JOIN staff_role r ON r.store_id = s.id AND r.member_id = ${memberId}
  WHERE s.deleted_at IS NULL AND (r.role IS NOT NULL
         OR (SELECT may_create_stores FROM staff_member WHERE id = ${memberId})
            AND NOT EXISTS (SELECT 1 FROM staff_role o WHERE o.store_id = s.id AND o.role = 'owner'))`;

/** Lists the stores that a member may work in, by name. */
export async function listStoresOf(sql: Sql, memberId: string): Promise<StoreAccess[]> {
  return sql.query<StoreAccess>(`${accessSql('$1')} ORDER BY s.name, s.slug`, [memberId]);
}

/** Returns what a member is in a store. Null for an unknown store, and for one in which they do not work. */
export async function findAccess(sql: Sql, memberId: string, slug: string): Promise<StoreAccess | null> {
  const [access] = await sql.query<StoreAccess>(`${accessSql('$1')} AND s.slug = $2`, [memberId, slug]);
  return access ?? null;
}

/** Returns true when the installation has an owner, to whom the stores without an owner belong. */
export async function hasOwner(sql: Sql): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM staff_member WHERE may_create_stores LIMIT 1');
  return rows.length > 0;
}

/** A member in one store. */
export type StaffInStore = Pick<StaffMember, 'id' | 'email' | 'name'> & {
  role: Role;
  /** When they last used a session that has not ended; null without one. */
  lastUsedAt: Date | null;
};

/** Lists the members of a store by name, also the owners of the installation where the store has no owner of its own. */
export async function listStaff(sql: Sql, storeId: string): Promise<StaffInStore[]> {
  return sql.query<StaffInStore>(
    `SELECT m.id, m.email, m.name, coalesce(r.role, 'owner') AS role,
            (SELECT max(last_used_at) FROM staff_session s WHERE s.member_id = m.id) AS "lastUsedAt"
     FROM staff_member m LEFT JOIN staff_role r ON r.store_id = $1 AND r.member_id = m.id
     WHERE r.role IS NOT NULL
        OR m.may_create_stores AND NOT EXISTS (SELECT 1 FROM staff_role o WHERE o.store_id = $1 AND o.role = 'owner')
     ORDER BY m.name, m.id`,
    [storeId],
  );
}

/** Returns a member of the store. Throws `staff_not_found`. */
export async function readStaff(sql: Sql, storeId: string, memberId: string): Promise<StaffInStore> {
  const found = (await listStaff(sql, storeId)).find(({ id }) => id === memberId);
  if (found) return found;
  throw new AppError('staff_not_found', 'There is no such staff member in this store.');
}

/** A session that is still valid. */
export type StaffSession = {
  id: string;
  memberId: string;
  /** False while the second factor is missing. */
  signedIn: boolean;
  /** Such as `Firefox on Linux`. */
  browser: string;
  createdAt: Date;
  /** Right to within a minute. */
  lastUsedAt: Date;
  expiresAt: Date;
  /** Until this time the member need not prove again who they are; null when it is over. */
  confirmedUntil: Date | null;
  /** True when the last use was stored more than a minute ago. */
  stale: boolean;
};

const SESSION_COLUMNS = `
  s.id, s.member_id AS "memberId", s.signed_in AS "signedIn", s.browser, s.created_at AS "createdAt",
  s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt",
  CASE WHEN s.confirmed_at > (SELECT app_now()) - interval '${SESSION.confirmedMinutes} minutes'
       THEN s.confirmed_at + interval '${SESSION.confirmedMinutes} minutes' END AS "confirmedUntil",
  s.last_used_at < (SELECT app_now()) - interval '1 minute' AS stale`;

const IS_VALID = `s.expires_at > (SELECT app_now())
  AND s.last_used_at > (SELECT app_now()) - interval '${SESSION.idleHours} hours'`;

/** Returns the valid session of a cookie's secret. */
export async function findSession(sql: Sql, secret: string): Promise<StaffSession | null> {
  const [session] = await sql.query<StaffSession>(
    `SELECT ${SESSION_COLUMNS} FROM staff_session s WHERE s.hash = $1 AND ${IS_VALID}`,
    [sessionHash(secret)],
  );
  return session ?? null;
}

/** Who asks in the portal, and in which store. */
export type Visit = {
  session: StaffSession;
  member: StaffMember;
  /** Null where no store is named, and where they do not work in it. */
  in: { access: StoreAccess; store: Store } | null;
};

const VISIT = `
  SELECT to_jsonb(session) AS session, to_jsonb(member) AS member, to_jsonb(access) AS access, to_jsonb(store) AS store
  FROM (SELECT ${SESSION_COLUMNS} FROM staff_session s WHERE s.hash = $1 AND ${IS_VALID}) AS session
  CROSS JOIN LATERAL (SELECT ${MEMBER} FROM staff_member m WHERE m.id = session."memberId") AS member
  LEFT JOIN LATERAL (${accessSql('member.id')} AND s.slug = $2) AS access ON true
  LEFT JOIN LATERAL (SELECT ${STORE_COLUMNS} FROM store s WHERE s.id = access."storeId") AS store ON true`;

/** Returns who asks with a cookie's secret, in the store of this name: every request of the portal begins with it. */
export async function findVisit(sql: Sql, secret: string, slug: string | null): Promise<Visit | null> {
  const [row] = await sql.query<Record<'session' | 'member' | 'access' | 'store', Record<string, unknown> | null>>(
    VISIT,
    [sessionHash(secret), slug],
  );
  if (!row) return null;
  const { session, member, access, store } = row;
  return {
    session: withMoments(session) as StaffSession,
    member: withMoments(member) as StaffMember,
    in: access && store ? { access: access as StoreAccess, store: withMoments(store) as Store } : null,
  };
}

const MOMENTS = new Set(['createdAt', 'lastUsedAt', 'expiresAt', 'confirmedUntil']);

/** Gives what came as JSON its moments back. */
function withMoments(row: Record<string, unknown> | null): unknown {
  const entries = Object.entries(row ?? {});
  return Object.fromEntries(
    entries.map(([key, value]) => [key, MOMENTS.has(key) && typeof value === 'string' ? new Date(value) : value]),
  );
}

/** Lists the valid sessions of a member, the one that was used last first. */
export async function listSessions(sql: Sql, memberId: string): Promise<StaffSession[]> {
  return sql.query<StaffSession>(
    `SELECT ${SESSION_COLUMNS} FROM staff_session s WHERE s.member_id = $1 AND s.signed_in AND ${IS_VALID}
     ORDER BY s.last_used_at DESC, s.id`,
    [memberId],
  );
}

/** A one-time link, used or not. */
export type StaffLink = {
  id: string;
  purpose: 'owner' | 'password';
  /** Whom the link makes a member; null when the person says it, and for a link that sets a password. */
  email: string | null;
  /** Whose password the link sets. */
  memberId: string | null;
  expired: boolean;
  used: boolean;
};

export async function findStaffLink(sql: Sql, id: string): Promise<StaffLink | null> {
  const [link] = await sql.query<StaffLink>(
    `SELECT id, purpose, email, member_id AS "memberId", expires_at <= (SELECT app_now()) AS expired,
            used_at IS NOT NULL AS used
     FROM staff_link WHERE id = $1`,
    [id],
  );
  return link ?? null;
}

/** A mail to staff, sent or not. */
export type StaffMailRow = { id: string; kind: string; email: string; createdAt: Date; doneAt: Date | null };

/** Lists the newest mails to staff, for a developer who runs the service on their own machine. */
export async function listNewestStaffMails(sql: Sql, limit: number): Promise<StaffMailRow[]> {
  return sql.query<StaffMailRow>(
    `SELECT id, kind, email, created_at AS "createdAt", done_at AS "doneAt" FROM staff_mail
     ORDER BY created_at DESC, id LIMIT $1`,
    [limit],
  );
}
