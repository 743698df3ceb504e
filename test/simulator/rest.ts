import { UNEXPECTED, Violation } from './verdict.ts';
import { tellEndpoints, work } from './work.ts';
import type { World } from './world.ts';

const ROUNDS_MIN = 3;
const ROUNDS_MAX = 60;
const ROUND_SECONDS = 20 * 60;

/** Nothing fails any more, and time goes on: everything must find its end by itself. */
export async function comeToRest(world: World): Promise<void> {
  world.endFaults();
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    // Longer and longer, so that retries and deadlines of days come as well as those of minutes.
    await world.wait(ROUND_SECONDS * round);
    const process = world.processAt(round);
    for (const { run } of Object.values(process.rounds)) await run();
    await work(world, process);
    await tellEndpoints(world, process);
    if (world.swallowed.length > 0) throw new Violation(UNEXPECTED, world.swallowed[0] ?? '');
    if (round >= ROUNDS_MIN && (await whatIsLeft(world)).length === 0) return;
  }
  throw new Violation('Everything finds its end', await whatIsLeft(world));
}

/** What is still under way. */
function whatIsLeft({ sql, storeId }: World): Promise<{ what: string }[]> {
  return sql.query(
    `SELECT 'a job: ' || t.identifier || coalesce(' ' || j.last_error, '') AS what FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     UNION ALL SELECT 'an outbox row: ' || topic FROM outbox WHERE store_id = $1 AND dispatched_at IS NULL
     UNION ALL SELECT 'a hold' FROM hold WHERE store_id = $1
     UNION ALL SELECT 'an attempt: ' || state FROM attempt
       WHERE store_id = $1 AND state IN ('created', 'open', 'cancel_sent', 'surplus')
     UNION ALL SELECT 'a movement: ' || kind FROM movement WHERE store_id = $1 AND state = 'open'
     UNION ALL SELECT 'a webhook: ' || m.type FROM webhook_message m
       JOIN webhook_endpoint e ON e.store_id = m.store_id AND e.id = m.endpoint_id AND e.disabled_at IS NULL
       WHERE m.store_id = $1 AND m.state = 'waiting'
     LIMIT 5`,
    [storeId],
  );
}
