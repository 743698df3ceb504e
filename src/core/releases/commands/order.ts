import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { addJobs } from '../../jobs/queue.ts';
import { REST } from '../../payments/queries/ledger.ts';
import { isStale, type Preorders, readStoreOrders } from '../queries/orders.ts';
import { handOver, lockPreorders, type OrderDeps } from './hand-over.ts';
import { inChunks, orderJob } from './order-jobs.ts';

// An order may change while it is handed over, so it is handed over again. A pre-order has few orders, so more rounds than
// this mean a fault. A later job hands over what is left.
const ROUNDS_MAX = 20;

/**
 * Hands the store's system the orders of a pre-order. Line items that are released, fully paid and in no order yet make a new
 * order. An order that has changed since the last hand-over, by a cancelled line item or a new address, is handed over again.
 * An order that the system never had waits while its pre-order is disputed. Runs as a job; it may run twice at once or stop
 * anywhere.
 */
export async function prepareOrders(
  deps: OrderDeps,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<void> {
  const failures = await prepare(deps, { storeId, preorderIds: [preorderId] });
  if (failures.size > 0) throw failures.get(preorderId);
}

/** Does what `prepareOrders` does for several pre-orders of a store. Each one that fails gets a job of its own. */
export async function prepareManyOrders(deps: OrderDeps, preorders: Preorders): Promise<void> {
  const { storeId, preorderIds } = preorders;
  const failures = await prepare(deps, preorders).catch(
    (error: unknown) => new Map(preorderIds.map((preorderId) => [preorderId, error])),
  );
  if (failures.size === 0) return;
  const [error] = failures.values();
  deps.log.warn(
    { err: error, storeId, preorders: failures.size },
    'orders could not be brought up to date; jobs try again',
  );
  const jobs = [...failures.keys()].map((preorderId) => orderJob({ storeId, preorderId }));
  await deps.db.transaction((tx) => addJobs(tx, jobs));
}

/** Prepares and hands over the orders. Resolves with the errors of the pre-orders that must be retried. */
async function prepare(deps: OrderDeps, preorders: Preorders): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  let stale = await deps.db.transaction(async (tx) => {
    await lockPreorders(tx, preorders);
    const lines = await tx.query<OrderLine>(LINES, [preorders.storeId, preorders.preorderIds]);
    await settleLines(tx, preorders.storeId, lines);
    await makeOrders(tx, preorders.storeId, lines.filter(isReady));
    return (await readStoreOrders(tx, preorders)).filter(isStale);
  });
  for (let round = 0; round < ROUNDS_MAX && stale.length > 0; round += 1) {
    const handed = await handOver(deps, preorders.storeId, stale);
    for (const { preorderId, error } of handed.failed) failures.set(preorderId, error);
    stale = handed.stale.filter(({ preorderId }) => !failures.has(preorderId));
  }
  return failures;
}

type OrderLine = {
  id: string;
  preorderId: string;
  state: string;
  /** The amount still owed; negative when money is to be refunded. */
  due: number;
  ordered: boolean;
  /** The payment is in dispute, or lost. The line item is not sent before that is over or a person says so. */
  disputed: boolean;
};

const LINES = `
  SELECT l.id, l.preorder_id AS "preorderId", l.state, ${REST} AS due,
         EXISTS (SELECT 1 FROM store_order_line s WHERE s.store_id = l.store_id AND s.line_id = l.id) AS ordered,
         EXISTS (SELECT 1 FROM dispute_wait w WHERE w.store_id = l.store_id AND w.preorder_id = l.preorder_id) AS disputed
  FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = ANY($2::uuid[]) ORDER BY l.preorder_id, l.position`;

function isReady({ state, due, ordered, disputed }: OrderLine): boolean {
  return state === 'released' && due === 0 && !ordered && !disputed;
}

/** Marks line items whose payment has ended, well or not, so that their release can go on. */
async function settleLines(tx: Sql, storeId: string, lines: readonly OrderLine[]): Promise<void> {
  const settled = lines.filter(({ state, due }) => state !== 'released' || due === 0).map(({ id }) => id);
  await tx.query(
    'UPDATE release_line SET settled = true WHERE store_id = $1 AND line_id = ANY($2::uuid[]) AND NOT settled',
    [storeId, settled],
  );
}

/** Makes one order for each pre-order that has ready line items. */
async function makeOrders(tx: Sql, storeId: string, ready: readonly OrderLine[]): Promise<void> {
  if (ready.length === 0) return;
  const preorderIds = [...new Set(ready.map(({ preorderId }) => preorderId))];
  const orderIds = new Map(preorderIds.map((preorderId) => [preorderId, newRowId()]));
  await tx.query(
    `WITH made AS (
       INSERT INTO store_order (store_id, id, preorder_id, number, state)
       SELECT $1, n.id, n.preorder_id, (
         SELECT coalesce(max(o.number), 0) + 1 FROM store_order o WHERE o.store_id = $1 AND o.preorder_id = n.preorder_id), 'waiting'
       FROM unnest($2::uuid[], $3::uuid[]) AS n (id, preorder_id))
     INSERT INTO store_order_line (store_id, order_id, line_id)
     SELECT $1, * FROM unnest($4::uuid[], $5::uuid[])`,
    [
      storeId,
      [...orderIds.values()],
      preorderIds,
      ready.map(({ preorderId }) => orderIds.get(preorderId)),
      ready.map(({ id }) => id),
    ],
  );
}

/** Hands over again the orders that the store's system refused. Resolves with their number. */
export async function retryOrders(deps: OrderDeps, storeId: string): Promise<number> {
  const refused = await deps.db.query<{ preorderId: string }>(
    `UPDATE store_order SET handed_hash = NULL WHERE store_id = $1 AND state = 'refused'
     RETURNING preorder_id AS "preorderId"`,
    [storeId],
  );
  const preorderIds = [...new Set(refused.map(({ preorderId }) => preorderId))];
  for (const some of inChunks(preorderIds)) await prepareManyOrders(deps, { storeId, preorderIds: some });
  return refused.length;
}
