import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { ORDERS_AT_OF, type OrdersAt } from '../../connections/queries.ts';
import { addJobs } from '../../jobs/queue.ts';
import { lockPreorders } from '../../payments/commands/lock-preorder.ts';
import { REST } from '../../payments/queries/ledger.ts';
import { isStale, type Preorders, readStoreOrders } from '../queries/orders.ts';
import { handOver, type OrderDeps } from './hand-over.ts';
import { inChunks, orderJob } from './order-jobs.ts';

// An order may change while it is handed over, so it is handed over again. A pre-order has few orders, so more rounds than
// this mean a fault. A later job hands over what is left.
const ROUNDS_MAX = 20;

/**
 * Hands the store's system the orders of a pre-order. Line items that are released, fully paid and in no order yet make a new
 * order; where the store's connection says so, those that are only placed or paid do as well. An order that has changed since the
 * last hand-over, by a cancelled line item or a new address, is handed over again.
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
    const swapped = await withdrawSwapped(tx, preorders);
    await makeOrders(
      tx,
      preorders.storeId,
      lines.filter((line) => isReady({ ...line, ordered: line.ordered && !swapped.has(line.id) })),
    );
    await notePaid(tx, preorders);
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
  ordersAt: OrdersAt;
};

const LINES = `
  SELECT l.id, l.preorder_id AS "preorderId", l.state, ${REST} AS due,
         EXISTS (SELECT 1 FROM store_order_line s WHERE s.store_id = l.store_id AND s.line_id = l.id) AS ordered,
         EXISTS (SELECT 1 FROM dispute_wait w WHERE w.store_id = l.store_id AND w.preorder_id = l.preorder_id) AS disputed,
         ${ORDERS_AT_OF} AS "ordersAt"
  FROM preorder_line l JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
  WHERE l.store_id = $1 AND l.preorder_id = ANY($2::uuid[]) ORDER BY l.preorder_id, l.position`;

function isReady({ state, due, ordered, disputed, ordersAt }: OrderLine): boolean {
  if (ordered || disputed) return false;
  if (ordersAt === 'placing') return state === 'placed' || state === 'payment_due' || state === 'released';
  return due === 0 && (state === 'released' || (state === 'placed' && ordersAt === 'payment'));
}

const isEarly = ({ state, due }: OrderLine): boolean => state !== 'released' || due !== 0;

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
       INSERT INTO store_order (store_id, id, preorder_id, number, state, early)
       SELECT $1, n.id, n.preorder_id, (
         SELECT coalesce(max(o.number), 0) + 1 FROM store_order o WHERE o.store_id = $1 AND o.preorder_id = n.preorder_id), 'waiting', n.early
       FROM unnest($2::uuid[], $3::uuid[], $6::boolean[]) AS n (id, preorder_id, early))
     INSERT INTO store_order_line (store_id, order_id, line_id, variant_id, total)
     SELECT $1, n.order_id, n.line_id, l.variant_id, l.total FROM unnest($4::uuid[], $5::uuid[]) AS n (order_id, line_id)
     JOIN preorder_line l ON l.store_id = $1 AND l.id = n.line_id`,
    [
      storeId,
      [...orderIds.values()],
      preorderIds,
      ready.map(({ preorderId }) => orderIds.get(preorderId)),
      ready.map(({ id }) => id),
      preorderIds.map((id) => ready.some((line) => line.preorderId === id && isEarly(line))),
    ],
  );
}

/**
 * Takes swapped line items out of their orders, which were made for another variant: the platform cancels them there, and another order
 * takes them. Resolves with their ids.
 */
async function withdrawSwapped(tx: Sql, { storeId, preorderIds }: Preorders): Promise<Set<string>> {
  const swapped = await tx.query<{ lineId: string }>(
    `WITH gone AS (
       DELETE FROM store_order_line x USING preorder_line l
       WHERE l.store_id = $1 AND l.preorder_id = ANY($2::uuid[]) AND x.store_id = l.store_id AND x.line_id = l.id
         AND x.variant_id <> l.variant_id
       RETURNING x.order_id, x.line_id, x.total)
     INSERT INTO store_order_gone (store_id, id, order_id, line_id, paid)
     SELECT $1, gen_random_uuid(), g.order_id, g.line_id, CASE WHEN o.paid_at IS NULL THEN 0 ELSE g.total END
     FROM gone g JOIN store_order o ON o.store_id = $1 AND o.id = g.order_id
     RETURNING line_id AS "lineId"`,
    [storeId, preorderIds],
  );
  return new Set(swapped.map(({ lineId }) => lineId));
}

/** Notes which orders are paid in full now. What goes back to the shopper from then on is a refund of the order. */
async function notePaid(tx: Sql, { storeId, preorderIds }: Preorders): Promise<void> {
  await tx.query(
    `UPDATE store_order o SET paid_at = app_now()
     WHERE o.store_id = $1 AND o.preorder_id = ANY($2::uuid[]) AND o.paid_at IS NULL AND (
       SELECT bool_and(${REST} <= 0) FROM store_order_line x
       JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
       WHERE x.store_id = o.store_id AND x.order_id = o.id AND l.state <> 'cancelled')`,
    [storeId, preorderIds],
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
