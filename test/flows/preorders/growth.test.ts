import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetCards } from '../../../src/core/payments/jobs.ts';
import { retireContacts } from '../../../src/core/people/commands/retain.ts';
import { listPreorders } from '../../../src/core/preorders/queries/list.ts';
import { readHeadOfQueue, readQueuePlaces } from '../../../src/core/releases/queries/queue.ts';
import { QUEUE_PLACE_MAX, queuePlaceText } from '../../../src/protocol/wire/queue-place.ts';
import { type Core, createCore, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { grow } from '../../support/growth.ts';
import { createGrowthStory } from '../../support/growth-story.ts';
import { firstBatch } from '../../support/release.ts';

// More than one round reads, and more than the highest place that is counted.
const PREORDERS = 2_600;

let database: TestDatabase;
let core: Core;
let offer: Offer;
beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db);
  offer = await createGrowthStory(core);
  await grow(database.db, { preorders: PREORDERS, stores: 1 });
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

/** Reads the waiting line items in the order of placing. */
async function waiting(): Promise<{ preorderId: string; lineId: string }[]> {
  return database.db.query(
    `SELECT o.id AS "preorderId", l.id AS "lineId" FROM preorder_line l
     JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id
     WHERE l.store_id = $1 AND (l.state = 'placed' OR l.due_from = 'placed') ORDER BY o.placed_at, o.id, l.position`,
    [offer.storeId],
  );
}

const placesOf = (preorderId: string) =>
  readQueuePlaces(database.db, { storeId: offer.storeId, preorderId }, { always: true });

test('counts a place in the queue up to the maximum', async () => {
  const queue = await waiting();
  expect(queue.length).toBeGreaterThan(QUEUE_PLACE_MAX + 100);
  for (const index of [0, 1, 500, QUEUE_PLACE_MAX - 2, QUEUE_PLACE_MAX - 1, QUEUE_PLACE_MAX, queue.length - 1]) {
    const { preorderId, lineId } = queue[index] ?? { preorderId: '', lineId: '' };
    const place = (await placesOf(preorderId)).get(lineId);
    expect(place, `wrong place of line item ${index + 1}`).toBe(Math.min(index + 1, QUEUE_PLACE_MAX));
  }
});

test.each([
  [1, '1'],
  [QUEUE_PLACE_MAX - 1, '999'],
  [QUEUE_PLACE_MAX, '1000+'],
])('shows place %i as %s', (place, text) => {
  expect(queuePlaceText(place)).toBe(text);
});

test('puts the line item that was placed first at the head of the queue', async () => {
  const batch = { storeId: offer.storeId, waitlistId: offer.waitlistId, batchId: await firstBatch(core, offer) };
  const head = await readHeadOfQueue(database.db, batch, { variantIds: [offer.variantId], limit: 50 });
  const placed = head.filter(({ barred }) => !barred).map(({ id }) => id);
  const owing = new Set(head.filter((line) => line.barred).map(({ id }) => id));
  const expected = (await waiting()).map(({ lineId }) => lineId).filter((id) => !owing.has(id));
  expect(placed).toEqual(expected.slice(0, 50));
});

test('finds pre-orders by e-mail in any spelling', async () => {
  const [someone] = await database.db.query<{ email: string; reference: string }>(
    `SELECT k.email, o.reference FROM preorder o
     JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id WHERE o.reference LIKE 'PO-%' LIMIT 1`,
  );
  const found = await listPreorders(database.db, offer.storeId, {
    limit: 5,
    email: ` ${someone?.email.toUpperCase()} `,
  });
  expect(found.map(({ reference }) => reference)).toEqual([someone?.reference]);
});

test('retires due contacts, wherever in the table the walk stands', async () => {
  const last = `SELECT preorder_id FROM preorder_contact WHERE store_id = $1 ORDER BY preorder_id DESC LIMIT 1`;
  const [{ preorder_id: oldest } = { preorder_id: '' }] = await database.db.query<{ preorder_id: string }>(last, [
    offer.storeId,
  ]);
  await database.db.query('UPDATE store SET keep_preorder_days = 30 WHERE id = $1', [offer.storeId]);
  await database.db.query(
    `UPDATE preorder_line SET state = 'cancelled', due_from = NULL, cancelled_at = app_now() - interval '31 days'
     WHERE preorder_id = $1`,
    [oldest],
  );
  const contact = () => database.db.query('SELECT 1 FROM preorder_contact WHERE preorder_id = $1', [oldest]);
  await retireContacts(core);
  expect(await contact(), 'the first round went beyond its page').toHaveLength(1);
  for (let round = 0; round < 6; round += 1) await retireContacts(core);
  expect(await contact()).toEqual([]);
});

test('forgets cards of finished pre-orders, wherever in the table the walk stands', async () => {
  const [card] = await database.db.query<{ id: string; preorder_id: string }>(
    `SELECT m.id, m.preorder_id FROM payment_method m
     JOIN test_provider.method t ON t.ref = m.method_ref
     WHERE m.store_id = $1 AND m.forgotten_at IS NULL AND m.replaced_at IS NULL ORDER BY m.id DESC LIMIT 1`,
    [offer.storeId],
  );
  await database.db.query(
    `UPDATE preorder_line SET state = 'cancelled', due_from = NULL, cancelled_at = app_now() WHERE preorder_id = $1`,
    [card?.preorder_id],
  );
  const isForgotten = async () => {
    const rows = await database.db.query('SELECT 1 FROM payment_method WHERE id = $1 AND forgotten_at IS NOT NULL', [
      card?.id,
    ]);
    return rows.length === 1;
  };
  let rounds = 0;
  while (!(await isForgotten()) && rounds < 500) {
    await forgetCards(core);
    rounds += 1;
  }
  expect(rounds).toBeGreaterThan(1);
  expect(rounds).toBeLessThan(500);
});
