import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutboxRow } from '../../../src/core/outbox/row.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { claimMessages } from '../../../src/core/webhooks/commands/claim.ts';
import { recordFacts } from '../../../src/core/webhooks/commands/record.ts';
import { startWebhooks } from '../../../src/core/webhooks/jobs.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createCore, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createListener, deliverAll, dispatchOutbox, type Receiver, startReceiver } from '../../support/webhooks.ts';

let database: TestDatabase;
let core: Core;
let receiver: Receiver;
beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await core.stop();
  await database.drop();
});

async function buy(offer: Offer, quantity: number) {
  const reference = await buyFrom(core, offer, { quantity });
  const preorder = await readPreorder(core.db, offer.storeId, reference);
  return { ...preorder, storeId: offer.storeId, preorderId: preorder.id };
}

describe('order and workers', () => {
  test('a message waits while another process still dispatches an older fact of its subject', async () => {
    const offer = await createListener(core, receiver, ['preorder.cancelled', 'preorder.placed']);
    const { storeId, preorderId } = await buy(offer, 1);
    await dispatchOutbox(core);
    await core.db.query('DELETE FROM webhook_message WHERE store_id = $1', [storeId]);
    // A dispatcher has taken the older row and not committed. Another one has dispatched the newer row.
    await core.db.query(`UPDATE outbox SET dispatched_at = NULL WHERE store_id = $1 AND topic = 'preorder.placed'`, [
      storeId,
    ]);
    const newer: OutboxRow = {
      storeId,
      subjectId: preorderId,
      id: 1_000_000,
      topic: 'preorder.cancelled' as const,
      createdAt: new Date(),
      trace: null,
      detail: { lineIds: [], reason: 'shopper', back: 0 },
    };
    await core.db.transaction((tx) => recordFacts(tx, [newer]));
    expect(await claimMessages(core.db, 10)).toEqual([]);
    await deliverAll(core);
    expect(receiver.posts.map(({ type }) => type)).toEqual(['preorder.placed', 'preorder.cancelled']);
  });

  test("two workers send each message once, and each pre-order's messages in order", async () => {
    const offer = await createListener(core, receiver, [
      'preorder.placed',
      'preorder.cancelled',
      'preorder.released',
      'preorder.sent',
    ]);
    const bought = [];
    for (let number = 0; number < 6; number += 1) bought.push(await buy(offer, 2));
    for (const { storeId, preorderId, lines } of bought) {
      const [first, second] = lines.map(({ id }) => id);
      await advanceLines(core, { storeId, preorderId, to: 'released', lineIds: [first ?? ''] });
      await cancelLines(core, { storeId, preorderId, lineIds: [second ?? ''] });
      await advanceLines(core, { storeId, preorderId, to: 'fulfilled', lineIds: [first ?? ''] });
    }
    await dispatchOutbox(core);
    const workers = [startWebhooks(core), startWebhooks(core)];
    await expect.poll(() => receiver.posts.length, { timeout: 20_000 }).toBe(24);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(new Set(receiver.posts.map(({ id }) => id)).size).toBe(24);
    for (const { preorderId } of bought) {
      const mine = receiver.posts.filter(({ data }) => data.preorder.id === preorderId).map(({ type }) => type);
      expect(mine).toEqual(['preorder.placed', 'preorder.released', 'preorder.cancelled', 'preorder.sent']);
    }
    const states = await core.db.query(
      'SELECT state, count(*) AS n FROM webhook_message WHERE store_id = $1 GROUP BY state',
      [offer.storeId],
    );
    expect(states).toEqual([{ state: 'delivered', n: 24 }]);
  });
});
