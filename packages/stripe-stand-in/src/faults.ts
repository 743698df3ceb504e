import type { Books } from './database.ts';

/**
 * The failures that an act can plant. `drop` and `hang` happen before the call ran, `drop_after` and `slow` after it: the
 * caller cannot tell which.
 */
export const FAULTS = ['http_500', 'html', 'empty', 'hang', 'drop', 'drop_after', 'rate_limit', 'slow'] as const;
export type Fault = (typeof FAULTS)[number];

/** Takes the first planted fault that matches this call; null if there is none. */
export async function takeFault(
  db: Books,
  accountId: string,
  { method, path }: { method: string; path: string },
): Promise<Fault | null> {
  return db.transaction(async (tx) => {
    const [fault] = await tx.query<{ id: number; kind: Fault; skip: number; times: number }>(
      `SELECT id, kind, skip, times FROM fake_stripe.fault
       WHERE account_id = $1 AND (method IS NULL OR method = $2) AND (path IS NULL OR starts_with($3, path))
       ORDER BY id LIMIT 1 FOR UPDATE`,
      [accountId, method, path],
    );
    if (!fault) return null;
    if (fault.skip > 0) {
      await tx.query('UPDATE fake_stripe.fault SET skip = skip - 1 WHERE id = $1', [fault.id]);
      return null;
    }
    if (fault.times > 1) await tx.query('UPDATE fake_stripe.fault SET times = times - 1 WHERE id = $1', [fault.id]);
    else await tx.query('DELETE FROM fake_stripe.fault WHERE id = $1', [fault.id]);
    return fault.kind;
  });
}
