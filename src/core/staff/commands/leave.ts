import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Principal } from '../../activity/commands.ts';
import type { Deps } from '../../deps.ts';
import { listStoresOf } from '../queries.ts';
import { type MadeAccess, removeRoleIn } from './roles.ts';
import { endOtherSessions } from './sessions.ts';

/** `keeper`: who answers for the tokens of the member from now on. Without one they end. */
type Leaving = { memberId: string; keeper?: Principal | undefined };

/**
 * Takes a member out of every store and out of the installation, and signs them out everywhere: all of it, or nothing. Throws
 * `last_owner` where a store, or the installation, would be without an owner. Resolves with the stores that they leave, and with
 * what they made there.
 */
export async function leave(
  { db }: Pick<Deps, 'db'>,
  { memberId, keeper }: Leaving,
): Promise<MadeAccess & { stores: string[] }> {
  return db.transaction(async (tx) => {
    const stores = await listStoresOf(tx, memberId);
    await leaveInstallation(tx, memberId);
    const left: MadeAccess = { tokens: [], invitations: [] };
    for (const { storeId, name } of stores) {
      const { made } = await removeRoleIn(tx, { storeId, memberId, keeper }).catch((error: unknown) => {
        throw inStore(error, name);
      });
      left.tokens.push(...made.tokens);
      left.invitations.push(...made.invitations);
    }
    await endOtherSessions(tx, memberId, null);
    return { ...left, stores: stores.map(({ slug }) => slug) };
  });
}

/** The stores without an owner of their own belong to the others from then on. */
async function leaveInstallation(tx: Sql, memberId: string): Promise<void> {
  const owners = await tx.query<{ id: string }>(
    'SELECT id FROM staff_member WHERE may_create_stores ORDER BY id FOR NO KEY UPDATE',
  );
  if (!owners.some(({ id }) => id === memberId)) return;
  if (owners.length === 1) {
    throw new AppError('last_owner', 'This installation has no other owner. Make somebody else one first.');
  }
  await tx.query('UPDATE staff_member SET may_create_stores = false WHERE id = $1', [memberId]);
}

function inStore(error: unknown, name: string): unknown {
  return error instanceof AppError ? new AppError(error.code, `${name}: ${error.message}`, error.info) : error;
}
