import type { Sql } from '../../../platform/db.ts';
import type { StaffChange } from '../port.ts';

/** Asks for a mail that tells a member what changed of how they sign in: it may have been somebody else. */
export async function tellChange(tx: Sql, memberId: string, what: StaffChange): Promise<void> {
  await tx.query(
    `INSERT INTO staff_mail (id, kind, email, member_id, about)
     SELECT gen_random_uuid(), 'changed', email, id, $2 FROM staff_member WHERE id = $1`,
    [memberId, what],
  );
}
