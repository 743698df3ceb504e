import { checkStaffName } from '../../../domain/staff.ts';
import { messageLanguage } from '../../../messages/catalogue.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

/** What a member says of themselves. */
export type MemberFacts = { name: string; language: string };

export async function readMemberFacts(sql: Sql, id: string): Promise<MemberFacts> {
  const [facts] = await sql.query<MemberFacts>('SELECT name, language FROM staff_member WHERE id = $1', [id]);
  return facts ?? { name: '', language: '' };
}

/** Changes what a member says of themselves. `check` sees what it was, and may throw. */
export async function changeMember(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { name, language, check }: Partial<MemberFacts> & { check: (before: MemberFacts) => void },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock comes first: what is checked must be what is changed.
    await tx.query('SELECT 1 FROM staff_member WHERE id = $1 FOR UPDATE', [id]);
    check(await readMemberFacts(tx, id));
    await tx.query(
      'UPDATE staff_member SET name = coalesce($2, name), language = coalesce($3, language) WHERE id = $1',
      [id, name === undefined ? null : checkStaffName(name), language === undefined ? null : messageLanguage(language)],
    );
  });
}
