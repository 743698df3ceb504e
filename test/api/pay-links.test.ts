import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerKeyOf } from '../../src/core/checkouts/customer-key.ts';
import { payPreorder } from '../../src/core/payments/commands/pay-preorder.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import type { LinkPaymentRequest } from '../../src/protocol/schema/pay-api.ts';
import { readDetails } from '../../src/surfaces/frames/status/details.ts';
import { expectSoundBooks } from '../support/books.ts';
import { moneyOf, preorderOf, type Sold, sell, sellAndRelease } from '../support/charges.ts';
import { tokenOf } from '../support/checkout-client.ts';
import { type Core, shiftClock } from '../support/core.ts';
import { coreOf, payAddress } from '../support/pay-link.ts';
import { releaseAll } from '../support/release.ts';
import { type System, startSystem } from '../support/system.ts';

let system: System;
let core: Core;
beforeAll(async () => {
  system = await startSystem();
  core = coreOf(system.deps);
});
afterAll(async () => {
  await expectSoundBooks(system.db);
  await system.stop();
});

const REST = 10_712;
const PAID = [{ state: 'released', paid: 13_390, refunded: 0 }];
const good = (changes: Partial<LinkPaymentRequest> = {}) => ({ token: tokenOf('succeeds'), amount: REST, ...changes });

async function post(address: string, body: unknown, what = 'payments') {
  const response = await fetch(`${address}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: { outcome: string }; error?: { code: string; data?: unknown } };
  return { status: response.status, headers: response.headers, ...answer };
}

const unpaid = async () => {
  const sold = await sellAndRelease(core, { card: 'charge_declined' });
  return { sold, address: await payAddress(system.deps, sold) };
};

/** Reads the pre-order as the shopper's own page shows it. */
async function shownOf(sold: Sold) {
  const { contact, ...preorder } = await preorderOf(core, sold);
  if (!contact) throw new Error('contact is erased');
  const { storeId, preorderId } = sold;
  const endsAt = Date.now() + 60_000;
  const customerKey = customerKeyOf(storeId, contact.email);
  const session = { kind: 'guest', storeId, locale: 'en', endsAt, preorderId, customerKey, confirmed: true } as const;
  const store = await readStore(system.db, sold.storeId);
  return readDetails(system.db, { session, store, preorder: { ...preorder, contact } });
}

describe('paying by link', () => {
  test('pays once, also when it is sent repeatedly', async () => {
    const { sold, address } = await unpaid();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(address, good())));
    for (const { status, data, error } of answers) {
      if (status === 200) expect(data?.outcome).toMatch(/completed|processing/);
      else expect(error?.code).toBe('payment_in_progress');
    }
    await expect.poll(() => moneyOf(core, sold)).toEqual(PAID);
    expect((await post(address, good())).data?.outcome).toBe('completed');
    expect(await moneyOf(core, sold)).toEqual(PAID);
  });

  test('of another amount than is due is refused with the right amount and takes nothing', async () => {
    const { sold, address } = await unpaid();
    for (const amount of [REST - 1, REST + 1, 0]) {
      const { status, error } = await post(address, good({ amount }));
      expect([status, error?.code, error?.data]).toEqual([409, 'payment_changed', { amount: REST }]);
    }
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: 2_678 }]);
  });

  test.each([
    [true, 'What you paid for it, €26.78, then goes back to you.'],
    [false, 'The deposit of €26.78 then stays with North &amp; Pine, as agreed when you ordered.'],
  ])('tells the deadline with its time zone, and whether the deposit is refunded: %s', async (refundable, then) => {
    const plan = {
      plan: 'deposit',
      deposit: { kind: 'percent', value: 2_000 },
      depositRefundable: refundable,
    } as const;
    const sold = await sellAndRelease(core, { card: 'charge_declined', plan });
    const words = async (address: string) => (await (await fetch(address)).text()).split('<script')[0];
    const text = await words(await payAddress(system.deps, sold));
    expect(text).toMatch(/Pay by \w+, \d+ \w+ \d{4} at \d\d:\d\d (CES?T|GMT\+\d)\. /);
    expect(text).toContain(then);
    const { owed, owedBy } = await shownOf(sold);
    expect([owed, text]).toEqual([REST, expect.stringContaining(`Pay by ${owedBy}. `)]);
    expect(await words(await payAddress(system.deps, sold, { purpose: 'card' }))).toContain(then);
  });

  test('with an unknown token is declined', async () => {
    const { address } = await unpaid();
    expect((await post(address, good({ token: 'tok_visa' }))).data?.outcome).toBe('declined');
  });

  test('without anything due takes nothing', async () => {
    const sold = await sell(core, {});
    const address = await payAddress(system.deps, sold);
    expect((await post(address, good({ amount: 0 }))).data?.outcome).toBe('completed');
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'placed', paid: 2_678 }]);
  });
});

describe('replacing the card', () => {
  test('is not offered when nothing remains to be charged, and keeps no card', async () => {
    const sold = await sellAndRelease(core);
    expect(await moneyOf(core, sold)).toEqual(PAID);
    const cards = () => system.db.query('SELECT id FROM payment_method WHERE preorder_id = $1', [sold.preorderId]);
    const before = await cards();
    const address = await payAddress(system.deps, sold, { purpose: 'card' });
    const page = await (await fetch(address)).text();
    expect(page).toContain(`Nothing is due for your pre-order <span class="one-line">${sold.reference}</span>`);
    expect(page).not.toContain('Use another card');
    expect((await post(address, good({ amount: 0 }))).status).toBe(200); // the page tells the result
    const { storeId, preorderId } = sold;
    const request = { storeId, preorderId, purpose: 'card', amount: 0, token: tokenOf('succeeds') } as const;
    await expect(payPreorder(core, request)).rejects.toMatchObject({ code: 'payment_changed' });
    expect(await cards()).toEqual(before);
  });

  test('is offered by the page of a pre-order while a balance is left', async () => {
    const sold = await sell(core);
    expect(await shownOf(sold)).toMatchObject({ card: { name: 'Visa •••• 4242' }, owed: 0, owedBy: '' });
    await releaseAll(core, sold.offer, 1);
    expect(await shownOf(sold)).toMatchObject({ card: null });
  });
});

describe('a link', () => {
  const bad: [string, (address: string) => string][] = [
    ['with another secret', (address) => `${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`],
    ['of another id', (address) => address.replace(/[0-9a-f-]{36}/, randomUUID())],
    ['without a secret', (address) => address.replace(/\.[^.]*$/, '')],
    ['for another purpose', (address) => address.replace('/pay/', '/card/')],
    ['that is no link', (address) => address.replace(/pay\/.*/, 'pay/%00')],
  ];
  test.each(bad)('%s pays nothing and reveals nothing', async (_, change) => {
    const { sold, address } = await unpaid();
    for (const what of ['payments', 'settle']) {
      const { status, error, headers } = await post(change(address), what === 'payments' ? good() : {}, what);
      expect([400, 404]).toContain(status);
      expect(['not_found', 'invalid_parameter', 'bad_request']).toContain(error?.code);
      expect(headers.get('content-type')).toContain('application/json');
    }
    expect((await fetch(change(address))).status).toBeGreaterThanOrEqual(400);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: 2_678 }]);
  });

  test('that has expired pays nothing', async () => {
    const { address } = await unpaid();
    await shiftClock(system.db, 3_700);
    expect((await post(address, good())).error?.code).toBe('not_found');
    await system.db.query('DELETE FROM clock_shift');
  });

  test('of one store moves no money of another', async () => {
    const [one, other] = [await unpaid(), await unpaid()];
    await post(one.address, good());
    await expect.poll(() => moneyOf(core, one.sold)).toEqual(PAID);
    expect(await moneyOf(core, other.sold)).toMatchObject([{ state: 'payment_due' }]);
  });

  test('may not be framed or cached, and sends no referrer', async () => {
    const { headers } = await fetch((await unpaid()).address);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('sent as a form shows the page and takes nothing', async () => {
    const { sold, address } = await unpaid();
    const form = await fetch(address, { method: 'POST', body: new URLSearchParams(good() as never) });
    expect(form.status).toBe(200);
    expect(await form.text()).toContain(sold.reference);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due' }]);
  });
});

test.each<[string, unknown]>([
  ['nothing', ''],
  ['no object', '[]'],
  ['no token', { amount: REST }],
  ['a token that is too long', good({ token: 'x'.repeat(501) })],
  ['an amount below zero', good({ amount: -1 })],
  ['half a cent', good({ amount: 0.5 })],
  ['an amount beyond numbers', '{"token":"t","amount":1e300}'],
  ['an amount as text', { token: 't', amount: '1' }],
  ['something else', { ...good(), purpose: 'card' }],
])('a body with %s is refused, and pays nothing', async (_, body) => {
  const { sold, address } = await unpaid();
  const { status, error } = await post(address, body);
  expect(status).toBe(400);
  expect(error?.code).toMatch(/invalid_json|invalid_parameter|missing_parameter/);
  expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due' }]);
});
