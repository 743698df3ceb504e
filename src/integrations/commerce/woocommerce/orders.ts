import Value from 'typebox/value';
import { currencyDigits } from '../../../domain/currency.ts';
import { parseMoney, toDecimal } from '../../../domain/money.ts';
import { CommerceError, type OrderKey, type PlatformOrders } from '../port.ts';
import { readAs } from '../read.ts';
import type { Ask } from './client.ts';
import { META, shipMeta, toAddress, toOrder } from './order-input.ts';
import {
  fromOrder,
  fulfilmentsOf,
  isCancelled,
  isPaid,
  isSent,
  lineIdsOf,
  metaOf,
  refundReason,
} from './order-read.ts';
import { WooOrder, type WooOrderValue } from './wire.ts';

// The most that WooCommerce gives at once.
export const PAGE = '100';

export function ordersBy(ask: Ask, currency: string): PlatformOrders {
  // Without it amounts have two decimals, whatever the currency has.
  const dp = { dp: String(currencyDigits(currency)) };
  const read = (json: unknown) => readAs(WooOrder, json, 'an order');
  const get = async (ref: string) => read((await ask('GET', pathOf(ref), { query: dp })).json);
  const put: PutOrder = async (ref, body, more = {}) =>
    read((await ask('PUT', pathOf(ref), { query: dp, body, ...more })).json);

  return {
    find: async (key) => {
      const found = await findOrder(ask, key, dp);
      return found && fromOrder(await withTotal(found, currency, put));
    },
    async create(order) {
      const created = read((await ask('POST', 'wc/v3/orders', { query: dp, body: toOrder(order) })).json);
      return fromOrder(await withTotal(created, currency, put));
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
    async recordRefund(ref, { id, amount, currency }) {
      const known = fromOrder(await get(ref)).refundIds;
      if (known.includes(id)) return;
      // The money goes back by our payment provider, and the units are none of the shelf.
      const body = {
        amount: toDecimal(amount, currency),
        reason: refundReason(id),
        api_refund: false,
        api_restock: false,
      };
      await ask('POST', `${pathOf(ref)}/refunds`, { body });
    },
    fulfilments: async (ref) => fulfilmentsOf(await get(ref)),
  };
}

function pathOf(ref: string): string {
  if (/^\d{1,15}$/.test(ref)) return `wc/v3/orders/${ref}`;
  throw new CommerceError('not_found', `“${ref.slice(0, 40)}” is no order of WooCommerce.`);
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
    const orders = json.filter((one) => Value.Check(WooOrder, one));
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
