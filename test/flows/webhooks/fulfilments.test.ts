import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { correctTracking, markDelivered } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { createEndpoint } from '../../../src/core/webhooks/commands/endpoints.ts';
import { buyFrom } from '../../support/buy.ts';
import { useCore } from '../../support/use-core.ts';
import { createListener, deliverAll, type Receiver, startReceiver, verifyPost } from '../../support/webhooks.ts';

const { core } = await useCore();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

test('webhooks tell what was sent, how it is followed, and when it is delivered', async () => {
  const types = ['preorder.sent', 'fulfilment.changed', 'fulfilment.delivered'] as const;
  const offer = await createListener(core, receiver, [...types]);
  const { storeId } = offer;
  await createEndpoint(core, storeId, { url: receiver.url, types: [...types], includePersonal: true });
  const reference = await buyFrom(core, offer, { quantity: 2 });
  const { id: preorderId, lines } = await readPreorder(core.db, storeId, reference);
  const [first = ''] = lines.map(({ id }) => id);
  const key = { storeId, preorderId };
  await advanceLines(core, { ...key, to: 'released', lineIds: null });
  await sendLines(core, { ...key, lineIds: [first], tracking: { carrier: 'ups', number: '1Z9' }, key: null });
  await deliverAll(core);
  await correctTracking(core, { ...key, number: 1 }, { carrier: 'Bike', mail: false });
  await deliverAll(core);
  await markDelivered(core, { ...key, number: 1 });
  await deliverAll(core);

  const [plain, personal] = [false, true].map((has) => receiver.posts.filter(({ data }) => 'personal' in data === has));
  for (const post of plain ?? []) verifyPost(post, offer.secret);
  const told = personal?.map(({ type, data: { personal: _, ...data } }) => ({ type, data }));
  const fulfilment = {
    id: expect.any(String),
    number: 1,
    carrier: 'UPS',
    tracking_number: '1Z9',
    tracking_link: 'https://www.ups.com/track?tracknum=1Z9',
    sent_at: expect.stringMatching(/Z$/),
    delivered_at: null,
  };
  const preorder = { id: preorderId, reference };
  const bike = { ...fulfilment, carrier: 'Bike', tracking_number: '', tracking_link: '' };
  expect(told).toEqual([
    { type: 'preorder.sent', data: { preorder, lines: [{ id: first, number: 1, state: 'fulfilled' }], fulfilment } },
    { type: 'fulfilment.changed', data: { preorder, lines: [{ id: first, number: 1 }], fulfilment: bike } },
    {
      type: 'fulfilment.delivered',
      data: { preorder, lines: [{ id: first, number: 1 }], fulfilment: { ...bike, delivered_at: expect.any(String) } },
    },
  ]);
  // The number of a parcel and its page lead to the customer.
  const hidden = told?.map(({ type, data }) => {
    const { fulfilment: sent } = data as { fulfilment: object };
    return { type, data: { ...data, fulfilment: { ...sent, tracking_number: '', tracking_link: '' } } };
  });
  expect(plain?.map(({ type, data }) => ({ type, data }))).toEqual(hidden);
});
