import { undoSurplus } from '../../src/core/payments/commands/end-attempt.ts';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { finishSwap } from '../../src/core/preorders/commands/finish-swap.ts';
import type { Sql } from '../../src/platform/db.ts';
import type { Core } from './core.ts';
import type { Sizes } from './sizes.ts';

type Key = { storeId: string; preorderId: string };

/** Runs the jobs of the outbox about swaps and money, in their order. */
export async function runSwapJobs(core: Core, { storeId, preorderId }: Key): Promise<void> {
  const attempts = await core.db.query<{ id: string; paid: boolean }>(
    `SELECT a.id, EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = a.id AND o.topic = 'swap.paid') AS paid
     FROM attempt a WHERE a.preorder_id = $1 ORDER BY a.created_at`,
    [preorderId],
  );
  for (const { id, paid } of attempts) {
    if (paid) await finishSwap(core, { storeId, attemptId: id });
    await undoSurplus(core, { storeId, attemptId: id });
  }
  await moveMoney(core, storeId, preorderId);
}

/** Counts the units of all sizes that are held. */
export async function countHeld(sql: Sql, { waitlistId }: Sizes): Promise<number> {
  const [row] = await sql.query<{ held: number }>('SELECT sum(held)::int AS held FROM unit WHERE waitlist_id = $1', [
    waitlistId,
  ]);
  return row?.held ?? -1;
}

/** Reads what became of each attempt of the pre-order, the oldest first. */
export async function attemptsOf(sql: Sql, { preorderId }: Key): Promise<{ state: string; amount: number }[]> {
  return sql.query<{ state: string; amount: number }>(
    'SELECT state, amount FROM attempt WHERE preorder_id = $1 ORDER BY created_at',
    [preorderId],
  );
}
