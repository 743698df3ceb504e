import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { type ChangePage, CommerceError, type PlatformChange } from '../port.ts';
import { readAs } from '../read.ts';
import type { AdminClient } from './client.ts';
import { fromGid } from './ids.ts';
import { CHANGED_ORDERS, CHANGED_PRODUCTS, DELETED_PRODUCTS, type Operation } from './operations.ts';

const Page = Type.Object({
  nodes: Type.Array(Type.Object({ id: Type.Optional(Type.String()), at: Type.Optional(Type.String()) })),
  pageInfo: Type.Object({ hasNextPage: Type.Boolean(), endCursor: Type.Union([Type.String(), Type.Null()]) }),
});
const Found = Type.Object({ found: Page });
// Of what Shopify does not show: the rest is told all the same.
const NOTHING: Static<typeof Page> = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** Where the search for one kind of thing goes on. `seen` is what was told from `from` on, as id and time. */
const Mark = Type.Object({
  from: Type.String(),
  after: Type.Union([Type.String(), Type.Null()]),
  seen: Type.Array(Type.String()),
});
type MarkValue = Static<typeof Mark>;
const Cursor = Type.Object({ products: Mark, deleted: Mark, orders: Mark });
type Kind = keyof Static<typeof Cursor>;

const SEARCHES: Readonly<Record<Kind, { operation: Operation; query: (from: string) => string }>> = {
  products: { operation: CHANGED_PRODUCTS, query: (from) => `updated_at:>='${from}'` },
  deleted: {
    operation: DELETED_PRODUCTS,
    query: (from) => `subject_type:PRODUCT action:destroy created_at:>='${from}'`,
  },
  orders: { operation: CHANGED_ORDERS, query: (from) => `updated_at:>='${from}'` },
};
const KINDS: readonly Kind[] = ['products', 'deleted', 'orders'];

// Shopify's search learns of a change some seconds later, and not of all in their order.
const OVERLAP_MS = 60_000;
// Its times have whole seconds: something may change again in the second in which we asked.
const FRESH_MS = 2_000;

/**
 * Lists what changed, by the times that Shopify keeps. It looks back a minute each time, and leaves out what it told already. A
 * product's time also moves with its stock.
 */
export async function changes(admin: AdminClient, cursor: string | null, now: Date): Promise<ChangePage> {
  if (cursor === null) return { changes: [], cursor: JSON.stringify(await cursorOfNow(admin, now)), more: false };
  const marks = readCursor(cursor);
  const found: PlatformChange[] = [];
  let more = false;
  for (const kind of KINDS) {
    const page = await search(admin, kind, { mark: marks[kind], now });
    found.push(...page.ids.map((id) => changeOf(kind, id)));
    marks[kind] = page.mark;
    more ||= page.mark.after !== null;
  }
  return { changes: found, cursor: JSON.stringify(marks), more };
}

function changeOf(kind: Kind, gid: string): PlatformChange {
  return kind === 'orders' ? { what: 'order', ref: fromGid(gid) } : { what: 'product', id: fromGid(gid) };
}

async function cursorOfNow(admin: AdminClient, now: Date): Promise<Static<typeof Cursor>> {
  const marks = { products: newMark(now), deleted: newMark(now), orders: newMark(now) };
  for (const kind of KINDS) {
    do marks[kind] = (await search(admin, kind, { mark: marks[kind], now })).mark;
    while (marks[kind].after !== null);
  }
  return marks;
}

function newMark(now: Date): MarkValue {
  return { from: wholeSeconds(now.getTime() - OVERLAP_MS), after: null, seen: [] };
}

async function search(admin: AdminClient, kind: Kind, { mark, now }: { mark: MarkValue; now: Date }) {
  const { operation, query } = SEARCHES[kind];
  const { data } = await admin.see(operation, { query: query(mark.from), after: mark.after }, Found);
  const found = data?.found ?? NOTHING;
  const nodes = found.nodes.flatMap(({ id, at }) => (id && at ? [{ id, at }] : []));
  const ids = nodes.filter(({ id, at }) => !mark.seen.includes(keyOf(id, at))).map(({ id }) => id);
  const isFresh = (at: string) => Date.parse(at) > now.getTime() - FRESH_MS;
  const told = nodes.filter(({ at }) => !isFresh(at)).map(({ id, at }) => keyOf(id, at));
  return {
    ids: [...new Set(ids)],
    mark: nextMark({ ...mark, seen: [...new Set([...mark.seen, ...told])] }, found.pageInfo),
  };
}

const keyOf = (id: string, at: string) => `${at} ${id}`;

/** Goes on with the same search while it has pages. After the last one, it looks a minute back from the latest change. */
function nextMark({ from, seen }: MarkValue, page: Static<typeof Page>['pageInfo']): MarkValue {
  const times = seen.map((key) => Date.parse(key.slice(0, key.indexOf(' '))));
  const latest = times.length > 0 ? Math.max(...times) : Date.parse(from) + OVERLAP_MS;
  const start = Math.max(latest - OVERLAP_MS, Date.parse(from));
  const kept = seen.filter((_, nth) => (times[nth] ?? 0) >= start);
  if (page.hasNextPage) return { from, after: page.endCursor, seen: kept };
  return { from: wholeSeconds(start), after: null, seen: kept };
}

function readCursor(text: string): Static<typeof Cursor> {
  try {
    return readAs(Cursor, JSON.parse(text), 'a cursor');
  } catch {
    throw new CommerceError('not_found', 'This is no cursor of Shopify: everything has to be listed again.');
  }
}

/** Shopify's times have whole seconds. */
function wholeSeconds(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
