import type { Sql } from '../../../platform/db.ts';

/**
 * Writes a mail to those who run a store: its platform no longer takes the credentials. Without an owner those are the owners of the
 * installation; without any account the mail goes to the address that shoppers know. `about` names the account on the platform.
 */
export async function tellRefused(tx: Sql, storeId: string, about: string): Promise<void> {
  await tx.query(
    `WITH told AS (
       SELECT m.id, m.email FROM staff_member m
       WHERE m.id IN (SELECT member_id FROM staff_role WHERE store_id = $1 AND role IN ('owner', 'manager'))
          OR m.may_create_stores AND NOT EXISTS (SELECT 1 FROM staff_role WHERE store_id = $1 AND role = 'owner'))
     INSERT INTO staff_mail (id, kind, email, store_id, member_id, about)
     SELECT gen_random_uuid(), 'connection_refused', t.email, $1, t.id, $2 FROM told t
     UNION ALL SELECT gen_random_uuid(), 'connection_refused', s.contact_email, s.id, NULL, $2 FROM store s
     WHERE s.id = $1 AND s.contact_email <> '' AND NOT EXISTS (SELECT 1 FROM told)`,
    [storeId, about],
  );
}
