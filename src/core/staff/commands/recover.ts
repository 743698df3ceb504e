import type { Deps } from '../../deps.ts';
import { createPasswordLink } from './links.ts';
import { endOtherSessions } from './sessions.ts';
import { tellChange } from './tell-change.ts';

/**
 * Lets a member in again who has lost everything: forgets their app, passkeys and recovery codes, ends their sessions, and makes a link
 * to set a password. The caller has made sure who asks.
 */
export async function recoverMember(
  { db, secrets, portalUrl }: Pick<Deps, 'db' | 'secrets' | 'portalUrl'>,
  memberId: string,
): Promise<{ url: string; minutes: number }> {
  return db.transaction(async (tx) => {
    for (const table of ['staff_totp', 'staff_passkey', 'staff_recovery_code'] as const) {
      await tx.query(`DELETE FROM ${table} WHERE member_id = $1`, [memberId]);
    }
    await endOtherSessions(tx, memberId, null);
    await tellChange(tx, memberId, 'recovered');
    return createPasswordLink({ db: tx, secrets, portalUrl }, memberId);
  });
}
