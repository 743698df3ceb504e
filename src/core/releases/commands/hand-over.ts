import { CommerceError } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorders } from '../../payments/commands/lock-preorder.ts';
import { invalidateAnswers } from '../../preorders/commands/cancel.ts';
import { cancelWithdrawn } from '../../withdrawals/commands/cancel-withdrawn.ts';
import { type HandedOrder, isNamed, isStale, readStoreOrders } from '../queries/orders.ts';

export type OrderDeps = Pick<Deps, 'db' | 'commerce' | 'log' | 'answers' | 'outbox'>;

const REFUSED = 'store_order_refused';
// Bounds the load on the store's system, and lets a slow one answer several orders at once.
const PUTS_AT_ONCE = 8;

/** The answer of the store's system: its own reference of the order, or the error; neither where another process was at it. */
type Answer = { ref: string | null; cancelledIds: string[]; error: unknown };
type AnsweredOrder = HandedOrder & Answer;
type FailedOrder = HandedOrder & { error: CommerceError };

export type HandedOver = {
  /** Orders with an unknown outcome, to be retried later. */
  failed: { preorderId: string; error: unknown }[];
  /** Orders that changed meanwhile, to be handed over again now. */
  stale: HandedOrder[];
};

/** Hands these orders over, and records the answer of each, independently of the others. */
export async function handOver(deps: OrderDeps, storeId: string, orders: readonly HandedOrder[]): Promise<HandedOver> {
  const answers = await putAll(deps, orders);
  const preorderIds = [...new Set(orders.map(({ preorderId }) => preorderId))];
  const { now, cancelled } = await deps.db.transaction(async (tx) => {
    await lockPreorders(tx, { storeId, preorderIds });
    const taken = await writeTaken(tx, storeId, answers);
    const cancelled: Awaited<ReturnType<typeof cancelWithdrawn>> = [];
    for (const { preorderId, cancelledIds: lineIds } of answers)
      cancelled.push(...(await cancelWithdrawn(tx, { storeId, preorderId, lineIds })));
    const refused = await writeFailures(tx, storeId, answers.filter(isFailed));
    const now = await readStoreOrders(tx, { storeId, preorderIds });
    await tellMoved(tx, storeId, { taken, refused, now });
    return { now, cancelled };
  });
  if (cancelled.length > 0) invalidateAnswers(deps, storeId, cancelled);
  await forgetErased(deps, { orders, now });
  for (const { order } of answers.filter(isRefused)) {
    deps.log.error({ orderId: order.id, connector: deps.commerce.name }, "the store's system refused an order");
  }
  const failed = answers.filter((answer) => answer.error !== null && !isRefused(answer));
  return { failed, stale: now.filter(isStale) };
}

async function putAll({ commerce }: OrderDeps, orders: readonly HandedOrder[]): Promise<AnsweredOrder[]> {
  const answers: AnsweredOrder[] = [];
  const left = orders.values(); // the workers share this iterator
  const putSome = async () => {
    for (const handed of left) answers.push({ ...handed, ...(await put(commerce, handed)) });
  };
  await Promise.all(Array.from({ length: PUTS_AT_ONCE }, putSome));
  return answers;
}

async function put(commerce: Deps['commerce'], { order, refused, handedHash }: HandedOrder): Promise<Answer> {
  try {
    // Only a person who asks for another try takes the version from a refused order.
    const { ref, cancelledIds = [] } = await commerce.put(order, { again: refused && handedHash === null });
    return { ref, cancelledIds, error: null };
  } catch (error) {
    return { ref: null, cancelledIds: [], error };
  }
}

function isFailed(answer: AnsweredOrder): answer is Answer & FailedOrder {
  return answer.error instanceof CommerceError;
}

function isRefused(answer: AnsweredOrder): boolean {
  return isFailed(answer) && answer.error.kind === 'refused';
}

/** Resolves with the orders whose version was not handed over before. */
async function writeTaken(tx: Sql, storeId: string, answers: readonly AnsweredOrder[]): Promise<AnsweredOrder[]> {
  const taken = answers.filter(({ ref }) => ref !== null);
  if (taken.length === 0) return [];
  const written = await tx.query<{ id: string; news: boolean }>(
    `UPDATE store_order o SET state = 'handed_over', handed_hash = a.hash, external_ref = a.ref,
       attempts = o.attempts + 1, failure = NULL, handed_at = coalesce(o.handed_at, app_now())
     FROM unnest($2::uuid[], $3::text[], $4::text[]) AS a (id, hash, ref)
     JOIN store_order before ON before.store_id = $1 AND before.id = a.id
     WHERE o.store_id = $1 AND o.id = a.id
     RETURNING o.id, before.state <> 'handed_over' OR before.handed_hash IS DISTINCT FROM a.hash AS news`,
    [storeId, taken.map(({ order }) => order.id), taken.map(({ hash }) => hash), taken.map(({ ref }) => ref)],
  );
  for (const { order } of taken.filter(({ refused }) => refused)) {
    await resolveAlert(tx, storeId, { code: REFUSED, subjectId: order.id });
  }
  // Another worker may have handed over the same version meanwhile.
  const news = new Set(written.filter((one) => one.news).map(({ id }) => id));
  return taken.filter(({ order }) => news.has(order.id));
}

/**
 * Records failures. A refused order is handed over again only when it changes, or by hand. The error text may name the buyer,
 * so nothing is written for an order whose buyer was erased meanwhile. Resolves with the refused orders that were written.
 */
async function writeFailures(tx: Sql, storeId: string, failed: readonly FailedOrder[]): Promise<FailedOrder[]> {
  if (failed.length === 0) return [];
  const written = await tx.query<{ id: string }>(
    `UPDATE store_order o SET attempts = o.attempts + 1, failure = f.message,
       state = CASE WHEN f.refused THEN 'refused' ELSE o.state END,
       handed_hash = CASE WHEN f.refused THEN f.hash ELSE o.handed_hash END
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::boolean[]) AS f (id, hash, message, refused, named)
     WHERE o.store_id = $1 AND o.id = f.id AND (NOT f.named OR EXISTS (
       SELECT 1 FROM preorder_contact k WHERE k.store_id = o.store_id AND k.preorder_id = o.preorder_id))
     RETURNING o.id`,
    [
      storeId,
      failed.map(({ order }) => order.id),
      failed.map(({ hash }) => hash),
      failed.map(({ error }) => error.message),
      failed.map(({ error }) => error.kind === 'refused'),
      failed.map(isNamed),
    ],
  );
  const ids = new Set(written.map(({ id }) => id));
  return failed.filter(({ order, error }) => error.kind === 'refused' && ids.has(order.id));
}

type Moved = { taken: readonly HandedOrder[]; refused: readonly FailedOrder[]; now: readonly HandedOrder[] };

/** Tells what became of orders. A version that is over already is not told, because the next one follows it at once. */
async function tellMoved(tx: Sql, storeId: string, { taken, refused, now }: Moved): Promise<void> {
  const isOver = ({ order, hash }: HandedOrder) => now.some((one) => one.order.id === order.id && one.hash !== hash);
  await emitOrdersMoved(tx, storeId, { orders: taken.filter((one) => !isOver(one)), state: 'handed_over' });
  const still = refused.filter((one) => !isOver(one));
  await emitOrdersMoved(tx, storeId, { orders: still, state: 'refused' });
  for (const { order, error } of still) {
    const values = { order: order.number, reference: order.reference, said: error.message };
    await raiseAlert(tx, storeId, { text: REFUSED, subjectId: order.id, values, next: { step: 'retry_orders' } });
  }
}

/** Emits `order.moved`. The rows hold the line items as they are now, because these may change before a webhook is sent. */
async function emitOrdersMoved(
  tx: Sql,
  storeId: string,
  { orders, state }: { orders: readonly HandedOrder[]; state: 'handed_over' | 'refused' },
): Promise<void> {
  if (orders.length === 0) return;
  const details = orders.map(({ order }) => {
    const lines = order.lines.map(({ id, cancelled }) => ({ id, cancelled }));
    return JSON.stringify({ orderId: order.id, state, lines });
  });
  await tx.query(
    `INSERT INTO outbox (store_id, topic, subject_id, detail)
     SELECT $1, 'order.moved', * FROM unnest($2::uuid[], $3::jsonb[])`,
    [storeId, orders.map(({ preorderId }) => preorderId), details],
  );
}

/** Removes from the connector's archive the orders whose buyer was erased during the hand-over. */
async function forgetErased(
  { commerce }: OrderDeps,
  { orders, now }: { orders: readonly HandedOrder[]; now: readonly HandedOrder[] },
): Promise<void> {
  const named = new Set(now.filter(isNamed).map(({ order }) => order.id));
  for (const { order } of orders.filter(isNamed)) if (!named.has(order.id)) await commerce.archive?.remove(order.id);
}
