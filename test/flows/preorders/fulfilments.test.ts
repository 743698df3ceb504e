import { beforeAll, describe, expect, test } from 'vitest';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { correctTracking, markDelivered } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { readFulfilments } from '../../../src/core/preorders/queries/fulfilments.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer, type Offer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
let offer: Offer;
const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });

beforeAll(async () => {
  offer = await createOffer(core, { allocation: 100 });
});

const UPS = { carrier: 'UPS', number: '1Z999AA10123456784' };

/** Buys a pre-order whose line items have arrived. */
async function released(quantity = 2) {
  const reference = await buyFrom(core, offer, { quantity });
  const { id: preorderId, lines } = await readPreorder(database.db, offer.storeId, reference);
  await advanceLines(core, { storeId: offer.storeId, preorderId, to: 'released', lineIds: null });
  const lineIds = lines.map(({ id }) => id);
  type More = Partial<Omit<Parameters<typeof sendLines>[1], 'storeId' | 'preorderId'>>;
  return {
    reference,
    preorderId,
    lineIds,
    key: (number: number) => ({ storeId: offer.storeId, preorderId, number }),
    send: (more: More = {}) =>
      sendLines(core, { storeId: offer.storeId, preorderId, lineIds: null, tracking: {}, key: null, ...more }),
    fulfilments: () => readFulfilments(database.db, offer.storeId, [preorderId]),
    states: async () => (await readPreorder(database.db, offer.storeId, reference)).lines.map(({ state }) => state),
  };
}

const toldOf = (preorderId: string, topic: string) =>
  database.db.query<{ detail: unknown }>(
    'SELECT detail FROM outbox WHERE store_id = $1 AND subject_id = $2 AND topic = $3 ORDER BY id',
    [offer.storeId, preorderId, topic],
  );

describe('sending', () => {
  test('makes a fulfilment for each parcel, numbered in the pre-order', async () => {
    const { send, lineIds, fulfilments, states } = await released(3);
    await send({ lineIds: lineIds.slice(1, 2), tracking: UPS });
    expect(await states()).toEqual(['released', 'fulfilled', 'released']);
    await send({ tracking: { carrier: 'Bike', link: 'https://bike.example/7' } });
    expect(await fulfilments()).toMatchObject([
      { number: 1, lineIds: [lineIds[1]], tracking: { ...UPS, link: '' }, deliveredAt: null },
      { number: 2, lineIds: [lineIds[0], lineIds[2]], tracking: { carrier: 'Bike', number: '' } },
    ]);
  });

  test('needs no tracking, also when line items are only moved on', async () => {
    const { preorderId, fulfilments } = await released(1);
    await advanceLines(core, { storeId: offer.storeId, preorderId, to: 'fulfilled', lineIds: null });
    expect(await fulfilments()).toMatchObject([{ number: 1, tracking: { carrier: '', number: '', link: '' } }]);
  });

  test('happens once for a key, also when the command comes twice at once', async () => {
    const { send, lineIds, fulfilments, preorderId } = await released(2);
    const command = { lineIds: lineIds.slice(0, 1), tracking: UPS, key: 'parcel 7' };
    const sent = await Promise.all([send(command), send(command)]);
    expect(sent.map(({ fulfilment }) => fulfilment?.number)).toEqual([1, 1]);
    expect(sent.flatMap((one) => one.lineIds)).toEqual(lineIds.slice(0, 1));
    expect(await fulfilments()).toHaveLength(1);
    expect(await toldOf(preorderId, 'lines.moved')).toHaveLength(2); // released, sent
    const mismatch = expect.objectContaining({ code: 'idempotency_mismatch' });
    await expect(send({ ...command, lineIds })).rejects.toThrow(mismatch);
    await expect(send({ ...command, tracking: { carrier: 'DHL' } })).rejects.toThrow(mismatch);
  });

  test('may be repeated without a key, but never loses another tracking', async () => {
    const { send, lineIds, fulfilments, states } = await released(2);
    await send({ lineIds: lineIds.slice(0, 1), tracking: UPS });
    expect(await send({ lineIds: lineIds.slice(0, 1), tracking: UPS })).toEqual({ fulfilment: null, lineIds: [] });
    const refusal = expect.objectContaining({ code: 'invalid_transition' });
    await expect(send({ lineIds: lineIds.slice(0, 1), tracking: { carrier: 'DHL' } })).rejects.toThrow(refusal);
    await expect(send({ lineIds, tracking: { carrier: 'DHL' } })).rejects.toThrow(refusal);
    expect(await states()).toEqual(['fulfilled', 'released']);
    expect(await fulfilments()).toHaveLength(1);
  });

  test.each([
    [{ tracking: { link: 'http://carrier.example' } }, 'link'],
    [{ tracking: { number: '1'.repeat(101) } }, 'tracking'],
    [{ key: '' }, 'key'],
    [{ key: 'k'.repeat(201) }, 'key'],
  ])('refuses %j and sends nothing', async (more, param) => {
    const { send, states } = await released(1);
    await expect(send(more)).rejects.toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: expect.objectContaining({ param }) }),
    );
    expect(await states()).toEqual(['released']);
  });
});

describe('a fulfilment', () => {
  test('can be tracked anew, which is told once and mailed only when asked', async () => {
    const { send, key, preorderId, fulfilments } = await released(1);
    await send({ tracking: UPS });
    const dhl = { carrier: 'dhl', number: '00340434' };
    expect(await correctTracking(core, key(1), { ...dhl, mail: false })).toBe(true);
    expect(await correctTracking(core, key(1), { ...dhl, mail: true })).toBe(false);
    expect(await correctTracking(core, key(1), { carrier: 'DHL', mail: true })).toBe(true);
    const [{ id, tracking } = { id: '', tracking: null }] = await fulfilments();
    expect(tracking).toEqual({ carrier: 'DHL', number: '', link: '' });
    expect((await toldOf(preorderId, 'fulfilment.changed')).map(({ detail }) => detail)).toEqual([
      { fulfilmentId: id, what: 'tracking', mail: false },
      { fulfilmentId: id, what: 'tracking', mail: true },
    ]);
  });

  test('is delivered once', async () => {
    const { send, key, fulfilments, preorderId } = await released(1);
    await send();
    expect(await markDelivered(core, key(1))).toBe(true);
    const [first] = await fulfilments();
    expect(first?.deliveredAt).toBeInstanceOf(Date);
    expect(await markDelivered(core, key(1))).toBe(false);
    expect(await fulfilments()).toEqual([first]);
    expect(await toldOf(preorderId, 'fulfilment.changed')).toHaveLength(1);
  });

  test('that does not exist is not found, also when it is of another store', async () => {
    const { send, preorderId } = await released(1);
    await send();
    const missing = expect.objectContaining({ code: 'fulfilment_not_found' });
    await expect(markDelivered(core, { storeId: offer.storeId, preorderId, number: 2 })).rejects.toThrow(missing);
    const { storeId } = await createOffer(core, { allocation: 1 });
    await expect(markDelivered(core, { storeId, preorderId, number: 1 })).rejects.toThrow(missing);
    await expect(correctTracking(core, { storeId, preorderId, number: 1 }, { mail: true })).rejects.toThrow(missing);
  });
});

test('on the command line line items are sent, tracked anew and delivered', async () => {
  const { reference } = await released(2);
  const store = ['--store', `store-${offer.storeKey.slice(0, 8)}`];
  const sent = await cli.json(
    'preorders',
    'send',
    reference,
    ...store,
    '--lines',
    '1',
    '--carrier',
    'ups',
    '--tracking-number',
    '1Z1',
    '--key',
    'k',
  );
  expect([sent.code, sent.data.changed_lines, sent.data.fulfilments]).toEqual([
    0,
    [1],
    [
      {
        number: 1,
        lines: [1],
        carrier: 'UPS',
        tracking_number: '1Z1',
        tracking_link: 'https://www.ups.com/track?tracknum=1Z1',
        sent_at: expect.any(String),
        delivered_at: null,
      },
    ],
  ]);
  const bad = await cli.json('preorders', 'send', reference, ...store, '--tracking-link', 'http://x.example');
  expect([bad.code, bad.error.code, bad.error.param]).toEqual([2, 'invalid_parameter', 'link']);
  const tracked = await cli.json('preorders', 'track', reference, '1', ...store, '--carrier', 'Bike');
  expect(tracked.data.fulfilments[0].carrier).toBe('Bike');
  const none = await cli.json('preorders', 'deliver', reference, '2', ...store);
  expect([none.code, none.error.code]).toEqual([1, 'fulfilment_not_found']);
  const delivered = await cli.run('preorders', 'deliver', reference, '1', ...store);
  expect(delivered.out).toMatch(/with the customer: fulfilment 1/);
  expect(delivered.out).toMatch(/sent: fulfilment 1 +1 +Bike/);
  expect(delivered.out).not.toMatch(/\d sent +1/);
});
