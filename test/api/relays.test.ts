import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { prune } from '../../src/core/prune.ts';
import type { CheckoutView, RelayedEvent } from '../../src/protocol/schema/frame-api.ts';
import { REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import {
  createCheckoutClient,
  createSmallStore,
  expectRefusal,
  ownAddress,
  shippingStep,
} from '../support/checkout-client.ts';
import { shiftClock } from '../support/core.ts';
import { type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let store: StoreWithWaitlist;
let other: StoreWithWaitlist;
let client: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  [store, other] = [await createSmallStore(system, 500), await createSmallStore(system, 500)];
});
afterAll(() => system.stop());

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64');
const STEP = { name: 'PreorderCheckoutStep', payload: { stepName: 'Shipping', stepNumber: 0 } };
const FAILED = { name: 'PreorderFailed', payload: { errorMessage: 'Your card was declined.' } };

type EventBody = { at: number; name: string; payload?: object; checkout?: object };

const tell = (secret: string, events: EventBody[], changes: object = {}) =>
  client.call<object>('POST', '/api/relays', {
    body: { key: store.storeKey, relay: hashOf(secret), releaseId: store.waitlistId, events, ...changes },
  });

const ask = (secret: string | undefined, { after = 0, key = store.storeKey } = {}) =>
  client.call<RelayedEvent[]>('GET', `/api/relays?${new URLSearchParams({ key, after: `${after}` })}`, { secret });

/** Places a pre-order and returns how its page names it. */
async function buy(email: string): Promise<{ paid: CheckoutView; event: EventBody }> {
  const made = await client.hold({ ...shippingStep(store), email, lineItemProperties: { Engraving: 'Ada' } });
  const { data } = await client.pay(made, 'succeeds');
  return {
    paid: data.checkout,
    event: { at: 30, name: 'PreorderCreated', checkout: { id: made.id, secret: made.secret } },
  };
}

describe('an event of a checkout', () => {
  test('is read in order with the secret, from a cursor on', async () => {
    const secret = randomUUID();
    const events = [
      { at: 20, ...FAILED },
      { at: 10, ...STEP },
    ];
    expect((await tell(secret, events)).status).toBe(202);
    const releaseId = store.waitlistId;
    const [step, failed] = [
      { at: 10, ...STEP, releaseId },
      { at: 20, ...FAILED, releaseId },
    ];
    expect((await ask(secret)).data).toEqual([step, failed]);
    expect((await ask(secret, { after: 10 })).data).toEqual([failed]);
    expect((await ask(secret, { after: 20 })).data).toEqual([]);
    // A retry, because the answer was lost.
    expect((await tell(secret, [{ at: 10, ...FAILED }])).status).toBe(202);
    expect((await ask(secret)).data).toEqual([step, failed]);
  });

  test('cannot be read with the hash, without it, or for another store', async () => {
    const secret = randomUUID();
    await tell(secret, [{ at: 10, ...STEP }]);
    for (const wrong of [undefined, '', hashOf(secret), randomUUID()]) expect((await ask(wrong)).data).toEqual([]);
    expect((await ask(secret, { key: other.storeKey })).data).toEqual([]);
  });

  test('of a pre-order equals that of its page, and needs the shopper’s own secret', async () => {
    const [secret, thief] = [randomUUID(), randomUUID()];
    const { paid, event } = await buy('created@shopper.example');
    await tell(secret, [event]);
    const [created] = (await ask(secret)).data;
    expect(created).toEqual({
      at: 30,
      name: 'PreorderCreated',
      releaseId: store.waitlistId,
      payload: {
        reference: paid.preorder?.reference,
        email: 'created@shopper.example',
        releaseId: store.waitlistId,
        shippingAddress: {
          firstName: paid.address.firstName,
          lastName: paid.address.lastName,
          addressLine1: paid.address.line1,
          addressLine2: '',
          city: paid.address.city,
          postalCode: paid.address.postalCode,
          country: 'DE',
        },
        lineItems: [
          { ...paid.preorder?.lineItems.map(({ title: _, ...line }) => line)[0], properties: { Engraving: 'Ada' } },
        ],
        total: { amount: paid.total / 100, currency: 'EUR' },
      },
    });
    const { id, secret: ours } = event.checkout as { id: string; secret: string };
    for (const checkout of [
      { id, secret: 'x'.repeat(43) },
      { id: randomUUID(), secret: ours },
      { id: 'x', secret: ours },
    ]) {
      expectRefusal(await tell(thief, [{ ...event, checkout }]), 401, { code: 'invalid_checkout_secret' });
    }
    const elsewhere = await tell(thief, [event], { key: other.storeKey });
    expectRefusal(elsewhere, 401, { code: 'invalid_checkout_secret' });
    expect((await ask(thief)).data).toEqual([]);
  });

  test('of an erased person is empty', async () => {
    const secret = randomUUID();
    const email = 'erased@shopper.example';
    const { event } = await buy(email);
    await tell(secret, [{ at: 10, ...STEP }, event]);
    // An erasure is refused while a mail is being sent.
    const isErased = () =>
      erase(system.deps, { storeId: store.storeId, email }, { openToo: true }).then(
        () => true,
        ({ code }) => code,
      );
    await expect.poll(isErased).toBe(true);
    expect((await ask(secret)).data.map(({ name }) => name)).toEqual(['PreorderCheckoutStep']);
    const rows = await system.db.query<{ row: string }>('SELECT r::text AS row FROM relayed_event r');
    expect(rows.map(({ row }) => row).join()).not.toMatch(/shopper\.example|Lovelace/);
  });

  test('is limited per relay, above the number of any shopper', async () => {
    const secret = randomUUID();
    for (let part = 0; part < 12; part += 1) {
      await tell(
        secret,
        Array.from({ length: 20 }, (_, index) => ({ at: part * 20 + index + 1, ...STEP })),
      );
    }
    expect((await ask(secret)).data).toHaveLength(200);
  });

  test('is limited per client over all relays', async () => {
    const { burst } = REQUEST_LIMITS.relayed;
    const events = Array.from({ length: 20 }, (_, index) => ({ at: index + 1, ...STEP }));
    const address = ownAddress();
    const tellAs = (from: string) => {
      const body = { key: store.storeKey, relay: hashOf(randomUUID()), releaseId: store.waitlistId, events };
      return client.call<object>('POST', '/api/relays', { body, address: from });
    };
    let taken = 0;
    let answer = await tellAs(address);
    // The limit refills while a slow machine asks.
    for (; answer.status === 202 && taken < 3 * burst; taken += 20) answer = await tellAs(address);
    expectRefusal(answer, 429, { code: 'rate_limited' });
    expect(taken).toBeGreaterThanOrEqual(burst);
    expect((await tellAs(ownAddress())).status).toBe(202);
  });

  test('is kept for an hour', async () => {
    const secret = randomUUID();
    await tell(secret, [{ at: 10, ...STEP }]);
    await shiftClock(system.db, 3_500);
    expect((await ask(secret)).data).toHaveLength(1);
    await shiftClock(system.db, 200);
    expect((await ask(secret)).data).toEqual([]);
    await prune(system.db);
    expect(await system.db.query('SELECT 1 FROM relayed_event WHERE relay = $1', [hashOf(secret)])).toEqual([]);
  });
});

test.each<[string, object]>([
  ['a name that no checkout tells', { events: [{ at: 1, name: 'PreorderCancelled', payload: {} }] }],
  ['no events', { events: [] }],
  ['too many', { events: Array(21).fill({ at: 1, ...STEP }) }],
  ['another payload', { events: [{ at: 1, ...STEP, payload: { stepName: 'Shipping', stepNumber: 'x' } }] }],
  ['more in a payload', { events: [{ at: 1, ...STEP, payload: { ...STEP.payload, email: 'ada@shopper.example' } }] }],
  ['more than there is', { events: [{ at: 1, ...STEP, email: 'ada@shopper.example' }] }],
  ['a time before all time', { events: [{ at: -1, ...STEP }] }],
  ['what is no hash', { relay: 'x' }],
  ['what is no waitlist', { releaseId: 'x' }],
])('with %s is refused', async (_, changes) => {
  expectRefusal(await tell(randomUUID(), [{ at: 1, ...STEP }], changes), 400, { code: 'invalid_parameter' });
});

test('an unknown key is refused for reading and writing', async () => {
  const key = randomUUID();
  expectRefusal(await tell(randomUUID(), [{ at: 1, ...STEP }], { key }), 401, { code: 'invalid_api_key' });
  expectRefusal(await ask(randomUUID(), { key }), 401, { code: 'invalid_api_key' });
});
