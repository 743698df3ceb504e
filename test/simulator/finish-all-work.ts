import { goOnDespiteDispute } from '../../src/core/accounts/commands/dispute.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { endWithdrawal } from '../../src/core/withdrawals/commands/end.ts';
import { receiveReturn } from '../../src/core/withdrawals/commands/end-return.ts';
import { readWithdrawal } from '../../src/core/withdrawals/queries.ts';
import { deliverDispute } from './bank.ts';
import { checkClocks } from './clock-rule.ts';
import { openWithdrawals } from './commands/withdrawals.ts';
import type { Process } from './process.ts';
import { UNEXPECTED, Violation } from './violation.ts';
import { deliverWebhooks, work } from './work.ts';
import type { World } from './world.ts';

const ROUNDS_MIN = 3;
const ROUNDS_MAX = 60;
const ROUND_SECONDS = 20 * 60;

/** Ends all faults and lets time pass until all work is done by itself. */
export async function finishAllWork(world: World): Promise<void> {
  world.endFaults();
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    // Growing waits reach retries and deadlines of minutes as well as of days.
    await world.wait(ROUND_SECONDS * round);
    const process = world.processAt(round);
    const begun = world.now();
    await world.outages.startWorker(process);
    await endDisputes(world, process);
    await endWithdrawals(world, process);
    for (const { run } of Object.values(process.rounds)) await run();
    await work(world, process);
    await deliverWebhooks(world, process);
    await checkClocks(world, begun);
    if (world.swallowed.length > 0) throw new Violation(UNEXPECTED, world.swallowed[0] ?? '');
    if (round >= ROUNDS_MIN && (await whatIsLeft(world)).length === 0) return;
  }
  throw new Violation('Everything finds its end', await whatIsLeft(world));
}

/**
 * Has the banks decide and delivers their events. The daily recheck finds lost events; for disputes of which no event ever
 * arrived, the provider sends another. Then a person decides about lost disputes.
 */
async function endDisputes(world: World, process: Process): Promise<void> {
  const { bank, random, sql, storeId } = world;
  for (const dispute of bank.undecided()) await bank.decide(dispute, random.chance(50));
  const known = await sql.query<{ ref: string }>('SELECT ref FROM dispute WHERE store_id = $1', [storeId]);
  for (const { ref } of bank.disputes) if (!known.some((one) => one.ref === ref)) bank.tell(ref);
  for (const message of bank.messages.splice(0)) await deliverDispute({ sql, storeId, process }, message);
  const lost = await sql.query<Lost>(LOST, [storeId]);
  for (const { preorderId, lineIds } of lost) {
    const preorder = { storeId, preorderId };
    if (random.chance(50)) await goOnDespiteDispute(process.deps, preorder);
    else await cancelLines(process.deps, { ...preorder, lineIds, reason: 'merchant' });
  }
}

type Lost = { preorderId: string; lineIds: string[] };

const LOST = `
  SELECT w.preorder_id AS "preorderId", array_agg(l.id::text ORDER BY l.position) AS "lineIds" FROM dispute_wait w
  JOIN preorder_line l ON l.store_id = w.store_id AND l.preorder_id = w.preorder_id
    AND l.state IN ('placed', 'payment_due', 'released')
  WHERE w.store_id = $1 AND w.reason = 'lost' GROUP BY w.preorder_id ORDER BY w.preorder_id`;

/** A person decides about the declarations on which the service does not act, or did what it could. */
async function endWithdrawals(world: World, { deps }: Process): Promise<void> {
  const { random, storeId } = world;
  for (const { id } of await openWithdrawals(world)) {
    const { actsItself, actedAt, returns } = await readWithdrawal(world.sql, storeId, id);
    if (actsItself && actedAt === null) continue;
    if (returns.some(({ endedAt }) => endedAt === null) && random.chance(70)) {
      await deps.db.transaction((tx) => receiveReturn(tx, { storeId, id }, { lines: null, reduced: null }));
      continue;
    }
    const ending = random.chance(50) ? ({ state: 'settled' } as const) : ({ state: 'refused', answer: 'No.' } as const);
    await deps.db.transaction((tx) => endWithdrawal(tx, { storeId, id }, ending));
  }
}

/** Lists unfinished work. */
function whatIsLeft({ sql, storeId }: World): Promise<{ what: string }[]> {
  return sql.query(
    `SELECT 'a job: ' || t.identifier || coalesce(' ' || j.last_error, '') AS what FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     UNION ALL SELECT 'an outbox row: ' || topic FROM outbox WHERE store_id = $1 AND dispatched_at IS NULL
     UNION ALL SELECT 'a hold' FROM hold WHERE store_id = $1
     UNION ALL SELECT 'an attempt: ' || state FROM attempt
       WHERE store_id = $1 AND state IN ('created', 'open', 'cancel_sent', 'surplus')
     UNION ALL SELECT 'a movement: ' || kind FROM movement WHERE store_id = $1 AND state = 'open'
     UNION ALL SELECT 'a refund that is owed: ' || reason FROM refund_owed WHERE store_id = $1
     UNION ALL SELECT 'a withdrawal' FROM withdrawal WHERE store_id = $1 AND (state = 'declared' OR looked_at IS NULL)
     UNION ALL SELECT 'a receipt of a withdrawal' FROM withdrawal_receipt WHERE store_id = $1 AND sent_at IS NULL AND failure IS NULL
     UNION ALL SELECT 'a dispute or withdrawal that is waited for: ' || reason FROM dispute_wait WHERE store_id = $1
     UNION ALL SELECT 'a dispute without a verdict: ' || state FROM dispute
       WHERE store_id = $1 AND state NOT IN ('won', 'closed', 'lost')
     UNION ALL SELECT 'a webhook: ' || m.type FROM webhook_message m
       JOIN webhook_endpoint e ON e.store_id = m.store_id AND e.id = m.endpoint_id AND e.disabled_at IS NULL
       WHERE m.store_id = $1 AND m.state = 'waiting'
     UNION ALL SELECT 'a refund in the dashboard' FROM test_provider.operation o
       JOIN test_provider.payment t ON t.ref = o.ref AND t.store_id = $1
       WHERE o.idempotency_key LIKE 'by hand %' AND NOT EXISTS (
         SELECT 1 FROM movement m WHERE m.store_id = $1 AND m.by_hand_ref = o.idempotency_key)
     LIMIT 5`,
    [storeId],
  );
}
