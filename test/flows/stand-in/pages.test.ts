import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf } from '../../../packages/stripe-stand-in/src/cards.ts';
import { passesLuhn, TEST_CARDS } from '../../../src/protocol/wire/test-cards.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callStripe, openStripe, type StandIn } from '../../support/stripe.ts';

// The stand-in's acts, pages and answers to malformed requests.

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

test('refuses acts from pages in a browser', async () => {
  const response = await fetch(`${standIn.stripe.url}/fake/accounts`, { method: 'POST' });
  expect(response.status).toBe(404);
  const told = await fetch(`${standIn.stripe.url}/fake/accounts`, {
    method: 'POST',
    headers: { 'x-fake-stripe': '1' },
  });
  expect(await told.json()).toMatchObject({ test_secret: expect.stringMatching(/^sk_test_/) });
});

test('refuses acts from a page whose own name leads to this address', async () => {
  const headers = { 'x-fake-stripe': '1', host: 'rebound.example' };
  const told = await callStripe(standIn.stripe.url, { path: '/fake/accounts', headers });
  expect([told.status, told.text]).toEqual([404, 'not found']);
});

test('refuses malformed requests, and continues to answer', async () => {
  const strange = await callStripe(standIn.stripe.url, { path: '/v1/payment_intents', headers: { host: 'no host' } });
  expect(strange.status).toBe(400);
  const long = 'x'.repeat(70_000);
  const chunked = { 'transfer-encoding': 'chunked' };
  const tooLong = await callStripe(standIn.stripe.url, { path: '/v1/payment_intents', form: long, headers: chunked });
  expect(tooLong.status).toBe(413);
  const there = await callStripe(standIn.stripe.url, { method: 'GET', path: '/fake/elements?locale=no-such-language' });
  expect([there.status, there.text]).toEqual([200, expect.stringContaining('lang="en"')]);
});

test('offers valid test cards in its card form, in the reader’s language', async () => {
  const { text } = await callStripe(standIn.stripe.url, { method: 'GET', path: '/fake/elements?locale=ar' });
  expect(text).toContain('<html lang="ar" dir="rtl">');
  const numbers = [...text.matchAll(/data-number="(\d+)"/g)].map(([, number = '']) => number);
  // These are the test provider's cards without those that answer late.
  const shared = TEST_CARDS.filter(({ behaviour }) => !behaviour.startsWith('late'));
  expect(numbers.toSorted()).toEqual(shared.map(({ number }) => number).sort());
  for (const number of numbers) {
    expect(passesLuhn(number), number).toBe(true);
    expect(cardOf(number), number).toBeDefined();
  }
});

test('throws in its script for options that Stripe.js does not know or no longer knows', async () => {
  const { text } = await callStripe(standIn.stripe.url, { method: 'GET', path: '/v3/' });
  const document = { currentScript: { src: `${standIn.stripe.url}/v3/` } };
  const page = createContext({ window: {}, document, URL });
  runInContext(text, page);
  const elements = (more: string) =>
    runInContext(
      `window.Stripe('pk_test_1').elements({ mode: 'payment', amount: 100, currency: 'eur', ${more} })`,
      page,
    );
  expect(elements("allowedPaymentMethodTypes: ['card']")).toBeDefined();
  // https://docs.stripe.com/changelog/endive/2026-09-30/remove-elements-deferred-intent-payment-method-types
  expect(() => elements("paymentMethodTypes: ['card']")).toThrow(/IntegrationError.*paymentMethodTypes/);
  expect(() => elements("mode: 'setup'")).toThrow(/IntegrationError/);
  expect(() => elements("currency: 'EUR'")).toThrow(/IntegrationError/);
  expect(() => elements('').update({ locales: 'de' })).toThrow(/locales/);
  expect(() => elements('').create('payment', { wallet: {} })).toThrow(/wallet/);
});
