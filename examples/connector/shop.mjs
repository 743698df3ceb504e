// A small store in memory that speaks the connector's protocol. Copy it, and put your platform's own calls in place of the maps.
import { sign } from './signature.mjs';

const PAGE = 50; // products or changes in one answer

/** `secrets` has one, or two while you change it. `hook` is the address to which changes are told; null tells nobody. */
export function createShop({ hook = null, now = () => new Date(), ...shop }) {
  // `changes` is the whole history: a cursor is a place in it.
  return { ...shop, hook, now, products: new Map(), orders: new Map(), deliveries: new Map(), changes: [] };
}

const variantsOf = ({ products }) => [...products.values()].flatMap(({ variants }) => variants);
const unknown = (what) => [404, { message: `Unknown ${what}.` }];

/** Keeps what changed for the next question, and tells it at once to the address that is set. */
async function tell(shop, change) {
  shop.changes.push(change);
  if (!shop.hook) return;
  const body = JSON.stringify({ changes: [change] });
  const headers = { 'content-type': 'application/json', ...sign(shop.secrets.slice(0, 1), body, shop.now()) };
  const told = await fetch(shop.hook, { method: 'POST', headers, body }).catch(({ message }) => ({ status: message }));
  if (!told.ok) console.warn(`A change was not told (${told.status}). It is found when changes are asked for.`);
}

/** What people of the store do: each change of theirs is told. */
export const hand = {
  putProduct(shop, product) {
    shop.products.set(product.id, product);
    return tell(shop, { what: 'product', id: product.id });
  },
  removeProduct(shop, id) {
    shop.products.delete(id);
    return tell(shop, { what: 'product', id });
  },
  putDelivery: ({ deliveries }, delivery) => deliveries.set(delivery.name, delivery), // a purchase order
  setStock(shop, id, inStock) {
    for (const variant of variantsOf(shop)) if (variant.id === id) variant.in_stock = inStock;
    return tell(shop, { what: 'variant', id });
  },
  /** Sends all line items of an order, named by its id or number, that may be sent, or those that are named. */
  fulfil(shop, order, fulfilment) {
    const [ref, found] = [...shop.orders].find(([id, { name }]) => id === order || name === order) ?? [];
    if (!found) throw new Error(`There is no order ${order}.`);
    const { lines, fulfilments } = found;
    const line_ids = lines.filter(({ held, cancelled }) => !held && !cancelled).map((line) => line.id);
    const texts = { carrier: '', tracking_number: '', tracking_url: '', sent_at: shop.now().toISOString() };
    fulfilments.push({ ref: `F${fulfilments.length + 1}`, ...texts, delivered_at: null, line_ids, ...fulfilment });
    return tell(shop, { what: 'order', ref });
  },
};

/** What an order's payment is for: its refunds say what of it went back. */
const payable = ({ lines }) => lines.filter((line) => !line.cancelled || line.was_paid).map(({ id }) => id);

/** Each answer of the protocol: status and value. */
export const ANSWERS = {
  'GET /shop': ({ id, name, currency }) => [200, { id, name, currency, missing_scopes: [] }],
  'GET /products'({ products }, { query }) {
    const after = query.get('cursor') ?? '';
    const ids = [...products.keys()].sort().filter((id) => id > after);
    const page = ids.slice(0, PAGE).map((id) => products.get(id));
    return [200, { products: page, next: ids.length > PAGE ? ids[PAGE - 1] : null }];
  },
  'GET /products/:id': ({ products }, { id }) => (products.has(id) ? [200, products.get(id)] : unknown('product')),
  'GET /changes'({ changes }, { query }) {
    const from = Number(query.get('cursor') ?? changes.length);
    if (!Number.isInteger(from) || from < 0 || from > changes.length) return unknown('cursor');
    const until = Math.min(from + PAGE, changes.length);
    return [200, { changes: changes.slice(from, until), cursor: String(until), more: until < changes.length }];
  },
  'GET /stock'(shop, { query }) {
    const found = variantsOf(shop).filter(({ id }) => query.getAll('variant_id').includes(id));
    return [200, { stock: found.map(({ id, in_stock }) => ({ variant_id: id, in_stock })) }];
  },
  'GET /deliveries': ({ deliveries }) => [200, { deliveries: [...deliveries.values()], next: null }],
  'GET /orders/:id': ({ orders }, { id }) => (orders.has(id) ? [200, orders.get(id)] : unknown('order')),
  // The same order comes again when an answer was lost: it is created once.
  'PUT /orders/:id'({ orders }, { id, body }) {
    const paid_line_ids = body.paid ? payable(body) : [];
    if (!orders.has(id)) orders.set(id, { ...body, name: `#${1001 + orders.size}`, fulfilments: [], paid_line_ids });
    return [200, orders.get(id)];
  },
  // Says how the order should be: what is so already stays so.
  'PATCH /orders/:id'({ orders }, { id, body }) {
    const order = orders.get(id);
    if (!order) return unknown('order');
    const { held_line_ids: held, cancelled_line_ids: cancelled, refund, ...others } = body;
    if (others.paid && !order.paid) order.paid_line_ids = payable(order);
    Object.assign(order, others);
    for (const line of order.lines) {
      line.held = held ? held.includes(line.id) : line.held;
      line.cancelled ||= cancelled?.includes(line.id) ?? false;
    }
    if (refund && !order.refunds.some((known) => known.id === refund.id)) order.refunds.push(refund);
    return [200, order];
  },
  'GET /orders/:id/fulfilments': ({ orders }, { id }) =>
    orders.has(id) ? [200, { fulfilments: orders.get(id).fulfilments }] : unknown('order'),
  // Not of the protocol: lets you try what people of the store do, see hand.mjs.
  async 'POST /hand'(shop, { body }) {
    if (!Object.hasOwn(hand, body.do)) return unknown('act');
    return [200, { done: await hand[body.do](shop, ...body.with) }];
  },
};
