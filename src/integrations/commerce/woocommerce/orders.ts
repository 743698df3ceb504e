import { currencyDigits } from '../../../domain/currency.ts';
import { parseMoney, toDecimal } from '../../../domain/money.ts';
import { isOf } from '../../../platform/schema-check.ts';
import { Type } from '../../../platform/type.ts';
import { CommerceError, type OrderKey, type PlatformOrders } from '../port.ts';
import { readAs } from '../read.ts';
import type { Ask } from './client.ts';
import { META, shipMeta, toAddress, toOrder } from './order-input.ts';
import { fromOrder, fulfilmentsOf, isCancelled, isPaid, isSent, lineIdsOf, metaOf } from './order-read.ts';
import { idInReason, refundReason, toRefund } from './refunds.ts';
import { WooFulfillment, type WooFulfillmentValue, WooOrder, type WooOrderValue, WooRefund } from './wire.ts';

// The most that WooCommerce gives at once.
export const PAGE = '100';

export function ordersBy(ask: Ask, currency: string): PlatformOrders {
  // Without it amounts have two decimals, whatever the currency has.
  const dp = { dp: String(currencyDigits(currency)) };
  const read = (json: unknown) => readAs(WooOrder, json, 'an order');
  const get = async (ref: string) => read((await ask('GET', pathOf(ref), { query: dp })).json);
  const put: PutOrder = async (ref, body, more = {}) =>
    read((await ask('PUT', pathOf(ref), { query: dp, body, ...more })).json);

  // People of the store may have put it into the bin, or emptied that.
  const orderAt = async (ref: string, key: OrderKey) => {
    const order = await get(ref).catch((error: unknown) => {
      if (error instanceof CommerceError && error.kind === 'not_found') return null;
      throw error;
    });
    return order && order.status !== 'trash' && metaOf(order, META.id) === key.id ? order : null;
  };

  return {
    find: async (key, ref) => {
      const found = ref === undefined ? await findOrder(ask, key, dp) : await orderAt(ref, key);
      return found && withRefunds(ask, await withTotal(found, currency, put));
    },
    async create(order) {
      const created = read((await ask('POST', 'wc/v3/orders', { query: dp, body: toOrder(order) })).json);
      return fromOrder(await withTotal(created, currency, put), []);
    },
    async markPaid(ref) {
      const { status } = await get(ref);
      const paid = { meta_data: [{ key: META.paid, value: 'yes' }] };
      // An order on hold stays there. It is paid for WooCommerce too, once it is let go.
      await put(ref, status === 'pending' ? { ...paid, set_paid: true } : paid);
    },
    async setAddress(ref, to) {
      await put(ref, toAddress(to));
    },
    async setShipWindow(ref, shipWindow) {
      await put(ref, { meta_data: shipMeta({ shipWindow }) });
    },
    async hold(ref, lineIds) {
      const order = await get(ref);
      if (lineIds.length > 0) await put(ref, { status: 'on-hold' });
      else if (order.status === 'on-hold') await put(ref, { status: isPaid(order) ? 'processing' : 'pending' });
    },
    cancelLines: (ref, lineIds) => cancelOrder({ get, put }, ref, lineIds),
    async recordRefund(ref, refund) {
      const order = await get(ref);
      // A refund that broke off before it got its field is known by its reason.
      if (order.refunds.some(({ reason }) => reason === refundReason(refund.id))) return;
      if ((await refundIdsOf(ask, order)).includes(refund.id)) return;
      await ask('POST', `${pathOf(ref)}/refunds`, { body: toRefund(order, refund) });
    },
    async fulfilments(ref) {
      const order = await get(ref);
      return fulfilmentsOf(order, await parcelsOf(ask, order));
    },
  };
}

function pathOf(ref: string): string {
  if (/^\d{1,15}$/.test(ref)) return `wc/v3/orders/${ref}`;
  throw new CommerceError('not_found', `“${ref.slice(0, 40)}” is no order of WooCommerce.`);
}

const withRefunds = async (ask: Ask, order: WooOrderValue) => fromOrder(order, await refundIdsOf(ask, order));

/** Returns our ids of the refunds of an order. Those that the merchant made have none. */
async function refundIdsOf(ask: Ask, { id, refunds }: WooOrderValue): Promise<string[]> {
  const told = refunds.map(({ reason }) => idInReason(reason));
  if (!told.includes(null)) return told.filter((one) => one !== null);
  const query = { per_page: PAGE, _fields: 'id,meta_data' };
  const { json } = await ask('GET', `${pathOf(String(id))}/refunds`, { query });
  const kept = readAs(Type.Array(WooRefund), json, 'the refunds of an order');
  return [...told.filter((one) => one !== null), ...kept.flatMap((refund) => metaOf(refund, META.refund) ?? [])];
}

/** WooCommerce marks orders that have parcels; where the merchant keeps none there is nothing to ask. */
async function parcelsOf(ask: Ask, order: WooOrderValue): Promise<WooFulfillmentValue[]> {
  if (metaOf(order, '_fulfillment_status') === null) return [];
  const { json } = await ask('GET', `${pathOf(String(order.id))}/fulfillments`, { optional: true });
  return json === null ? [] : readAs(Type.Array(WooFulfillment), json, 'the parcels of an order');
}

/**
 * Looks for an order by its reference, and by our id in what is found. A search may miss an order that was created just now, or
 * see only what a plugin lets it see; so the newest ones are looked through as well.
 */
async function findOrder(ask: Ask, key: OrderKey, dp: { dp: string }): Promise<WooOrderValue | null> {
  for (const query of [{ search: key.reference }, { orderby: 'date', order: 'desc' }]) {
    const { json } = await ask('GET', 'wc/v3/orders', { query: { ...dp, ...query, per_page: PAGE, status: 'any' } });
    if (!Array.isArray(json)) throw new CommerceError('malformed', 'The platform sent no list of orders.');
    // Orders of others may be such as only their plugin can read.
    const orders = json.filter((one) => isOf(WooOrder, one));
    const found = orders.find((order) => metaOf(order, META.id) === key.id);
    if (found) return found;
  }
  return null;
}

type PutOrder = (ref: string, body: unknown, more?: { once?: boolean }) => Promise<WooOrderValue>;

/**
 * WooCommerce computes tax by its own rates, which may be others than what was agreed. A fee makes up the difference, so that an
 * order has the total that was paid. It is also added when an order is found again, in case that its creation broke off before.
 */
async function withTotal(order: WooOrderValue, currency: string, put: PutOrder): Promise<WooOrderValue> {
  const agreed = metaOf(order, META.total);
  const isNew = order.status === 'pending' || order.status === 'on-hold' || order.status === 'processing';
  if (agreed === null || !isNew) return order;
  const difference = parseMoney(agreed, currency) - parseMoney(order.total, currency);
  if (difference === 0 || metaOf(order, FEE) !== null) return order;
  const fee = { name: 'Tax and rounding', tax_status: 'none', total: toDecimal(difference, currency) };
  // Its field comes with it, so that nobody adds a second one.
  return put(String(order.id), { fee_lines: [fee], meta_data: [{ key: FEE, value: fee.total }] }, { once: true });
}

const FEE = '_preorder_fee';

type Both = { get(ref: string): Promise<WooOrderValue>; put: PutOrder };

async function cancelOrder({ get, put }: Both, ref: string, lineIds: readonly string[]): Promise<void> {
  const order = await get(ref);
  if (isCancelled(order)) return;
  const rest = lineIdsOf(order).filter((id) => !lineIds.includes(id));
  if (rest.length > 0 || isSent(order)) {
    throw new CommerceError('refused', `Order ${order.number} can only be cancelled whole, and before it was sent.`);
  }
  await put(ref, { status: 'cancelled' });
}
