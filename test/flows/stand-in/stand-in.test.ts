import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripeStandIn } from '../../../packages/stripe-stand-in/src/server.ts';
import { STRIPE_API_VERSION } from '../../../src/integrations/payments/stripe/client.ts';
import { booksOf, pageTexts } from '../../../src/main/stand-in.ts';
import { openDatabase } from '../../../src/platform/db.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callStripe, openStripe, type StandIn } from '../../support/stripe.ts';

let database: TestDatabase;
let standIn: StandIn;
let client: Stripe;
beforeAll(async () => {
  database = await createTestDatabase();
  standIn = await openStripe(database.db);
  const { port } = new URL(standIn.stripe.url);
  client = new Stripe(standIn.keys.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
});
afterAll(async () => {
  await standIn.stop();
  await database.drop();
});

type Options = { key?: string; method?: 'GET' | 'POST' | 'DELETE'; headers?: Record<string, string> };

async function ask(path: string, form = '', { key = standIn.keys.secretKey, method, headers }: Options = {}) {
  const call = { key, method: method ?? (form === '' ? 'GET' : 'POST'), path, form, headers: headers ?? {} } as const;
  const answer = await callStripe(standIn.stripe.url, call);
  return { status: answer.status, headers: answer.headers, text: answer.text, json: JSON.parse(answer.text) };
}

const return_url = 'https://shop.example';
const BACK = `return_url=${return_url}`;
const pay = (form = '') => ask('/v1/payment_intents', `amount=1000&currency=eur${form}`);
const error = (facts: object) => ({ json: { error: facts } });

test('explains itself at its address, and has no other page', async () => {
  const answer = await fetch(standIn.stripe.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('No money moves.');
  expect((await fetch(`${standIn.stripe.url}/nowhere`)).status).toBe(404);
});

describe('the stand-in for Stripe refuses', () => {
  test.each([
    ['amount=1000&currency=eur&payment_method_types[]=card', 'parameter_unknown', 'payment_method_types'],
    ['amount=1000&currency=eur&amonut=1', 'parameter_unknown', 'amonut'],
    ['amount=1000', 'parameter_missing', 'currency'],
    ['currency=eur', 'parameter_missing', 'amount'],
    ['amount=ten&currency=eur', 'parameter_invalid_integer', 'amount'],
    ['amount=10.5&currency=eur', 'parameter_invalid_integer', 'amount'],
    ['amount=-5&currency=eur', 'parameter_invalid_integer', 'amount'],
    ['amount=49&currency=eur', 'amount_too_small', 'amount'],
    ['amount=1000000000&currency=eur', 'amount_too_large', 'amount'],
    ['amount=100000000&currency=jpy', 'amount_too_large', 'amount'],
    ['amount=1001&currency=kwd', 'parameter_invalid_integer', 'amount'],
    ['amount=1000&currency=EUR', 'parameter_invalid_value', 'currency'],
    ['amount=1000&currency=eur&currency=usd', undefined, undefined],
    ['amount=1000&currency=eur&capture_method=later', 'parameter_invalid_value', 'capture_method'],
    ['amount=1000&currency=eur&confirm=yes', 'parameter_invalid_value', 'confirm'],
    ['amount=1000&currency=eur&customer=', 'parameter_invalid_empty', 'customer'],
    ['amount=1000&currency=eur&metadata=x', 'parameter_invalid_object', 'metadata'],
    [`amount=1000&currency=eur&metadata[${'k'.repeat(41)}]=x`, 'parameter_invalid_value', undefined],
    ['amount=1000&currency=eur&off_session=true', 'parameter_invalid_value', 'off_session'],
    ['amount=1000&currency=eur&expand[]=nothing', 'parameter_invalid_value', 'expand'],
    ['amount=1000&currency=eur&__proto__[x]=1', undefined, undefined],
  ])('%s', async (form, code, param) => {
    const answer = await ask('/v1/payment_intents', form);
    const facts = { type: 'invalid_request_error', ...(code && { code }), ...(param && { param }) };
    expect(answer, answer.text).toMatchObject({ status: 400, ...error(facts) });
  });

  test('unknown objects and unknown paths', async () => {
    const missing = await ask('/v1/payment_intents/pi_1');
    expect(missing).toMatchObject({ status: 404, ...error({ code: 'resource_missing' }) });
    expect(await ask('/v1/payment_intents', 'amount=1000&currency=eur&customer=cus_1')).toMatchObject({
      status: 404,
      ...error({ code: 'resource_missing', param: 'customer' }),
    });
    expect(await ask('/v1/subscriptions')).toMatchObject({ status: 404, ...error({ type: 'invalid_request_error' }) });
  });

  test('acts that the state does not allow, and too large refunds', async () => {
    const { id } = (await pay()).json;
    const at = (act: string, form = 'expand[]=latest_charge') => ask(`/v1/payment_intents/${id}/${act}`, form);
    expect(await at('capture')).toMatchObject({ status: 400, ...error({ code: 'payment_intent_unexpected_state' }) });
    expect(await at('confirm')).toMatchObject({ status: 400, ...error({ code: 'payment_intent_unexpected_state' }) });
    expect(await ask('/v1/refunds', `payment_intent=${id}`)).toMatchObject({ status: 400 });
    expect((await at('confirm', `payment_method=pm_card_visa&${BACK}`)).json.status).toBe('succeeded');
    expect(await at('cancel')).toMatchObject({
      status: 400,
      ...error({ payment_intent: { id, status: 'succeeded' } }),
    });
    expect(await ask('/v1/refunds', `payment_intent=${id}&amount=1001`)).toMatchObject({
      status: 400,
      ...error({ code: 'amount_too_large' }),
    });
    expect((await ask('/v1/refunds', `payment_intent=${id}`)).json.amount).toBe(1000);
    expect(await ask('/v1/refunds', `payment_intent=${id}`)).toMatchObject(error({ code: 'charge_already_refunded' }));
  });

  test('a confirmation without a return address, unless the challenge is shown in the page', async () => {
    const { id } = (await pay()).json;
    const alone = await ask(`/v1/payment_intents/${id}/confirm`, 'payment_method=pm_card_visa&use_stripe_sdk=true');
    expect(alone).toMatchObject({ status: 400, ...error({ code: 'parameter_missing', param: 'return_url' }) });
    const token = await ask(
      '/v1/test_helpers/confirmation_tokens',
      `payment_method=pm_card_authenticationRequired&${BACK}`,
    );
    const form = `confirmation_token=${token.json.id}&use_stripe_sdk=true`;
    const { json } = await ask(`/v1/payment_intents/${id}/confirm`, form);
    expect(json).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  });

  test('a used or expired token, and a detached card', async () => {
    const token = (await ask('/v1/test_helpers/confirmation_tokens', 'payment_method=pm_card_visa')).json.id;
    const confirm = async () =>
      ask(`/v1/payment_intents/${(await pay()).json.id}/confirm`, `confirmation_token=${token}&${BACK}`);
    expect((await confirm()).json.status).toBe('succeeded');
    expect(await confirm()).toMatchObject({ status: 400, ...error({ code: 'confirmation_token_unexpected_state' }) });
    const customer = (await ask('/v1/customers', 'metadata[a]=b')).json.id;
    const setup = (await ask('/v1/setup_intents', `customer=${customer}`)).json.id;
    const saved = (await ask(`/v1/setup_intents/${setup}/confirm`, `payment_method=pm_card_visa&${BACK}`)).json;
    const use = (whose: string) =>
      pay(`&confirm=true&off_session=true&customer=${whose}&payment_method=${saved.payment_method}`);
    const other = (await ask('/v1/customers', 'metadata[a]=c')).json.id;
    expect(await use(other)).toMatchObject(error({ code: 'payment_method_customer_mismatch' }));
    expect((await use(customer)).json.status).toBe('succeeded');
    await ask(`/v1/payment_methods/${saved.payment_method}/detach`, '', { method: 'POST' });
    expect(await use(customer)).toMatchObject(error({ code: 'payment_method_unexpected_state' }));
  });

  test('wrong keys, objects of the other mode, other versions, and acts without permission', async () => {
    expect(await ask('/v1/payment_intents', '', { key: 'sk_test_wrong' })).toMatchObject({ status: 401 });
    expect((await callStripe(standIn.stripe.url, { method: 'GET', path: '/v1/payment_intents' })).status).toBe(401);
    const { id, client_secret } = (await pay()).json;
    expect((await ask(`/v1/payment_intents/${id}`, '', { key: standIn.live.secretKey })).status).toBe(404);
    const version = { headers: { 'stripe-version': '2019-02-19' } };
    expect((await ask(`/v1/payment_intents/${id}`, '', version)).status).toBe(400);

    const key = standIn.keys.publishableKey;
    expect((await ask(`/v1/payment_intents/${id}`, '', { key })).status).toBe(400);
    expect((await ask(`/v1/payment_intents/${id}?client_secret=guess`, '', { key })).status).toBe(404);
    expect((await ask(`/v1/payment_intents/${id}?client_secret=${client_secret}`, '', { key })).status).toBe(200);
    expect(await ask('/v1/payment_intents', 'amount=1000&currency=eur', { key })).toMatchObject({ status: 403 });

    const made = await standIn.stripe.act('keys', {
      account: standIn.account,
      'permissions[0]': 'payment_intent_write',
    });
    const restricted = { key: String(made.key) };
    expect((await ask('/v1/payment_intents', 'amount=1000&currency=eur', restricted)).status).toBe(200);
    expect((await ask(`/v1/payment_intents/${id}`, '', restricted)).status).toBe(200);
    const refused = await ask('/v1/refunds', `payment_intent=${id}`, restricted);
    expect(refused).toMatchObject({ status: 403, ...error({ message: expect.stringContaining('rak_charge_write') }) });
  });
});

describe('for the official client, the stand-in', () => {
  test('raises errors of the client’s classes', async () => {
    await expect(client.paymentIntents.retrieve('pi_none')).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
    const declined = client.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      confirm: true,
      payment_method: 'pm_card_visa_chargeDeclined',
      return_url,
    });
    await expect(declined).rejects.toMatchObject({
      type: 'StripeCardError',
      decline_code: 'generic_decline',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    });
    await standIn.stripe.act('faults', { account: standIn.account, kind: 'html' });
    await expect(client.paymentIntents.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    await standIn.stripe.act('faults', { account: standIn.account, kind: 'rate_limit' });
    await expect(client.paymentIntents.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  });

  test('lists the newest first, with the client’s paging', async () => {
    const { id: customer } = await client.customers.create({ metadata: { of: 'the list' } });
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.push((await client.paymentIntents.create({ amount: 1000 + count, currency: 'eur', customer })).id);
    }
    const walked = await client.paymentIntents.list({ customer, limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(walked.map(({ id }) => id)).toEqual(made.toReversed());
    const page = await client.paymentIntents.list({ customer, limit: 2, ending_before: made[1] ?? '' });
    expect(page.data.map(({ id }) => id)).toEqual([made[3], made[2]]);
    const none = await client.paymentIntents.list({ customer, created: { lt: 1_000 } });
    expect(none).toMatchObject({ object: 'list', has_more: false, data: [] });
    await expect(client.paymentIntents.list({ starting_after: 'pi_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('detaches the saved cards of a deleted customer', async () => {
    const customer = (await client.customers.create({ email: 'maya@example.com' })).id;
    const setup = await client.setupIntents.create({ customer });
    const saved = await client.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa', return_url });
    const card = String(saved.payment_method);
    expect(await client.paymentMethods.retrieve(card)).toMatchObject({ customer });
    expect(await client.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
    expect(await client.paymentMethods.retrieve(card)).toMatchObject({ customer: null });
    await expect(client.customers.retrieve(customer)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('cancels an authorisation after a week', async () => {
    const intent = await client.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      confirm: true,
      payment_method: 'pm_card_visa',
      capture_method: 'manual',
      return_url,
    });
    await database.db.query('UPDATE fake_stripe.object SET hidden = $2 WHERE id = $1', [intent.id, { held_at: 0 }]);
    await expect(client.paymentIntents.capture(intent.id)).rejects.toMatchObject({
      code: 'charge_expired_for_capture',
    });
    expect(await client.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'canceled' });
  });

  test('shares its state with other stand-ins over the same database', async () => {
    const second = openDatabase({ url: database.url, poolConnectionsMax: 2 });
    const other = await startStripeStandIn({ books: booksOf(second), log: createLog('silent'), texts: pageTexts });
    try {
      const key = randomUUID();
      const headers = { 'idempotency-key': key };
      const form = 'amount=1000&currency=eur';
      const calls = [standIn.stripe.url, other.url, standIn.stripe.url, other.url].map((url) =>
        callStripe(url, { key: standIn.keys.secretKey, path: '/v1/payment_intents', form, headers }),
      );
      const ids = (await Promise.all(calls)).flatMap(({ status, text }) =>
        status === 200 ? [JSON.parse(text).id] : [],
      );
      expect(new Set(ids).size).toBe(1);
      const there = await callStripe(other.url, {
        key: standIn.keys.secretKey,
        method: 'GET',
        path: `/v1/payment_intents/${ids[0]}`,
      });
      expect(there.status).toBe(200);
    } finally {
      await other.stop();
      await second.close();
    }
  });

  test('can fail a refund days later', async () => {
    const intent = await client.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      confirm: true,
      payment_method: 'pm_card_refundFail',
      return_url,
    });
    const refund = await client.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('succeeded');
    expect(await standIn.stripe.act('fail_refunds', { account: standIn.account })).toEqual({ failed: 1 });
    expect((await client.refunds.retrieve(refund.id)).status).toBe('failed');
  });
});
