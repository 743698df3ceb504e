import type { Static } from 'typebox';
import { SYNC_EVERY_HOURS } from '../../../domain/connection.ts';
import { isOf } from '../../../platform/schema-check.ts';
import { Type } from '../../../platform/type.ts';
import { type ChangePage, CommerceError, type PlatformChange } from '../port.ts';
import { readAs } from '../read.ts';
import type { Ask } from './client.ts';
import { PAGE } from './orders.ts';

/*
 * WooCommerce has no list of changes. Its lists can be asked for what was modified after a moment, to the second; a sale moves the moment
 * of its product, and a change of a variation that of its product. A product that was deleted for good is in no list: only their number
 * tells of it. What a plugin writes past WooCommerce moves nothing, so once a day everything is compared.
 */

/** How far one list is read: all that was modified before `since`, and of the rest the pages before `page`. */
const Place = Type.Object({ since: Type.Integer({ minimum: 0 }), page: Type.Integer({ minimum: 1 }) });
const Cursor = Type.Object({
  products: Place,
  bin: Place,
  orders: Place,
  /** How many products there have to be by what is known, and since when that was counted. */
  count: Type.Integer(),
  countedAt: Type.Integer({ minimum: 0 }),
  comparedAt: Type.Integer({ minimum: 0 }),
});
type CursorValue = Static<typeof Cursor>;
type PlaceValue = Static<typeof Place>;

const Modified = Type.Object({
  id: Type.Integer({ minimum: 0 }),
  date_created_gmt: Type.String(),
  date_modified_gmt: Type.String(),
});
type ModifiedValue = Static<typeof Modified>;

// A change that is written within a second of being read is read once more, also if the clocks of the web server and PHP differ by some seconds.
const OVERLAP_S = 10;

const LISTS = {
  products: { path: 'wc/v3/products', status: 'any' },
  bin: { path: 'wc/v3/products', status: 'trash' },
  orders: { path: 'wc/v3/orders', status: 'any' },
} as const;

export async function changesSince(ask: Ask, cursor: string | null): Promise<ChangePage> {
  if (cursor === null) {
    const { total, now } = await countProducts(ask);
    const place = { since: now - OVERLAP_S, page: 1 };
    const lists = { products: place, bin: place, orders: place };
    return pageOf([], { ...lists, count: total, countedAt: now, comparedAt: now }, { more: false });
  }
  const from = readCursor(cursor);
  const products = await readList(ask, 'products', from.products);
  const bin = await readList(ask, 'bin', from.bin);
  const orders = await readList(ask, 'orders', from.orders);
  const changes: PlatformChange[] = [
    ...orders.items.map(({ id }) => ({ what: 'order', ref: String(id) }) as const),
    ...[...products.items, ...bin.items].map(({ id }) => ({ what: 'product', id: String(id) }) as const),
  ];
  const made = products.items.filter(({ date_created_gmt }) => secondsOf(date_created_gmt) > from.countedAt);
  const binned = bin.items.filter(({ date_modified_gmt }) => secondsOf(date_modified_gmt) >= from.countedAt);
  const count = from.count + made.length - binned.length;
  const to = { ...from, products: products.next, bin: bin.next, orders: orders.next, count };
  if (products.more || bin.more || orders.more) return pageOf(changes, to, { more: true });
  const { total, now } = await countProducts(ask);
  const compare = total < count || now - from.comparedAt > SYNC_EVERY_HOURS * 3_600;
  const counted = { ...to, count: total, countedAt: now, ...(compare && { comparedAt: now }) };
  return { ...pageOf(changes, counted, { more: false }), compare };
}

const pageOf = (changes: PlatformChange[], cursor: CursorValue, { more }: { more: boolean }): ChangePage => ({
  changes,
  cursor: JSON.stringify(cursor),
  more,
});

function readCursor(text: string): CursorValue {
  const value = parse(text);
  if (isOf(Cursor, value)) return value;
  throw new CommerceError('not_found', 'This is no place in the changes of WooCommerce.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Read = { items: ModifiedValue[]; next: PlaceValue; more: boolean };

async function readList(ask: Ask, list: keyof typeof LISTS, { since, page }: PlaceValue): Promise<Read> {
  const { path, status } = LISTS[list];
  const query = {
    status,
    modified_after: new Date((since - 1) * 1_000).toISOString().slice(0, 19),
    dates_are_gmt: 'true',
    orderby: 'modified',
    order: 'asc',
    per_page: PAGE,
    page: String(page),
    _fields: 'id,date_created_gmt,date_modified_gmt',
  };
  const { json, headers } = await ask('GET', path, { query });
  const items = readAs(Type.Array(Modified), json, 'what was modified');
  if (items.length < Number(PAGE)) {
    return { items, next: { since: Math.max(since, nowOf(headers) - OVERLAP_S), page: 1 }, more: false };
  }
  // What is modified meanwhile moves to the end, and the pages behind it move up: so the next one begins at a moment.
  const last = secondsOf(items.at(-1)?.date_modified_gmt ?? '');
  return { items, next: last > since ? { since: last, page: 1 } : { since, page: page + 1 }, more: true };
}

async function countProducts(ask: Ask): Promise<{ total: number; now: number }> {
  const query = { status: 'any', per_page: '1', _fields: 'id' };
  const { headers } = await ask('GET', 'wc/v3/products', { query });
  const total = Number(headers['x-wp-total'] ?? Number.NaN);
  if (!Number.isInteger(total))
    throw new CommerceError('malformed', 'The platform did not say how many products it has.');
  return { total, now: nowOf(headers) };
}

function nowOf({ date }: Record<string, string | undefined>): number {
  const now = Date.parse(date ?? '');
  if (Number.isFinite(now)) return Math.floor(now / 1_000);
  throw new CommerceError('malformed', 'The platform did not say what time it is.');
}

/** Times come without their zone. One that cannot be read counts as old. */
function secondsOf(gmt: string): number {
  const time = Date.parse(`${gmt}Z`);
  return Number.isFinite(time) ? Math.floor(time / 1_000) : 0;
}
