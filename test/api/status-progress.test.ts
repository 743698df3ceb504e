import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { markDelivered } from '../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { arrive, finishRelease, startReleaseOf } from '../support/release.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: ReturnType<typeof createStatusClient>;

beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 500 });
  client = createStatusClient(api);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

test('the status page has each line item’s way to the shopper, and what it left the store in', async () => {
  const email = 'grace@mail.example';
  const reference = await buyFrom(core, offer, { email, quantity: 3 });
  const { storeId } = offer;
  const begun = await client.signIn(offer.storeKey, await tokenFor(api.deps, storeId, { email }));
  const { session } = begun.data;
  const { id: preorderId, lines } = await readPreorder(api.db, storeId, reference);
  const [first = '', second = '', third = ''] = lines.map(({ id }) => id);
  const key = { storeId, preorderId };
  const stepsOf = async () =>
    (await client.read(session, reference)).data.lines.map(({ progress }) =>
      progress.filter(({ reached }) => reached).map(({ step, by, on }) => [step, by, on !== '']),
    );
  expect(await stepsOf()).toEqual([
    [['placed', 'shopper', true]],
    [['placed', 'shopper', true]],
    [['placed', 'shopper', true]],
  ]);
  await advanceLines(core, { ...key, to: 'released', lineIds: [first, second] });
  await sendLines(core, { ...key, lineIds: [first], tracking: { carrier: 'UPS', number: '1Z9' }, key: null });
  await cancelLines(core, { ...key, lineIds: [third] });
  const sent = [
    ['placed', 'shopper', true],
    ['arrived', 'store', true],
    ['packed', null, false],
    ['sent', 'store', true],
  ];
  expect(await stepsOf()).toEqual([sent, sent.slice(0, 2), []]);
  const { data } = await client.read(session, reference);
  expect(data.fulfilments).toEqual([
    {
      number: 1,
      lineItemIds: [first],
      carrier: 'UPS',
      trackingNumber: '1Z9',
      trackingLink: 'https://www.ups.com/track?tracknum=1Z9',
      hidden: false,
      sentOn: expect.stringMatching(/^\d{1,2} \w+ 20\d\d$/),
      deliveredOn: '',
    },
  ]);
  await markDelivered(core, { ...key, number: 1 });
  expect((await stepsOf())[0]).toEqual([...sent, ['delivered', 'store', true]]);
  await advanceLines(core, { ...key, to: 'returned', lineIds: [first] });
  expect((await client.read(session, reference)).data.fulfilments[0]?.deliveredOn).not.toBe('');

  const guest = await client.lookUp(offer.storeKey, { reference, place: '10115' });
  expect(guest.data.preorder.fulfilments).toMatchObject([
    { carrier: 'UPS', trackingNumber: '', trackingLink: '', hidden: true },
  ]);
  expect(guest.text).not.toContain('1Z9');
});

test('the way names the release that gave a unit in turn, and the order that the store’s system took', async () => {
  const own = await createOffer(core, { allocation: 5 });
  const reference = await buyFrom(core, own, { quantity: 1 });
  await arrive(core, own, 1);
  await finishRelease(core, own, (await startReleaseOf(core, own)) ?? '');
  const { data } = await client.lookUp(own.storeKey, { reference, place: '10115' });
  expect(data.preorder.lines[0]?.progress).toEqual([
    { step: 'placed', reached: true, on: expect.any(String), at: expect.stringMatching(/Z$/), by: 'shopper' },
    { step: 'arrived', reached: true, on: expect.any(String), at: expect.stringMatching(/Z$/), by: 'release' },
    { step: 'packed', reached: true, on: expect.any(String), at: expect.stringMatching(/Z$/), by: 'order' },
    { step: 'sent', reached: false, on: '', at: '', by: null },
    { step: 'delivered', reached: false, on: '', at: '', by: null },
  ]);
});

test('what was due later has a step of its own, reached once all of it is paid', async () => {
  const own = await createOffer(core, { allocation: 5, plan: { deposit: { kind: 'percent', value: 2_000 } } });
  const reference = await buyFrom(core, own, { quantity: 1 });
  const steps = async () => {
    const { data } = await client.lookUp(own.storeKey, { reference, place: '10115' });
    return data.preorder.lines[0]?.progress.map(({ step, reached, by }) => [step, reached, by]);
  };
  const waiting = ['arrived', 'paid', 'packed', 'sent', 'delivered'].map((step) => [step, false, null]);
  expect(await steps()).toEqual([['placed', true, 'shopper'], ...waiting]);
  await arrive(core, own, 1);
  await finishRelease(core, own, (await startReleaseOf(core, own)) ?? '');
  expect(await steps()).toEqual([
    ['placed', true, 'shopper'],
    ['arrived', true, 'release'],
    ['paid', true, 'payment'],
    ['packed', true, 'order'],
    ['sent', false, null],
    ['delivered', false, null],
  ]);
});
