import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutboxRow } from '../../../src/core/outbox/row.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { changeAddress } from '../../../src/core/preorders/commands/change-address.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { claimMessages } from '../../../src/core/webhooks/commands/claim.ts';
import { deliver } from '../../../src/core/webhooks/commands/deliver.ts';
import { recordFacts } from '../../../src/core/webhooks/commands/record.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { WEBHOOK_TYPES, type WebhookType } from '../../../src/protocol/schema/webhook-events.ts';
import type { AddressParts } from '../../../src/protocol/wire/address.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createCore, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import {
  createListener,
  deliverAll,
  dispatchOutbox,
  type Receiver,
  startReceiver,
  verifyPost,
} from '../../support/webhooks.ts';

let database: TestDatabase;
let core: Core;
let receiver: Receiver;
/** Makes authorisations end before their capture, and the provider refuse refunds. */
let providerRefuses = false;

beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db, (provider) => ({
    ...provider,
    async capture(ref, ...rest) {
      if (providerRefuses) await provider.cancel(ref);
      return provider.capture(ref, ...rest);
    },
    refund: async (...args) =>
      providerRefuses ? Promise.reject(new ProviderError('refused', 'the card is gone')) : provider.refund(...args),
  }));
  receiver = await startReceiver();
});
beforeEach(async () => {
  await database.db.query('DELETE FROM clock_shift');
  await database.db.query('UPDATE webhook_endpoint SET disabled_at = app_now(), disabled_reason = $1', ['asked']);
  providerRefuses = false;
});
afterAll(async () => {
  await receiver.close();
  await core.stop();
  await database.drop();
});

const SECOND_LATER = 2;

const listen = (types?: WebhookType[]) => createListener(core, receiver, types);

async function buy(offer: Offer, quantity: number) {
  const reference = await buyFrom(core, offer, { quantity });
  const preorder = await readPreorder(core.db, offer.storeId, reference);
  return { ...preorder, storeId: offer.storeId, preorderId: preorder.id };
}

const told = () => receiver.posts.map(({ type }) => type);

describe('an endpoint receives', () => {
  test('the life of a pre-order, in order, signed and valid by the schemas', async () => {
    const offer = await listen(WEBHOOK_TYPES.filter((type) => type.startsWith('preorder.')));
    const { storeId, preorderId, reference, lines } = await buy(offer, 3);
    const [first, second, third] = lines.map(({ id }) => id);
    await cancelLines(core, { storeId, preorderId, lineIds: [second ?? ''] });
    await moveMoney(core, storeId, preorderId);
    for (const to of ['released', 'fulfilled', 'returned'] as const) {
      await advanceLines(core, { storeId, preorderId, to, lineIds: [first ?? ''] });
    }
    await deliverAll(core);

    expect(told()).toEqual([
      'preorder.placed',
      'preorder.charged',
      'preorder.cancelled',
      'preorder.refunded',
      'preorder.released',
      'preorder.sent',
      'preorder.returned',
    ]);
    for (const post of receiver.posts) verifyPost(post, offer.secret);
    const [placed, charged, cancelled, refunded, released, sent, returned] = receiver.posts.map(({ data }) => data);
    for (const data of [placed, charged, cancelled, refunded, released, sent, returned]) {
      expect(data.preorder).toEqual({ id: preorderId, reference });
    }
    expect(placed.lines.map((line: { id: string }) => line.id)).toEqual([first, second, third]);
    expect(placed).toMatchObject({ waitlist_id: offer.waitlistId, total: { amount: '391.90', currency: 'EUR' } });
    expect(placed.lines[0].ship_window).toEqual({ from: '2030-06-10', until: '2030-06-15' });
    expect(charged.amount).toEqual({ amount: '391.90', currency: 'EUR' });
    // Each event has the state of its own moment, although the line item had moved on before it was sent.
    expect(cancelled.lines).toEqual([{ id: second, number: 2, state: 'cancelled' }]);
    expect(refunded.lines).toHaveLength(1);
    expect(released.lines).toEqual([{ id: first, number: 1, state: 'released' }]);
    expect(sent.lines).toEqual([{ id: first, number: 1, state: 'fulfilled' }]);
    expect(returned.lines).toEqual([{ id: first, number: 1, state: 'returned' }]);
    expect(new Set(receiver.posts.map(({ id }) => id)).size).toBe(7);
  });

  test('no name, address or e-mail of the shopper, also after a change of address', async () => {
    const offer = await listen();
    const { contact, storeId, preorderId } = await buy(offer, 1);
    const address = { ...(contact?.address as AddressParts), line1: 'Torstraße 1' };
    await changeAddress(core, { storeId, preorderId, address });
    await shiftClock(core.db, SECOND_LATER);
    await deliverAll(core);
    const changed = receiver.posts.filter(({ type }) => type === 'preorder.changed');
    expect(changed.map(({ data }) => [data.what, data.lines])).toEqual([['address', []]]);
    for (const post of changed) verifyPost(post, offer.secret);
    const all = receiver.posts.map(({ text }) => text).join('');
    for (const word of [contact?.email ?? '?', 'Ada', 'Lovelace', 'Invalidenstra', 'Torstra']) {
      expect(all).not.toContain(word);
    }
    expect(all).not.toMatch(/\b10115\b/); // word boundaries, because ids contain any five digits by chance
    expect(Math.max(...receiver.posts.map(({ text }) => text.length))).toBeLessThan(20_000);
  });

  test('a failed charge and a failed refund', async () => {
    const offer = await listen(['preorder.changed', 'preorder.charge_failed', 'preorder.refund_failed']);
    providerRefuses = true;
    await buyFrom(core, offer, { quantity: 1 });
    await deliverAll(core);
    expect(told().sort()).toEqual(['preorder.changed', 'preorder.charge_failed']);
    for (const post of receiver.posts) verifyPost(post, offer.secret);
    const data = Object.fromEntries(receiver.posts.map((post) => [post.type, post.data]));
    expect(data['preorder.changed']).toMatchObject({ what: 'state', lines: [{ number: 1, state: 'payment_due' }] });
    expect(data['preorder.charge_failed']).toMatchObject({
      amount: { amount: '133.90' },
      reason: 'it was cancelled at the provider, or has expired there',
    });

    providerRefuses = false;
    const { storeId, preorderId } = await buy(offer, 1);
    await cancelLines(core, { storeId, preorderId, lineIds: null });
    providerRefuses = true;
    await moveMoney(core, storeId, preorderId);
    await deliverAll(core);
    expect(told().slice(2)).toEqual(['preorder.refund_failed']);
    for (const post of receiver.posts) verifyPost(post, offer.secret);
  });

  test('promises, waitlists and the stock of a product', async () => {
    const offer = await listen();
    const { storeId, waitlistId } = offer;
    const shipWindow = { from: '2030-07-01', until: '2030-07-05' };
    await updateWaitlist(
      core,
      { storeId, waitlistId },
      { shipWindow, moved: { reason: 'Fog.' }, variants: [{ variantId: offer.variantId, allocation: 7 }] },
    );
    await updateWaitlist(core, { storeId, waitlistId }, { shipWindow }); // the same window makes no new promise
    await dispatchOutbox(core);
    await changeWaitlistState(core, { storeId, waitlistId }, 'close');
    await shiftClock(core.db, SECOND_LATER);
    await deliverAll(core);
    const count = (type: string) => told().filter((one) => one === type).length;
    expect([count('promise.changed'), count('waitlist.changed'), count('stock.changed')]).toEqual([1, 3, 1]);
    for (const post of receiver.posts) verifyPost(post, offer.secret);
    const of = (type: string) => receiver.posts.findLast((post) => post.type === type)?.data;
    expect(of('promise.changed')).toMatchObject({
      waitlist_id: waitlistId,
      version: 2,
      ship_window: shipWindow,
      reason: 'Fog.',
      previous: { from: '2030-06-10', until: '2030-06-15' },
    });
    expect(of('waitlist.changed').waitlist).toMatchObject({ id: waitlistId, state: 'CLOSED', ship_window: shipWindow });
    expect(of('stock.changed')).toMatchObject({ available: false, available_stock: 0, waitlist_id: null });
  });

  test('only its types, and only its own store', async () => {
    const other = await listen();
    const offer = await listen(['preorder.cancelled']);
    const { storeId, preorderId } = await buy(offer, 1);
    await cancelLines(core, { storeId, preorderId, lineIds: null });
    await deliverAll(core);
    expect(told()).toEqual(['preorder.cancelled']);
    const rows = await core.db.query('SELECT 1 FROM webhook_message WHERE store_id = $1', [other.storeId]);
    expect(rows).toEqual([]);
  });

  test('no fact that was rolled back', async () => {
    const offer = await listen();
    await expect(
      core.db.transaction(async (tx) => {
        await tx.query(`INSERT INTO outbox (store_id, topic, subject_id) VALUES ($1, 'stock.changed', $2)`, [
          offer.storeId,
          offer.productId,
        ]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await shiftClock(core.db, SECOND_LATER);
    expect(await deliverAll(core)).toBe(0);
  });
});

describe('events about stock', () => {
  test('combine many commits of a sale into one message with the final stock', async () => {
    const offer = await listen(['stock.changed']);
    for (let bought = 0; bought < 4; bought += 1) {
      await buy(offer, 2);
      await dispatchOutbox(core);
    }
    await shiftClock(core.db, SECOND_LATER);
    await deliverAll(core);
    expect(receiver.posts).toHaveLength(1);
    const [post] = receiver.posts;
    expect(post?.data).toMatchObject({ available: true, available_stock: 42, waitlist_id: offer.waitlistId });
    expect(post?.data.variants).toMatchObject([{ id: offer.variantExternalId, sku: 'AUR-M', available_stock: 42 }]);
  });

  test('are recorded again for a change after the message was taken', async () => {
    const offer = await listen(['stock.changed']);
    await buy(offer, 2);
    await dispatchOutbox(core);
    await shiftClock(core.db, SECOND_LATER);
    const claimed = await claimMessages(core.db, 10);
    expect(claimed).toHaveLength(1);
    await buy(offer, 3);
    await dispatchOutbox(core);
    for (const message of claimed) await deliver(core, message);
    await shiftClock(core.db, SECOND_LATER);
    await deliverAll(core);
    expect(receiver.posts.map(({ data }) => data.available_stock)).toEqual([45, 45]);
  });

  test('are recorded again by a recorder that waits while the message is being taken', async () => {
    const offer = await listen(['stock.changed']);
    const row: OutboxRow = {
      storeId: offer.storeId,
      subjectId: offer.productId,
      id: 1,
      topic: 'stock.changed',
      detail: null,
      createdAt: new Date(),
      trace: null,
    };
    await core.db.transaction((tx) => recordFacts(tx, [row]));
    let recorded: Promise<void> | undefined;
    await core.db.transaction(async (tx) => {
      await tx.query('UPDATE webhook_message SET taken_at = app_now() WHERE store_id = $1', [offer.storeId]);
      recorded = core.db.transaction((other) => recordFacts(other, [{ ...row, id: 2 }]));
      const first = await Promise.race([
        recorded.then(() => 'written'),
        tx.query('SELECT pg_sleep(0.2)').then(() => 'waits'),
      ]);
      expect(first).toBe('waits');
    });
    await recorded;
    const rows = await core.db.query('SELECT seq FROM webhook_message WHERE store_id = $1', [offer.storeId]);
    expect(rows).toHaveLength(2);
  });
});
