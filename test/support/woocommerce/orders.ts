import { gmtNow, type Item, type Json, type Meta, nextId, type Order, RestError, type Shop, touch } from './shop.ts';

const STATUSES = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed', 'trash'];
const PLACE = ['first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'country'];

const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

export function createOrder(shop: Shop, body: Json): Json {
  const order: Order = {
    id: nextId(shop),
    parent_id: 0,
    number: '',
    created_via: 'rest-api',
    status: 'pending',
    currency: String(body.currency ?? shop.currency),
    date_created_gmt: gmtNow(shop),
    date_modified_gmt: gmtNow(shop),
    date_paid_gmt: null,
    date_completed_gmt: null,
    transaction_id: '',
    billing: Object.fromEntries([...PLACE, 'email', 'phone'].map((name) => [name, ''])),
    shipping: Object.fromEntries([...PLACE, 'phone'].map((name) => [name, ''])),
    line_items: [],
    shipping_lines: [],
    fee_lines: [],
    refunds: [],
    meta_data: [],
  };
  order.number = String(order.id);
  for (const line of list(body.line_items)) checkLine(shop, line);
  apply(shop, order, { ...body, isNew: true });
  shop.orders.set(order.id, order);
  return view(shop, order);
}

function checkLine(shop: Shop, { product_id, variation_id }: Json): void {
  if (product_id === undefined) {
    throw new RestError(400, 'woocommerce_rest_required_product_reference', 'Product ID or SKU is required.');
  }
  const product = shop.products.get(Number(product_id));
  const isKnown = product && (!variation_id || product.variations.some(({ id }) => id === variation_id));
  if (!isKnown) throw new RestError(400, 'woocommerce_rest_invalid_product_id', 'Invalid product ID.');
}

export function updateOrder(shop: Shop, id: number, body: Json): Json {
  const order = orderOf(shop, id);
  apply(shop, order, body);
  return view(shop, order);
}

export function orderOf(shop: Shop, id: number): Order {
  const order = shop.orders.get(id);
  if (!order) throw new RestError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
  return order;
}

function apply(shop: Shop, order: Order, body: Json): void {
  const { status, set_paid: setPaid, isNew } = body;
  if (status !== undefined && !STATUSES.includes(String(status))) {
    throw new RestError(400, 'rest_invalid_param', 'Invalid parameter(s): status');
  }
  for (const name of ['billing', 'shipping'] as const) Object.assign(order[name] as Json, body[name] ?? {});
  if (body.transaction_id !== undefined) order.transaction_id = body.transaction_id;
  addMeta(shop, order.meta_data, list(body.meta_data));
  if (list(body.meta_data).some(({ key, value }) => key === STOCK_REDUCED && value === 'yes'))
    order.isStockReduced = true;
  for (const kind of ['line_items', 'shipping_lines', 'fee_lines'] as const) {
    for (const given of list(body[kind])) order[kind].push(itemOf(shop, given, kind));
  }
  // `set_paid` completes the payment of an order that is made, or that waits for one.
  const needsPayment = order.status === 'pending' || order.status === 'failed';
  if (setPaid === true && (isNew || needsPayment)) moveTo(shop, order, 'processing');
  else if (status !== undefined) moveTo(shop, order, String(status));
  order.date_modified_gmt = gmtNow(shop);
}

function moveTo(shop: Shop, order: Order, status: string): void {
  order.status = status;
  if (status === 'processing' || status === 'completed') order.date_paid_gmt ??= gmtNow(shop);
  if (status === 'completed') order.date_completed_gmt = gmtNow(shop); // which stays, whatever comes after it
  if (['processing', 'completed', 'on-hold'].includes(status)) takeFromShelf(shop, order);
}

/** Takes what an order has from the shelf, once. Who makes an order may say that this is done. */
function takeFromShelf(shop: Shop, order: Order): void {
  if (order.isStockReduced) return;
  order.isStockReduced = true;
  for (const { product_id, variation_id, quantity } of order.line_items) {
    const product = shop.products.get(Number(product_id));
    if (!product) continue;
    const variation = product.variations.find(({ id }) => id === variation_id);
    const holder = variation && variation.manage_stock !== 'parent' ? variation : product;
    if (holder.manage_stock !== true) continue;
    holder.stock_quantity = Number(holder.stock_quantity) - Number(quantity ?? 1);
    touch(shop, product);
  }
}

// Fields that WooCommerce reads as a part of the order, and does not show.
const STOCK_REDUCED = '_order_stock_reduced';

/** A field without its id replaces the one with the same key. */
function addMeta(shop: Shop, meta: Meta[], given: Json[]): void {
  for (const { key, value } of given.filter((one) => one.key !== STOCK_REDUCED)) {
    const known = meta.find((one) => one.key === key);
    if (known) known.value = value;
    else meta.push({ id: nextId(shop), key: String(key), value });
  }
}

function itemOf(shop: Shop, given: Json, kind: string): Item {
  const total = Number(given.total ?? 0);
  if (!Number.isFinite(total)) throw new RestError(400, 'rest_invalid_param', `Invalid parameter(s): ${kind}`);
  const taxed = shop.taxRate !== null && given.tax_status !== 'none';
  const whole = taxed ? (total * Number(shop.taxRate)) / 100 : 0;
  const tax = shop.pricesIncludeTax || shop.roundsTaxOnce ? whole : Number((whole + 1e-9).toFixed(shop.digits));
  const meta: Meta[] = [];
  addMeta(shop, meta, list(given.meta_data));
  const name = String(given.name ?? given.method_title ?? '');
  const { tax_status: _, ...kept } = given;
  // Amounts are kept as they came: they are rounded where they are shown, and in the total.
  return {
    ...kept,
    id: nextId(shop),
    name,
    total: String(total),
    total_tax: String(tax),
    taxes: taxed ? [{ id: RATE_ID, total: String(tax) }] : [],
    meta_data: meta,
  };
}

const RATE_ID = 1;

export function view(shop: Shop, order: Order, dp = shop.digits): Json {
  const { isStockReduced: _, ...shown } = order;
  const items = (['line_items', 'shipping_lines', 'fee_lines'] as const).map((kind) => [
    kind,
    order[kind].map(rounded),
  ]);
  const refunds = order.refunds.map(({ id, reason, total }) => ({ id, reason, total }));
  return { ...shown, ...Object.fromEntries(items), refunds, total: sumOf(order).toFixed(dp) };

  function rounded(item: Item): Item {
    return { ...item, total: Number(item.total).toFixed(dp), total_tax: Number(item.total_tax).toFixed(dp) };
  }
}

function sumOf({ line_items, shipping_lines, fee_lines }: Order): number {
  const items = [...line_items, ...shipping_lines, ...fee_lines];
  // Cents cannot be written exactly in a double: what is a half is rounded up, as PHP does.
  return items.reduce((sum, { total, total_tax }) => sum + Number(total) + Number(total_tax), 1e-9);
}

/** Searches what the documentation calls a string: names of items, and the words of both addresses. */
export function searchOrders(shop: Shop, query: URLSearchParams): Order[] {
  const words = query.get('search')?.toLowerCase() ?? '';
  const fits = ({ billing, shipping, line_items }: Order) =>
    [...Object.values(billing as Json), ...Object.values(shipping as Json), ...line_items.map(({ name }) => name)].some(
      (text) => String(text).toLowerCase().includes(words),
    );
  return [...shop.orders.values()].filter((order) => order.status !== 'trash' && fits(order)).reverse();
}

export function createRefund(shop: Shop, id: number, body: Json): Json {
  const order = orderOf(shop, id);
  if (body.api_refund !== false) {
    const message = 'The payment gateway for this order does not exist.';
    throw new RestError(500, 'woocommerce_rest_cannot_create_order_refund', message);
  }
  const amount = Number(body.amount);
  const refunded = order.refunds.reduce((sum, { total }) => sum - Number(total), 0);
  if (!(amount > 0) || amount > Number(view(shop, order).total) - refunded + 0.0001) {
    throw new RestError(400, 'woocommerce_rest_cannot_create_order_refund', 'Invalid refund amount.');
  }
  const meta: Meta[] = [];
  addMeta(shop, meta, list(body.meta_data));
  const lines = list(body.line_items).map((line) => refundedLine(order, line));
  const refund = {
    id: nextId(shop),
    reason: String(body.reason ?? ''),
    total: (-amount).toFixed(shop.digits),
    line_items: lines,
    meta_data: meta,
  };
  order.refunds.push(refund);
  order.date_modified_gmt = gmtNow(shop);
  // An order of which everything went back gets a state of its own, also one that was cancelled or sent.
  if (amount + refunded > Number(view(shop, order).total) - 0.0001) moveTo(shop, order, 'refunded');
  return { ...refund, amount: amount.toFixed(shop.digits) };
}

function refundedLine(order: Order, { id, refund_total: total, refund_tax: taxes }: Json): Json {
  const item = [...order.line_items, ...order.shipping_lines, ...order.fee_lines].find((one) => one.id === id);
  const message = 'Refund line item is invalid.';
  if (!item) throw new RestError(400, 'woocommerce_rest_invalid_line_item', message);
  const tax = list(taxes).reduce((sum, one) => sum + Number(one.refund_total), 0);
  return { refunded: id, total: -Number(total), total_tax: -tax };
}
