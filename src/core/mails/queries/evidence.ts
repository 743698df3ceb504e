import type { Sql } from '../../../platform/db.ts';
import type { MailEvidence } from '../evidence.ts';

/** Reads what is kept of a mail that went out. Null before, of mails from before it was kept, and once the person is erased. */
export async function findEvidence(
  sql: Sql,
  { storeId, id }: { storeId: string; id: string },
): Promise<MailEvidence | null> {
  const [row] = await sql.query<MailEvidence>(
    `SELECT sent_to AS "to", subject, written_from AS "writtenFrom", encode(body_digest, 'hex') AS digest
     FROM mail WHERE store_id = $1 AND id = $2 AND written_from IS NOT NULL`,
    [storeId, id],
  );
  return row ?? null;
}
