import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signEvent } from '../../../packages/stripe-stand-in/src/deliveries.ts';
import { textOf } from '../../../packages/stripe-stand-in/src/json.ts';
import { listDisputes, readWait } from '../../../src/core/accounts/queries/disputes.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { listOwedRefunds } from '../../../src/core/payments/queries/owed-refunds.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readHistory } from '../../../src/core/preorders/queries/history.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { listOf, openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

// Every event comes late and twice, and therefore in no order.
let stripe: StripeStore;
beforeAll(async () => {
  stripe = await openStripeStore({ webhooks: { late_ms: '300', twice_percent: '100', seed: '7' } });
});
afterAll(() => stripe.stop());

const soon = { timeout: 15_000, interval: 50 };
const eventOf = (object: object, changes: object = {}) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object },
    ...changes,
  });

async function send(body: string | Buffer, signature: string | undefined, address = stripe.hook) {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
  const response = await fetch(address, { method: 'POST', headers, body: body as string });
  return { status: response.status, answer: await response.json() };
}

const stored = (eventId: string) =>
  stripe.system.db.query('SELECT * FROM provider_event WHERE store_id = $1 AND event_id = $2', [
    stripe.store.storeId,
    eventId,
  ]);

describe('a message of the provider', () => {
  const refused = { status: 401, answer: { error: { code: 'invalid_signature' } } };

  test('that is forged, stale, truncated, unsigned or malformed is refused with one message', async () => {
    const body = eventOf({ id: 'pi_1', object: 'payment_intent' });
    const now = Math.floor(Date.now() / 1000);
    const good = signEvent(body, stripe.keys.webhookSecret);
    const bad: [string, string | undefined][] = [
      [body, signEvent(body, `whsec_${'0'.repeat(48)}`)],
      [body, signEvent(body, stripe.keys.webhookSecret, now - 301)],
      [body, signEvent(body, stripe.keys.webhookSecret, now + 330)], // some seconds pass before it is sent
      [body.slice(0, -1), good],
      [body.replace('pi_1', 'pi_2'), good],
      [body, undefined],
      [body, 't=,v1='],
      [body, 'v1'],
      [body, `t=${now},v1`],
      [body, `t=soon,v1=${good.split('v1=')[1]}`],
      [body, good.replace('v1=', 'v0=')],
      ['', good],
      ['{', signEvent('{', stripe.keys.webhookSecret)],
      ['null', signEvent('null', stripe.keys.webhookSecret)],
      ['[]', signEvent('[]', stripe.keys.webhookSecret)],
      ['{"id":1,"type":{},"data":null}', signEvent('{"id":1,"type":{},"data":null}', stripe.keys.webhookSecret)],
    ];
    const words = new Set<string>();
    for (const [text, signature] of bad) {
      const answer = await send(text, signature);
      expect(answer, `${text} ${signature}`).toMatchObject(refused);
      words.add(answer.answer.error.message);
    }
    expect(words.size).toBe(1);
    const base = stripe.hook.slice(0, stripe.hook.lastIndexOf('/'));
    for (const address of [`${base}/${randomUUID()}`, `${base}/x`]) {
      expect((await send(body, good, address)).status).toBe(401);
    }
  });

  test('is stored once, however often it comes, also with two signatures during a rotation', async () => {
    const id = `evt_${randomUUID()}`;
    const body = eventOf({ id: 'pi_of_another_system', object: 'payment_intent' }, { id });
    const good = signEvent(body, stripe.keys.webhookSecret);
    const other = signEvent(body, `whsec_${'1'.repeat(48)}`).split(',')[1];
    for (const signature of [good, good, `${good},${other}`]) {
      expect((await send(body, signature)).status).toBe(200);
    }
    expect(await stored(id)).toMatchObject([{ attempt_id: null, type: 'payment_intent.succeeded' }]);
  });

  test('of another store’s account is ignored, and reveals no attempt there', async () => {
    const { intent } = await stripe.buy();
    const id = `evt_${randomUUID()}`;
    const body = eventOf({ ...intent, metadata: { attempt: randomUUID() }, id: 'pi_foreign' }, { id });
    expect((await send(body, signEvent(body, stripe.keys.webhookSecret))).status).toBe(200);
    expect(await stored(id)).toMatchObject([{ attempt_id: null }]);
  });

  test('places and books once although messages are late, repeated and out of order', async () => {
    const bought = await Promise.all(
      ['pm_card_visa', 'pm_card_mastercard', 'pm_card_visa'].map((card) => stripe.buy(card)),
    );
    await vi.waitFor(async () => {
      const [waiting] = await stripe.system.db.query<{ count: number }>(
        'SELECT count(*) FROM fake_stripe.delivery WHERE delivered_at IS NULL',
      );
      expect(waiting?.count).toBe(0);
    }, soon);
    for (const { intent } of bought) {
      const movements = await stripe.system.db.query<{ kind: string; state: string }>(
        'SELECT m.kind, m.state FROM movement m JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id WHERE a.provider_ref = $1',
        [textOf(intent.id)],
      );
      expect(movements).toEqual([{ kind: 'capture', state: 'done' }]);
    }
    const [twice] = await stripe.system.db.query<{ count: number }>(
      'SELECT count(*) FROM (SELECT event_id FROM fake_stripe.delivery GROUP BY 1 HAVING count(*) > 1) AS d',
    );
    expect(twice?.count).toBeGreaterThan(0);
  });
});

describe('a dispute', () => {
  test('is stored, alerted, and ended by the bank’s decision', async () => {
    const { intent, reference } = await stripe.buy('pm_card_createDispute');
    const mine = async () =>
      (await listDisputes(stripe.system.db, stripe.store.storeId)).find((dispute) => dispute.reference === reference);
    await vi.waitFor(async () => {
      expect(await mine()).toMatchObject({
        amount: intent.amount,
        currency: 'EUR',
        reason: 'fraudulent',
        state: 'needs_response',
        evidenceDueAt: expect.any(Date),
      });
    }, soon);
    const alerts = async () =>
      (await listAlerts(stripe.system.db, stripe.store.storeId, { resolved: false })).map(({ code }) => code);
    expect(await alerts()).toContain('payment_disputed');
    const [alert] = await listAlerts(stripe.system.db, stripe.store.storeId, { resolved: false });
    expect(alert?.message).toContain(`disputes €133.90 of ${reference} (Not recognised by the cardholder)`);
    const dispute = await mine();
    const { id: preorderId } = await readPreorder(stripe.system.db, stripe.store.storeId, reference);
    const waits = () => readWait(stripe.system.db, { storeId: stripe.store.storeId, preorderId });
    expect(await waits()).toMatchObject({ reason: 'open' });
    const closed = { account: stripe.standIn.account, dispute: dispute?.ref ?? '', status: 'lost' };
    await stripe.standIn.stripe.act('close_dispute', closed);
    await vi.waitFor(async () => expect((await mine())?.state).toBe('lost'), soon);
    expect(await alerts()).not.toContain('payment_disputed');
    expect(await alerts()).toContain('dispute_lost');
    expect(await waits()).toMatchObject({ reason: 'lost' });
    const { lines } = await readPreorder(stripe.system.db, stripe.store.storeId, reference);
    expect(lines, 'the books do not show what the bank took').toMatchObject([{ paid: 13_390, refunded: 13_390 }]);
  });

  test('that is won lets the pre-order go on, and makes the refund that waited', async () => {
    const { system, store: testStore, standIn } = stripe;
    const { intent, reference } = await stripe.buy('pm_card_createDispute');
    const mine = async () =>
      (await listDisputes(system.db, testStore.storeId)).find((dispute) => dispute.reference === reference);
    await vi.waitFor(async () => expect((await mine())?.state).toBe('needs_response'), soon);
    const { id: preorderId } = await readPreorder(system.db, testStore.storeId, reference);
    await cancelLines(system.deps, { storeId: testStore.storeId, preorderId, lineIds: null });
    const owed = async () => (await listOwedRefunds(system.db, testStore.storeId, 10)).map((one) => one.reference);
    await vi.waitFor(async () => expect(await owed()).toContain(reference), soon);
    await standIn.stripe.act('close_dispute', {
      account: standIn.account,
      dispute: (await mine())?.ref ?? '',
      status: 'won',
    });
    await vi.waitFor(async () => expect(await owed()).not.toContain(reference), soon);
    const refunds = listOf(await stripe.ask(`/v1/refunds?payment_intent=${textOf(intent.id)}`));
    expect(refunds.map(({ amount }) => amount)).toEqual([13_390]);
  });
});

describe('a refund that the bank returns days later', () => {
  test('raises one alert with its amount and pre-order, and none for another system’s refund', async () => {
    const { system, store: testStore, standIn } = stripe;
    const { reference } = await stripe.buy('pm_card_refundFail');
    const { id: preorderId } = await readPreorder(system.db, testStore.storeId, reference);
    await cancelLines(system.deps, { storeId: testStore.storeId, preorderId, lineIds: null, reason: 'merchant' });
    await vi.waitFor(async () => {
      expect((await readPreorder(system.db, testStore.storeId, reference)).lines).toMatchObject([{ refunded: 13_390 }]);
    }, soon);
    expect(await standIn.stripe.act('fail_refunds', { account: standIn.account })).toEqual({ failed: 1 });
    const came = async () => {
      const alerts = await listAlerts(system.db, testStore.storeId, { resolved: false });
      return alerts.filter(({ code }) => code === 'refund_came_back').map(({ message }) => message);
    };
    await vi.waitFor(async () => expect(await came()).toHaveLength(1), soon);
    expect(await came()).toEqual([expect.stringContaining(`€133.90 for ${reference}`)]);
    const history = await readHistory(system.db, testStore.storeId, preorderId);
    expect(history).toContainEqual(expect.objectContaining({ kind: 'came_back', amount: 13_390, lines: [1] }));

    const foreign = { id: 're_1', object: 'refund', status: 'failed', payment_intent: 'pi_of_another_system' };
    for (const metadata of [{}, { movement: 'm-1' }, { movement: randomUUID() }]) {
      const body = eventOf({ ...foreign, metadata }, { type: 'refund.failed' });
      expect((await send(body, signEvent(body, stripe.keys.webhookSecret))).status).toBe(200);
    }
    expect(await came()).toHaveLength(1);
  });
});
