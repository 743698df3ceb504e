import type { Sql } from '../../platform/db.ts';

export type Backup = { madeAt: Date; bytes: number; encrypted: boolean; verifiedAt: Date | null; ageSeconds: number };

/** Returns the newest backup that ended well, or null. */
export async function readLastBackup(sql: Sql): Promise<Backup | null> {
  const [backup] = await sql.query<Backup>(
    `SELECT made_at AS "madeAt", bytes, encrypted, verified_at AS "verifiedAt",
       extract(epoch FROM now() - made_at)::float8 AS "ageSeconds"
     FROM backup ORDER BY id DESC LIMIT 1`,
  );
  return backup ?? null;
}
