import { CommerceError } from '../../../integrations/commerce/port.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../../platform/outbox.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { raiseAlert, resolveAlert } from '../../stores/commands.ts';
import { DUE, type HandedOrder, readStoreOrders } from '../queries/orders.ts';

type OrderDeps = Pick<Deps, 'db' | 'commerce' | 'log'>;
type Target = { storeId: string; preorderId: string };

const REFUSED = 'store_order_refused';
// A pre-order has a few orders at most, and something may change while one is handed over: more rounds mean a fault, and a
// later job looks again.
const ROUNDS_MAX = 20;

/**
 * Hands the store what it is to send of a pre-order: line items that are released and paid to the full and are in no order
 * yet make a new one. What its system has is compared with what it should have, so a line item that was cancelled since,
 * or another address, is handed over, too. Runs as a job; may run twice at once or stop anywhere.
 */
export async function prepareOrders(deps: OrderDeps, target: Target): Promise<void> {
  let stale = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, target);
    const lines = await tx.query<OrderLine>(LINES, [target.storeId, target.preorderId]);
    await settleLines(tx, target, lines);
    await makeOrder(tx, target, lines.filter(isReady));
    return staleOf(await readOrders(tx, target));
  });
  for (let round = 0; round < ROUNDS_MAX && stale[0]; round += 1) stale = await handOver(deps, target, stale[0]);
}

/** An erasure takes it, too: what is read behind it names somebody until it is given back. */
async function lockPreorder(tx: Sql, { storeId, preorderId }: Target): Promise<void> {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
}

type Handed = HandedOrder & { hash: string };

async function readOrders(tx: Sql, { storeId, preorderId }: Target): Promise<Handed[]> {
  const orders = await readStoreOrders(tx, storeId, preorderId);
  return orders.map((handed) => ({ ...handed, hash: sha256Hex(JSON.stringify(handed.order)) }));
}

function staleOf(orders: readonly Handed[]): Handed[] {
  return orders.filter(({ hash, handedHash }) => hash !== handedHash);
}

type OrderLine = {
  id: string;
  state: string;
  /** What is still to be taken, or to be given back. */
  due: number;
  ordered: boolean;
};

const LINES = `
  SELECT l.id, l.state, ${DUE} AS due,
         EXISTS (SELECT 1 FROM store_order_line s WHERE s.store_id = l.store_id AND s.line_id = l.id) AS ordered
  FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = $2 ORDER BY l.position`;

function isReady({ state, due, ordered }: OrderLine): boolean {
  return state === 'released' && due === 0 && !ordered;
}

/** The release that waits for their money may go on: it is there, or it did not come. */
async function settleLines(tx: Sql, { storeId }: Target, lines: readonly OrderLine[]): Promise<void> {
  const settled = lines.filter(({ state, due }) => state !== 'released' || due === 0).map(({ id }) => id);
  await tx.query(
    'UPDATE release_line SET settled = true WHERE store_id = $1 AND line_id = ANY($2::uuid[]) AND NOT settled',
    [storeId, settled],
  );
}

async function makeOrder(tx: Sql, { storeId, preorderId }: Target, ready: readonly OrderLine[]): Promise<void> {
  if (ready.length === 0) return;
  await tx.query(
    `WITH made AS (
       INSERT INTO store_order (store_id, id, preorder_id, number, state)
       SELECT $1, $2, $3, coalesce(max(number), 0) + 1, 'waiting' FROM store_order WHERE store_id = $1 AND preorder_id = $3
       RETURNING store_id, id)
     INSERT INTO store_order_line (store_id, order_id, line_id)
     SELECT store_id, id, unnest($4::uuid[]) FROM made`,
    [storeId, newRowId(), preorderId, ready.map(({ id }) => id)],
  );
}

/** Resolves with what is still to be handed over of the pre-order. */
async function handOver(deps: OrderDeps, target: Target, handed: Handed): Promise<Handed[]> {
  const { order } = handed;
  const answer = await deps.commerce.put(order).catch((error: unknown) => {
    if (error instanceof CommerceError) return error;
    throw error;
  });
  const orders = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, target);
    if (answer instanceof CommerceError) await writeFailure(tx, target, { ...handed, failure: answer });
    else await writeAnswer(tx, target, { ...handed, ref: answer.ref });
    return readOrders(tx, target);
  });
  // Whoever it was for was erased while it was handed over: nothing is kept behind their back.
  if (orders.every((one) => one.order.id !== order.id)) await deps.commerce.archive?.remove(order.id);
  if (!(answer instanceof CommerceError)) return staleOf(orders);
  if (answer.kind === 'unreachable') throw answer; // the job comes back
  deps.log.error({ orderId: order.id, connector: deps.commerce.name }, "the store's system refused an order");
  return staleOf(orders);
}

async function writeAnswer(
  tx: Sql,
  target: Target,
  { order, hash, ref, refused }: Handed & { ref: string },
): Promise<void> {
  const { storeId } = target;
  const [written] = await tx.query<{ news: boolean }>(
    `UPDATE store_order o SET state = 'handed_over', handed_hash = $3, external_ref = $4, attempts = o.attempts + 1,
       failure = NULL, handed_at = coalesce(o.handed_at, app_now())
     FROM store_order before WHERE o.store_id = $1 AND o.id = $2 AND before.store_id = o.store_id AND before.id = o.id
     RETURNING before.state <> 'handed_over' OR before.handed_hash IS DISTINCT FROM $3 AS news`,
    [storeId, order.id, hash, ref],
  );
  // Another worker may have handed over the very same meanwhile.
  if (written?.news) await tell(tx, target, { order, state: 'handed_over' });
  if (refused) await resolveAlert(tx, storeId, { code: REFUSED, subjectId: order.id });
}

/** What is refused is not handed over again by itself, unless it changes. */
async function writeFailure(
  tx: Sql,
  target: Target,
  { order, hash, failure: { kind, message } }: Handed & { failure: CommerceError },
): Promise<void> {
  const { storeId } = target;
  await tx.query(
    `UPDATE store_order SET attempts = attempts + 1, failure = $3,
       state = CASE WHEN $4 THEN 'refused' ELSE state END, handed_hash = CASE WHEN $4 THEN $5 ELSE handed_hash END
     WHERE store_id = $1 AND id = $2`,
    [storeId, order.id, message, kind === 'refused', hash],
  );
  if (kind === 'unreachable') return;
  await tell(tx, target, { order, state: 'refused' });
  const said = `The store's system refused order ${order.number} of ${order.reference}: ${message}. Once that is put right: ./service orders retry.`;
  await raiseAlert(tx, storeId, { code: REFUSED, subjectId: order.id, message: said });
}

/** The merchant's other systems: what is to be sent of it now, whatever becomes of it later. */
async function tell(
  tx: Sql,
  { storeId, preorderId }: Target,
  { order, state }: { order: HandedOrder['order']; state: 'handed_over' | 'refused' },
): Promise<void> {
  const lines = order.lines.map(({ id, cancelled }) => ({ id, cancelled }));
  await emit(tx, 'order.moved', { storeId, subjectId: preorderId, detail: { orderId: order.id, state, lines } });
}

/** Hands over again what the store's system refused. Resolves with how many orders that were. */
export async function retryOrders(deps: OrderDeps, storeId: string): Promise<number> {
  const refused = await deps.db.query<{ preorderId: string }>(
    `UPDATE store_order SET handed_hash = NULL WHERE store_id = $1 AND state = 'refused'
     RETURNING preorder_id AS "preorderId"`,
    [storeId],
  );
  for (const { preorderId } of refused) await prepareOrders(deps, { storeId, preorderId });
  return refused.length;
}
