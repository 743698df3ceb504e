import { setTimeout as pause } from 'node:timers/promises';
import { endCheckout } from '../../src/core/checkouts/commands/end.ts';
import { makeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import { startOutboxDispatcher } from '../../src/core/outbox/dispatcher.ts';
import { writeDueWords } from '../../src/core/preorders/commands/keep-words.ts';
import { createEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import { followFacts } from '../../src/main/compose.ts';
import type { Database } from '../../src/platform/db.ts';
import { createLog } from '../../src/platform/log.ts';
import { buyFrom } from './buy.ts';
import { type Core, checkoutRequest, createOffer, type Offer } from './core.ts';
import { cancelAll, releaseAll } from './release.ts';

const CHARGE_DECLINED = '4000000000006348';

/**
 * Creates a store with one waitlist and shoppers of each kind: two have a released unit, one of them paid; four wait, one
 * has cancelled, one holds units, one has abandoned the checkout. All follow-up work is done, so no round finds any.
 */
export async function createGrowthStory(core: Core): Promise<Offer> {
  const { db } = core;
  const offer = await createOffer(core, { allocation: 100, plan: { plan: 'pay_later' } });
  await createEndpoint(core, offer.storeId, { url: 'https://store.example/hook' });
  await buyFrom(core, offer);
  await buyFrom(core, offer, { card: CHARGE_DECLINED });
  for (let nth = 0; nth < 5; nth += 1) await buyFrom(core, offer, { quantity: 1 + (nth % 2) });
  await releaseAll(core, offer, 2);
  await cancelAll(core, offer, await newest(db, offer));
  const looked = await makeCheckout(core, checkoutRequest(offer), shopper('looked'));
  await endCheckout(core, { storeId: offer.storeId, checkoutId: looked }, 'abandoned');
  await makeCheckout(core, checkoutRequest(offer), shopper('holds'));
  await finishWork(db);
  return offer;
}

const shopper = (idempotencyKey: string) => ({ clientAddress: '192.0.2.8', idempotencyKey });

async function newest(db: Database, { storeId }: Offer): Promise<string> {
  const [row] = await db.query<{ reference: string }>(
    'SELECT reference FROM preorder WHERE store_id = $1 ORDER BY placed_at DESC LIMIT 1',
    [storeId],
  );
  return row?.reference ?? '';
}

// As long as what is kept of a mail about one unit with a kept card (`src/core/mails/evidence.ts`).
const WRITTEN_FROM = JSON.stringify({
  v: '0.1.0',
  l: 'en',
  d: '2026-12-01',
  c: ['visa', '4242'],
  p: [12_900, 0, 2_138, 13_390, 13_390],
  i: [
    {
      n: [1, 1],
      s: 'placed',
      v: 'Medium',
      a: [13_390, 13_390, 12_900, 2_138, 13_390, 490],
      w: ['2030-06-10', '2030-06-15', 1],
    },
  ],
});

/** Marks the work of dispatcher, mail server and receivers as done and moves all deadlines to tomorrow. */
async function finishWork(db: Database): Promise<void> {
  const outbox = startOutboxDispatcher(db, createLog('silent'), followFacts('shop@shop.example'));
  while ((await db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL')).length > 0) await pause(20);
  await outbox.stop();
  while ((await writeDueWords(db)) > 0);
  for (const statement of [
    'DELETE FROM graphile_worker._private_jobs',
    // The service prunes these rows after some days, so a database of years has few of them for each pre-order.
    'DELETE FROM outbox WHERE id NOT IN (SELECT min(id) FROM outbox GROUP BY subject_id)',
    'DELETE FROM webhook_message WHERE seq NOT IN (SELECT min(seq) FROM webhook_message GROUP BY subject_id)',
    `UPDATE mail m SET sent_at = m.created_at, sent_to = k.email, subject = 'Your pre-order ' || o.reference || ' at North & Pine',
       written_from = '${WRITTEN_FROM}', body_digest = sha256(m.id::text::bytea)
     FROM preorder o LEFT JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
     WHERE o.store_id = m.store_id AND o.id = m.preorder_id`,
    `UPDATE webhook_message SET state = 'delivered', ended_at = occurred_at, taken_at = occurred_at`,
    // Nearly every store has an account of its merchant.
    `UPDATE attempt SET provider = 'stripe'`,
    `UPDATE payment_method SET provider = 'stripe'`,
    `UPDATE hold SET expires_at = expires_at + interval '1 day'`,
    `UPDATE payment_due SET retry_at = retry_at + interval '1 day'`,
    `INSERT INTO link (store_id, id, preorder_id, purpose, created_at, expires_at)
     SELECT store_id, gen_random_uuid(), id, 'cancel', placed_at, placed_at + interval '1 hour' FROM preorder`,
  ]) {
    await db.query(statement);
  }
}
