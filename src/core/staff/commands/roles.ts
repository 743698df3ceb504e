import { AppError } from '../../../domain/error.ts';
import { ROLE_SCOPES, ROLES, type Role } from '../../../domain/role.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Principal } from '../../activity/commands.ts';
import { endTokensOf } from '../../api-tokens/commands.ts';
import type { Deps } from '../../deps.ts';
import { lockStore } from '../../stores/commands/lock.ts';
import { endOtherSessions } from './sessions.ts';

/** `keeper`: who answers for the tokens of the member from now on. Without one they end. */
type InStore = { storeId: string; memberId: string; keeper?: Principal | undefined };

/** What a member made that may do more than they may now. The invitations ended, and the tokens unless they have a keeper. */
export type MadeAccess = {
  tokens: { id: string; name: string; scopes: Scope[] }[];
  invitations: { id: string; email: string }[];
};

/**
 * Sets what a member is in a store. Holds from their next request on. Throws `last_owner` when it would leave the store without an
 * owner.
 */
export async function setRole({ db }: Pick<Deps, 'db'>, member: InStore, role: Role): Promise<MadeAccess> {
  const { storeId, memberId } = member;
  return db.transaction(async (tx) => {
    await lockRoles(tx, storeId);
    await giveToOwnersOfInstallation(tx, storeId);
    await tx.query(
      `INSERT INTO staff_role (store_id, member_id, role) VALUES ($1, $2, $3)
       ON CONFLICT (store_id, member_id) DO UPDATE SET role = excluded.role`,
      [storeId, memberId, role],
    );
    await requireOwner(tx, storeId);
    return endMadeAccess(tx, member, ROLE_SCOPES[role]);
  });
}

/**
 * Takes a member out of a store. A member who then works nowhere is signed out everywhere. Returns null when they did not work there.
 * Throws `last_owner`.
 */
export async function removeRole({ db }: Pick<Deps, 'db'>, member: InStore): Promise<MadeAccess | null> {
  const { isRemoved, made } = await db.transaction((tx) => removeRoleIn(tx, member));
  return isRemoved ? made : null;
}

/** Does what `removeRole` does, in the transaction of the caller. */
export async function removeRoleIn(tx: Sql, member: InStore): Promise<{ isRemoved: boolean; made: MadeAccess }> {
  const { storeId, memberId } = member;
  await lockRoles(tx, storeId);
  await giveToOwnersOfInstallation(tx, storeId);
  const removed = await tx.query('DELETE FROM staff_role WHERE store_id = $1 AND member_id = $2 RETURNING 1', [
    storeId,
    memberId,
  ]);
  await requireOwner(tx, storeId);
  const [left] = await tx.query(
    `SELECT 1 FROM staff_member m WHERE m.id = $1 AND (m.may_create_stores OR EXISTS (
       SELECT 1 FROM staff_role r JOIN store s ON s.id = r.store_id WHERE r.member_id = m.id AND s.deleted_at IS NULL))`,
    [memberId],
  );
  if (!left) await endOtherSessions(tx, memberId, null);
  return { isRemoved: removed.length > 0, made: await endMadeAccess(tx, member, []) };
}

/** Ends what a member made and what may do more than is `left` to them: it would let in again who has it. */
async function endMadeAccess(
  tx: Sql,
  { storeId, memberId, keeper }: InStore,
  left: readonly Scope[],
): Promise<MadeAccess> {
  const tokens = await endTokensOf(tx, { storeId, memberId }, { left, keeper });
  const above = ROLES.filter((role) => ROLE_SCOPES[role].some((scope) => !left.includes(scope)));
  const invitations = await tx.query<MadeAccess['invitations'][number]>(
    `UPDATE staff_invitation SET revoked_at = app_now()
     WHERE store_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND role = ANY($3)
       AND (invited_by_id = $2 OR invited_by_id = ANY($4))
     RETURNING id, email`,
    [storeId, memberId, above, keeper ? [] : tokens.map(({ id }) => id)],
  );
  return { tokens, invitations };
}

/** Two changes at once could each leave the other's owner, and together none. */
async function lockRoles(tx: Sql, storeId: string): Promise<void> {
  await lockStore(tx, storeId);
}

/**
 * Writes down to whom a store without an owner belongs, before anyone else gets a role in it: else the owners of the
 * installation would lose it to the first owner whom they name.
 */
async function giveToOwnersOfInstallation(tx: Sql, storeId: string): Promise<void> {
  await tx.query(
    `INSERT INTO staff_role (store_id, member_id, role)
     SELECT $1, m.id, 'owner' FROM staff_member m
     WHERE m.may_create_stores
       AND NOT EXISTS (SELECT 1 FROM staff_role r WHERE r.store_id = $1 AND r.role = 'owner')
     ON CONFLICT (store_id, member_id) DO UPDATE SET role = excluded.role`,
    [storeId],
  );
}

async function requireOwner(tx: Sql, storeId: string): Promise<void> {
  const [owner] = await tx.query(`SELECT 1 FROM staff_role WHERE store_id = $1 AND role = 'owner' LIMIT 1`, [storeId]);
  if (owner) return;
  const message = 'A store needs an owner. Make somebody else an owner first.';
  throw new AppError('last_owner', message);
}
