import { listPreorders, type PreorderFilter } from '../src/core/preorders/queries/list.ts';
import { searchPreorders } from '../src/core/preorders/queries/search.ts';
import { readPreorder } from '../src/core/preorders/queries.ts';
import type { Database } from '../src/platform/db.ts';
import type { Offer } from '../test/support/core.ts';
import type { GrowthLine, GrowthStage } from './growth-line.ts';

const PAGE = 50;

/** The lines of one pre-order, and of the merchant's list with its filters and its search. */
export const PREORDER_LINES: GrowthLine[] = [
  {
    name: 'a pre-order, by its reference',
    run: async ({ db, offer }) => readPreorder(db, offer.storeId, (await newestOf(db, offer)).reference),
  },
  { name: 'pre-orders: the first page', run: list({}) },
  { name: 'pre-orders: the second page', run: async (stage) => list({ after: await lastOfPage(stage) })(stage) },
  { name: 'pre-orders: the first page of a state', run: list({ state: 'released' }) },
  { name: 'pre-orders: the first page of a state that is rare', run: list({ state: 'returned' }, { few: true }) },
  { name: 'pre-orders: changed at any time', run: list({ updatedAtMin: new Date(0) }) },
  {
    name: 'pre-orders: changed just now',
    run: async (stage) => list({ updatedAtMin: await newestChange(stage) })(stage),
  },
  { name: 'pre-orders: found by reference', run: find(({ reference }) => reference) },
  { name: 'pre-orders: found by e-mail', run: find(({ email }) => email) },
  { name: 'pre-orders: found by how an e-mail begins', run: find(({ email }) => email.slice(0, 4)) },
  { name: 'pre-orders: found by name', run: find(({ lastName }) => lastName) },
  { name: 'pre-orders: found by SKU', run: find(({ sku }) => sku) },
  { name: 'pre-orders: not found', run: find(() => 'zzzz-nobody', { none: true }) },
  {
    name: 'pre-orders: by e-mail',
    run: async (stage) => list({ email: (await newestOf(stage.db, stage.offer)).email.toUpperCase() })(stage),
  },
  { name: 'pre-orders: by an unknown e-mail', run: list({ email: 'nobody@shopper.example' }, { few: true }) },
];

type ListQuery = PreorderFilter & { after?: string };

/** Returns a run that reads a page, and throws where it is empty though it should not be. */
function list(query: ListQuery, { few = false } = {}): GrowthLine['run'] {
  return async ({ db, offer }) => {
    const found = await listPreorders(db, offer.storeId, { ...query, limit: PAGE });
    if (found.length === 0 && !few) throw new Error(`no pre-order found by ${Object.keys(query).join(', ')}`);
  };
}

/** Returns a run that searches for a text and reads the first page of what it found, like the private API. */
function find(textOf: (known: NewestPreorder) => string, { none = false } = {}): GrowthLine['run'] {
  return async ({ db, offer }) => {
    const text = textOf(await newestOf(db, offer));
    const { ids } = await searchPreorders(db, offer.storeId, { text, people: true });
    const found = await listPreorders(db, offer.storeId, { ids, limit: PAGE });
    if (found.length === 0 && !none) throw new Error(`nothing found by “${text}”`);
  };
}

type NewestPreorder = { reference: string; email: string; lastName: string; sku: string };

/** Returns the newest pre-order that the story made. A clone's reference is not valid for a look-up. */
async function newestOf(db: Database, { storeId }: Offer): Promise<NewestPreorder> {
  const [row] = await db.query<NewestPreorder>(
    `SELECT o.reference, c.email, c.address->>'lastName' AS "lastName", l.sku FROM preorder o
     JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
     JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id AND l.position = 0
     WHERE o.store_id = $1 AND o.reference LIKE 'PO-%' ORDER BY o.placed_at DESC LIMIT 1`,
    [storeId],
  );
  if (!row) throw new Error('the store has no pre-order');
  return row;
}

async function lastOfPage({ db, offer }: GrowthStage): Promise<string> {
  return (await newestOf(db, offer)).reference;
}

async function newestChange({ db, offer }: GrowthStage): Promise<Date> {
  const [row] = await db.query<{ at: Date }>(
    'SELECT max(updated_at) AS at FROM preorder_standing WHERE store_id = $1',
    [offer.storeId],
  );
  if (!row) throw new Error('nothing has changed');
  return row.at;
}
