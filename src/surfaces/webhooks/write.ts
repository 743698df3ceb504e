import { type Fulfilment, findFulfilment } from '../../core/preorders/queries/fulfilments.ts';
import { findPreorder, type Preorder } from '../../core/preorders/queries.ts';
import { readStore } from '../../core/stores/queries.ts';
import { findOpenWaitlist, listVariantStock } from '../../core/waitlists/queries/on-sale.ts';
import { readWaitlist } from '../../core/waitlists/queries.ts';
import type { WebhookFact } from '../../core/webhooks/facts.ts';
import { readMovement, readOrder, readProductNames, readPromise } from '../../core/webhooks/queries.ts';
import type { GoodsReturn } from '../../core/withdrawals/queries/returns.ts';
import { readWithdrawal } from '../../core/withdrawals/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import type { LineState } from '../../domain/preorder.ts';
import { trackingLink } from '../../domain/tracking.ts';
import type { Sql } from '../../platform/db.ts';
import { WEBHOOK_VERSION, type WebhookData, type WebhookPersonal } from '../../protocol/schema/webhook-events.ts';

type PreorderFact = Extract<WebhookFact, { type: `preorder.${string}` | `fulfilment.${string}` | `order.${string}` }>;

/** Writes the body of a webhook message (`WriteWebhook`). */
export async function writeWebhook(sql: Sql, fact: WebhookFact): Promise<string> {
  const { slug } = await readStore(sql, fact.storeId);
  return JSON.stringify({
    type: fact.type,
    version: WEBHOOK_VERSION,
    timestamp: fact.occurredAt.toISOString(),
    store: slug,
    data: await dataWithPerson(sql, fact),
  });
}

async function dataWithPerson(sql: Sql, fact: WebhookFact): Promise<WebhookData> {
  const data = await dataOf(sql, fact);
  if (!fact.includePersonal) return withoutTracking(data);
  if (!('preorder' in data && data.preorder) || 'withdrawal' in data) return data;
  const preorder = await findPreorder(sql, fact.storeId, data.preorder.id);
  return preorder ? { ...data, personal: personalData(preorder) } : data;
}

/** The carrier's page of a parcel may show where it goes. */
function withoutTracking(data: WebhookData): WebhookData {
  if (!('fulfilment' in data) || data.fulfilment === null) return data;
  return { ...data, fulfilment: { ...data.fulfilment, tracking_number: '', tracking_link: '' } };
}

function personalData({ contact, lines }: Preorder): WebhookPersonal {
  return { contact, lines: lines.map(({ id, number, properties }) => ({ id, number, properties })) };
}

async function dataOf(sql: Sql, fact: WebhookFact): Promise<WebhookData> {
  const { storeId, subjectId } = fact;
  switch (fact.type) {
    case 'webhook.test':
      return { message: 'This is a test. Nothing happened.' };
    case 'stock.changed':
      return stockData(sql, storeId, subjectId);
    case 'waitlist.changed':
      return waitlistData(sql, storeId, fact.detail.waitlistId);
    case 'promise.changed':
      return promiseData(sql, storeId, fact.detail.promiseId);
    case 'withdrawal.declared':
    case 'withdrawal.undone':
    case 'withdrawal.settled':
      return withdrawalData(sql, storeId, subjectId);
    default:
      return preorderData(sql, fact);
  }
}

async function preorderData(sql: Sql, fact: PreorderFact): Promise<WebhookData> {
  const { storeId, subjectId } = fact;
  const preorder = await findPreorder(sql, storeId, subjectId);
  if (!preorder) throw new Error(`pre-order ${subjectId} not found`);
  switch (fact.type) {
    case 'preorder.placed':
      return { ...placedData(preorder), ...fact.detail };
    case 'preorder.changed':
      return { ...linesData(preorder, fact.detail), what: fact.detail.what ?? 'state' };
    case 'preorder.sent':
      return { ...linesData(preorder, fact.detail), fulfilment: await sentAs(sql, storeId, fact.detail) };
    case 'preorder.cancelled':
    case 'preorder.released':
    case 'preorder.returned':
      return linesData(preorder, fact.detail);
    case 'fulfilment.changed':
    case 'fulfilment.delivered':
      return fulfilmentData(sql, { storeId, preorder }, fact.detail.fulfilmentId);
    case 'order.sent':
    case 'order.refused':
      return orderData(sql, { storeId, preorder }, fact.detail);
    default:
      return moneyData(sql, { storeId, preorder }, fact.detail.movementId);
  }
}

async function withdrawalData(sql: Sql, storeId: string, id: string): Promise<WebhookData<'withdrawal.declared'>> {
  const { state, declaredAt, endedAt, preorder, returns } = await readWithdrawal(sql, storeId, id);
  const withdrawal = {
    id,
    state,
    declared_at: declaredAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    returns: returns.map(returnJson),
  };
  return { withdrawal, preorder };
}

const returnJson = ({ id, state, currency, lines }: GoodsReturn) => ({
  id,
  state,
  lines: lines.map(({ givenBack, ...line }) => ({
    ...line,
    given_back: { amount: toDecimal(givenBack, currency), currency },
  })),
});

const named = ({ id, reference }: Preorder) => ({ id, reference });
const product = ({ externalId, handle }: { externalId: string; handle: string }) => ({
  id: externalId,
  product_code: handle,
});

function placedData(preorder: Preorder): WebhookData<'preorder.placed'> {
  const { currency } = preorder;
  const money = (amount: number) => ({ amount: toDecimal(amount, currency), currency });
  return {
    preorder: named(preorder),
    waitlist_id: preorder.waitlistId,
    product: { id: preorder.productExternalId },
    total: money(preorder.total),
    payment_plan: preorder.paymentPlan,
    due_now: money(preorder.dueNow),
    discount: money(preorder.discount),
    discount_code: preorder.discountCode,
    lines: preorder.lines.map((line) => ({
      id: line.id,
      number: line.number,
      variant: { id: line.variantExternalId, sku: line.sku },
      ship_window: { from: line.promise.from, until: line.promise.until },
      total: money(line.total),
      due_now: money(line.dueNow),
    })),
  };
}

function linesData(
  preorder: Preorder,
  { lineIds, to }: { lineIds: readonly string[]; to?: LineState },
): WebhookData<'preorder.cancelled'> {
  const moved = preorder.lines.filter(({ id }) => lineIds.includes(id));
  // The state of that change, not the current one, which may be later.
  const state = to as WebhookData<'preorder.cancelled'>['lines'][number]['state'];
  return { preorder: named(preorder), lines: moved.map(({ id, number }) => ({ id, number, state })) };
}

async function sentAs(sql: Sql, storeId: string, { fulfilmentId }: { fulfilmentId?: string }) {
  const found = fulfilmentId === undefined ? null : await findFulfilment(sql, storeId, fulfilmentId);
  return found && fulfilmentJson(found);
}

async function fulfilmentData(
  sql: Sql,
  { storeId, preorder }: { storeId: string; preorder: Preorder },
  fulfilmentId: string,
): Promise<WebhookData<'fulfilment.changed'>> {
  const found = await findFulfilment(sql, storeId, fulfilmentId);
  if (!found) throw new Error(`fulfilment ${fulfilmentId} not found`);
  const lines = preorder.lines.filter(({ id }) => found.lineIds.includes(id)).map(({ id, number }) => ({ id, number }));
  return { preorder: named(preorder), fulfilment: fulfilmentJson(found), lines };
}

function fulfilmentJson({ id, number, tracking, sentAt, deliveredAt }: Fulfilment) {
  return {
    id,
    number,
    carrier: tracking.carrier,
    tracking_number: tracking.number,
    tracking_link: trackingLink(tracking),
    sent_at: sentAt.toISOString(),
    delivered_at: deliveredAt?.toISOString() ?? null,
  };
}

async function orderData(
  sql: Sql,
  { storeId, preorder }: { storeId: string; preorder: Preorder },
  { orderId, lines }: { orderId: string; lines: readonly { id: string; cancelled: boolean }[] },
): Promise<WebhookData<'order.sent'>> {
  const { number, externalRef } = await readOrder(sql, storeId, orderId);
  const cancelled = new Map(lines.map((line) => [line.id, line.cancelled]));
  return {
    preorder: named(preorder),
    order: { id: orderId, number, store_reference: externalRef },
    lines: preorder.lines
      .filter(({ id }) => cancelled.has(id))
      .map((line) => ({
        id: line.id,
        number: line.number,
        variant: { id: line.variantExternalId, sku: line.sku },
        cancelled: cancelled.get(line.id) ?? false,
      })),
  };
}

async function moneyData(
  sql: Sql,
  { storeId, preorder }: { storeId: string; preorder: Preorder },
  movementId: string,
): Promise<WebhookData<'preorder.charged'> | WebhookData<'preorder.charge_failed'>> {
  const { amount, currency, failure, lines } = await readMovement(sql, storeId, movementId);
  const money = (minor: number) => ({ amount: toDecimal(minor, currency), currency });
  return {
    preorder: named(preorder),
    movement_id: movementId,
    amount: money(amount),
    lines: lines.map((line) => ({ ...line, amount: money(line.amount) })),
    ...(failure === null ? {} : { reason: failure }),
  };
}

async function promiseData(sql: Sql, storeId: string, promiseId: string): Promise<WebhookData<'promise.changed'>> {
  const promise = await readPromise(sql, storeId, promiseId);
  return {
    waitlist_id: promise.waitlistId,
    product: product(promise.product),
    version: promise.version,
    ship_window: promise.window,
    previous: promise.previous,
    reason: promise.reason,
    batch_id: promise.batchId,
  };
}

async function waitlistData(sql: Sql, storeId: string, waitlistId: string): Promise<WebhookData<'waitlist.changed'>> {
  const waitlist = await readWaitlist(sql, storeId, waitlistId);
  return {
    product: product(waitlist.product),
    waitlist: {
      id: waitlist.id,
      state: waitlist.state,
      launch_date: waitlist.launchesAt?.toISOString() ?? null,
      close_date: waitlist.closesAt?.toISOString() ?? null,
      ship_window: { from: waitlist.promise.from, until: waitlist.promise.until },
    },
  };
}

/** Returns the fields of `GET /api/v1/availability`, without variants that are not on the waitlist. */
async function stockData(sql: Sql, storeId: string, productId: string): Promise<WebhookData<'stock.changed'>> {
  const names = await readProductNames(sql, storeId, productId);
  const waitlist = await findOpenWaitlist(sql, storeId, productId);
  const variants = await listVariantStock(sql, storeId, { productId, waitlistId: waitlist?.id ?? null });
  return {
    product: product(names),
    waitlist_id: waitlist?.id ?? null,
    available: waitlist !== null,
    available_stock: variants.reduce((sum, { left }) => sum + left, 0),
    variants: variants
      .filter(({ onWaitlist }) => onWaitlist)
      .map(({ externalId, sku, left }) => ({
        id: externalId,
        sku,
        available: left > 0,
        available_stock: left,
      })),
  };
}
