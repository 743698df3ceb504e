import { CommerceError, type StoreOrder } from '../../../integrations/commerce/port.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { raiseAlert, resolveAlert } from '../../stores/commands.ts';
import { DUE, readStoreOrders } from '../orders.ts';

type OrderDeps = Pick<Deps, 'db' | 'commerce' | 'log'>;
type Target = { storeId: string; preorderId: string };

const REFUSED = 'store_order_refused';
// Something changed while it was handed over, twice: more rounds mean a fault, and a later job looks again.
const ROUNDS_MAX = 3;

/**
 * Hands the store what it is to send of a pre-order: line items that are released and paid to the full and are in no order
 * yet make a new one. What its system has is compared with what it should have, so a line item that was cancelled since,
 * or another address, is handed over, too. Runs as a job; may run twice at once or stop anywhere.
 */
export async function prepareOrders(deps: OrderDeps, target: Target): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      ...[target.storeId, target.preorderId],
    ]);
    const lines = await tx.query<OrderLine>(LINES, [target.storeId, target.preorderId]);
    await settleLines(tx, target, lines);
    await makeOrder(tx, target, lines.filter(isReady));
  });
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const orders = await readStoreOrders(deps.db, target.storeId, target.preorderId);
    const stale = orders.flatMap(({ order, handedHash, refused }): Handed[] => {
      const hash = sha256Hex(JSON.stringify(order));
      return hash === handedHash ? [] : [{ order, hash, refused }];
    });
    if (stale.length === 0) return;
    for (const handed of stale) await handOver(deps, target.storeId, handed);
  }
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
  const id = newRowId();
  await tx.query(
    `INSERT INTO store_order (store_id, id, preorder_id, number, state)
     SELECT $1, $2, $3, coalesce(max(number), 0) + 1, 'waiting' FROM store_order WHERE store_id = $1 AND preorder_id = $3`,
    [storeId, id, preorderId],
  );
  await tx.query('INSERT INTO store_order_line (store_id, order_id, line_id) SELECT $1, $2, unnest($3::uuid[])', [
    ...[storeId, id, ready.map((line) => line.id)],
  ]);
}

type Handed = { order: StoreOrder; hash: string; refused: boolean };

async function handOver(deps: OrderDeps, storeId: string, { order, hash, refused }: Handed): Promise<void> {
  try {
    const { ref } = await deps.commerce.put(order);
    const named = await deps.db.transaction(async (tx) => {
      const contacts = await lockContact(tx, storeId, order.id);
      if (contacts === 0) return false;
      await tx.query(
        `UPDATE store_order SET state = 'sent', handed_hash = $3, external_ref = $4, attempts = attempts + 1,
           failure = NULL, sent_at = coalesce(sent_at, app_now()) WHERE store_id = $1 AND id = $2`,
        [storeId, order.id, hash, ref],
      );
      if (refused) await resolveAlert(tx, storeId, { code: REFUSED, subjectId: order.id });
      return true;
    });
    // Whoever it was for was erased while it was handed over: nothing is kept behind their back.
    if (!named) await deps.commerce.archive?.remove(order.id);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    await deps.db.transaction((tx) => writeFailure(tx, storeId, { order, hash, error }));
    if (error.kind === 'unreachable') throw error; // the job comes back
    deps.log.error({ orderId: order.id, connector: deps.commerce.name }, "the store's system refused an order");
  }
}

/** Behind the pre-order's lock, which an erasure takes: how many contacts the order still has, one or none. */
async function lockContact(tx: Sql, storeId: string, orderId: string): Promise<number> {
  await tx.query(
    `SELECT 1 FROM preorder WHERE store_id = $1 AND id = (SELECT preorder_id FROM store_order WHERE store_id = $1 AND id = $2)
     FOR NO KEY UPDATE`,
    [storeId, orderId],
  );
  const rows = await tx.query(
    `SELECT 1 FROM preorder_contact k JOIN store_order o ON o.store_id = k.store_id AND o.preorder_id = k.preorder_id
     WHERE o.store_id = $1 AND o.id = $2`,
    [storeId, orderId],
  );
  return rows.length;
}

/** What is refused is not handed over again by itself, unless it changes. */
async function writeFailure(
  tx: Sql,
  storeId: string,
  { order, hash, error: { kind, message } }: Omit<Handed, 'refused'> & { error: CommerceError },
): Promise<void> {
  await tx.query(
    `UPDATE store_order SET attempts = attempts + 1, failure = $3,
       state = CASE WHEN $4 THEN 'refused' ELSE state END, handed_hash = CASE WHEN $4 THEN $5 ELSE handed_hash END
     WHERE store_id = $1 AND id = $2`,
    [storeId, order.id, message, kind === 'refused', hash],
  );
  if (kind === 'unreachable') return;
  const said = `The store's system refused order ${order.number} of ${order.reference}: ${message}. See ./service releases orders.`;
  await raiseAlert(tx, storeId, { code: REFUSED, subjectId: order.id, message: said });
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
