import { expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { prepareOrders } from '../../../src/core/releases/commands/order.ts';
import { createEndpoint } from '../../../src/core/webhooks/commands/endpoints.ts';
import { readEndpointSecrets } from '../../../src/core/webhooks/queries.ts';
import { CommerceError } from '../../../src/integrations/commerce/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { useWebhookFixture } from '../../support/webhook-fixture.ts';
import { deliverAll, verifyPost } from '../../support/webhooks.ts';

const fixture = useWebhookFixture();

test('sends events about store orders that are handed over, changed and refused', async () => {
  const { core, receiver, offer } = fixture;
  const { storeId } = offer;
  const types = ['order.sent', 'order.refused'];
  const endpointId = await createEndpoint(core, storeId, { url: receiver.url, types });
  const [secret] = await readEndpointSecrets(core, storeId, endpointId);
  const buy = async (quantity: number) => readPreorder(core.db, storeId, await buyFrom(core, offer, { quantity }));
  const { id: preorderId, reference, lines } = await buy(2);
  const [first, second] = lines.map(({ id }) => id);
  const target = { storeId, preorderId };
  const commerce = { name: 'shop', put: async () => ({ ref: 'SO-1' }) };
  await moveMoney(core, storeId, preorderId);
  await advanceLines(core, { ...target, to: 'released', lineIds: null });
  // Two workers hand over the same order, which is one event.
  await Promise.all([prepareOrders({ ...core, commerce }, target), prepareOrders({ ...core, commerce }, target)]);
  await cancelLines(core, { ...target, lineIds: [second ?? ''] });
  await prepareOrders({ ...core, commerce }, target);
  const refusing = { name: 'shop', put: () => Promise.reject(new CommerceError('refused', 'Ada is unknown')) };
  const { id: other } = await buy(1);
  await moveMoney(core, storeId, other);
  await advanceLines(core, { storeId, preorderId: other, to: 'released', lineIds: null });
  await prepareOrders({ ...core, commerce: refusing }, { storeId, preorderId: other });
  await deliverAll(core);

  for (const post of receiver.posts) verifyPost(post, secret?.text ?? '');
  const ofFirst = receiver.posts.filter(({ data }) => data.preorder.id === preorderId);
  expect(ofFirst.map(({ type }) => type)).toEqual(['order.sent', 'order.sent']);
  expect(ofFirst[0]?.data).toMatchObject({
    preorder: { reference },
    order: { number: 1, store_reference: 'SO-1' },
    lines: [
      { id: first, number: 1, variant: { sku: 'AUR-M' }, cancelled: false },
      { id: second, number: 2, cancelled: false },
    ],
  });
  expect(ofFirst[1]?.data.lines.map((line: { cancelled: boolean }) => line.cancelled)).toEqual([false, true]);
  const [refused] = receiver.posts.filter(({ data }) => data.preorder.id === other);
  expect(refused).toMatchObject({ type: 'order.refused', data: { order: { number: 1, store_reference: null } } });
  expect(refused?.text).not.toContain('Ada');
});
