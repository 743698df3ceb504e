import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callStripe, openStripe, type StandIn } from '../../support/stripe.ts';

let database: TestDatabase;
let standIn: StandIn;
beforeAll(async () => {
  database = await createTestDatabase();
  standIn = await openStripe(database.db);
});
afterAll(async () => {
  await standIn.stop();
  await database.drop();
});

const FORM = 'amount=1000&currency=eur';
const RETURN = 'return_url=https://shop.example';

async function send(form: string, idempotencyKey: string, { path = '/v1/payment_intents', isLive = false } = {}) {
  const key = (isLive ? standIn.live : standIn.keys).secretKey;
  const headers = { 'idempotency-key': idempotencyKey };
  const answer = await callStripe(standIn.stripe.url, { key, method: 'POST', path, form, headers });
  return { ...answer, json: JSON.parse(answer.text) };
}

const error = (facts: object) => ({ json: { error: facts } });

describe('an idempotency key', () => {
  test('returns the first answer again, and refuses another body', async () => {
    const key = randomUUID();
    const first = await send(FORM, key);
    const again = await send(FORM, key);
    expect(again.text).toBe(first.text);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    for (const other of [`${FORM}&description=x`, 'amount=1001&currency=eur']) {
      expect(await send(other, key)).toMatchObject({ status: 400, ...error({ type: 'idempotency_error' }) });
    }
    expect(await send('payment_intent=x', key, { path: '/v1/refunds' })).toMatchObject(
      error({ type: 'idempotency_error' }),
    );
  });

  test('keeps a decline, and forgets a request that failed validation', async () => {
    const key = randomUUID();
    const declined = `${FORM}&confirm=true&payment_method=pm_card_visa_chargeDeclined&${RETURN}`;
    const first = await send(declined, key);
    expect(first).toMatchObject({ status: 402, ...error({ type: 'card_error', code: 'card_declined' }) });
    const again = await send(declined, key);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([402, first.text, 'true']);
    const wrong = randomUUID();
    expect((await send('amount=1&currency=eur', wrong)).status).toBe(400);
    expect((await send(FORM, wrong)).status).toBe(200);
  });

  test('answers a conflict while in use', async () => {
    const key = randomUUID();
    const first = await send(FORM, key);
    // As it was before the first request had its answer.
    const unanswered = await database.db.query(
      'UPDATE fake_stripe.idempotency SET status = NULL, body = NULL WHERE key = $1 RETURNING 1',
      [key],
    );
    expect([first.status, unanswered.length]).toEqual([200, 1]);
    expect(await send(FORM, key)).toMatchObject({ status: 409, ...error({ code: 'idempotency_key_in_use' }) });
  });

  test('creates one object for requests that come at once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(FORM, key)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(new Set(answers.flatMap(({ status, json }) => (status === 200 ? [json.id] : []))).size).toBe(1);
  });

  test('is separate in test and live mode', async () => {
    const key = randomUUID();
    const [one, other] = [await send(FORM, key), await send(FORM, key, { isLive: true })];
    expect(one.json.id).not.toBe(other.json.id);
    expect([one.json.livemode, other.json.livemode]).toEqual([false, true]);
  });
});
