import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeProviderEvent } from '../../../src/core/payments/commands/store-event.ts';
import { placeFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// A provider's message about an attempt queues a job that settles it, unless nothing is left to settle.

let database: TestDatabase;
let core: Core;
let offer: Offer;
let attemptId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db);
  offer = await createOffer(core, { allocation: 10, plan: { plan: 'pay_later' } });
  await placeFrom(core, offer);
  const [attempt] = await database.db.query<{ id: string }>('SELECT id FROM attempt');
  attemptId = attempt?.id ?? '';
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

async function topicsAfter(events: readonly { id: string; byHand?: boolean }[]): Promise<string[]> {
  await database.db.query('DELETE FROM outbox');
  for (const event of events) {
    await storeProviderEvent(core, { provider: 'test', storeId: offer.storeId, attemptId, ...event });
  }
  const rows = await database.db.query<{ topic: string }>('SELECT topic FROM outbox ORDER BY topic');
  return rows.map(({ topic }) => topic);
}

/** An off-session attempt charges the kept card. */
const setAttempt = (state: string, offSession: boolean) =>
  database.db.query(
    `UPDATE attempt a SET state = $1, off_session = $2, intent = CASE WHEN $2 THEN 'pay' ELSE 'save' END,
            payment_method_id = CASE WHEN $2 THEN m.id END
     FROM payment_method m`,
    [state, offSession],
  );

test.each([
  ['open', false, ['attempt.settle']],
  ['open', true, ['attempt.settle']],
  ['cancel_sent', false, ['attempt.settle']],
  ['created', false, ['attempt.settle']],
  ['created', true, []], // its charge is under way
  ['placed', false, []],
  ['placed', true, []],
])('a message about an attempt in state %s (off session: %s) queues %j', async (state, offSession, topics) => {
  await setAttempt(state, offSession);
  expect(await topicsAfter([{ id: randomUUID() }])).toEqual(topics);
});

test('counts a repeated message once', async () => {
  await setAttempt('open', false);
  const id = randomUUID();
  expect(await topicsAfter([{ id }, { id }])).toEqual(['attempt.settle']);
});

test('inspects an attempt of any state after a message about another hand', async () => {
  await setAttempt('placed', false);
  expect(await topicsAfter([{ id: randomUUID(), byHand: true }])).toEqual(['attempt.inspect']);
});

test('stores a message about an unknown attempt', async () => {
  const stranger = { provider: 'test', id: randomUUID(), storeId: offer.storeId, attemptId: randomUUID() };
  await storeProviderEvent(core, stranger);
  const stored = await database.db.query('SELECT 1 FROM provider_event WHERE event_id = $1', [stranger.id]);
  expect(stored).toHaveLength(1);
});
