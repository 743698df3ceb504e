import { checkStaffName } from '../../../domain/staff.ts';
import { messageLanguage } from '../../../messages/catalogue.ts';
import type { Deps } from '../../deps.ts';

/** Changes what a member says of themselves. */
export async function changeMember(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { name, language }: { name?: string; language?: string },
): Promise<void> {
  await db.query('UPDATE staff_member SET name = coalesce($2, name), language = coalesce($3, language) WHERE id = $1', [
    id,
    name === undefined ? null : checkStaffName(name),
    language === undefined ? null : messageLanguage(language),
  ]);
}
