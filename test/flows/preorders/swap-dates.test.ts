import { expect, test } from 'vitest';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { readLatestAttemptOf } from '../../../src/core/payments/queries.ts';
import { finishSwap } from '../../../src/core/preorders/commands/finish-swap.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { findPreorder, readPreorder } from '../../../src/core/preorders/queries.ts';
import { moveBatch } from '../../../src/core/promises/commands/move.ts';
import { tellPromise } from '../../../src/core/promises/commands/tell.ts';
import { tellLateBuyers } from '../../../src/core/promises/jobs.ts';
import { listPromises } from '../../../src/core/promises/queries.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { buyFrom } from '../../support/buy.ts';
import { shiftClock } from '../../support/core.ts';
import { noticesOf } from '../../support/promises.ts';
import { createSizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

test('tells of a moved date of another delivery once the swap to it is paid', async () => {
  const offer = await createSizes(core, { units: [9, 9, 0], later: [0, 0, 9] });
  const { storeId, waitlistId } = offer;
  const reference = await buyFrom(core, offer);
  const { id: preorderId, lines } = await readPreorder(database.db, storeId, reference);
  const key = { storeId, preorderId };
  const wish = { variantExternalId: offer.sizes.large.variantExternalId, now: 2_000, later: 0 };
  await shiftClock(database.db, 86_400);
  const swapped = await swapVariant(core, { ...key, lineId: lines[0]?.id ?? '', ...wish });
  const swapId = swapped.kind === 'payment' ? swapped.swapId : '';

  const batchId = (await readWaitlist(database.db, storeId, waitlistId)).batches[1]?.id ?? '';
  const shipWindow = { from: '2030-12-01', until: '2030-12-05' };
  await moveBatch(core, { storeId, batchId }, { shipWindow, reason: 'The ship is late.', madeBy: '' });
  const [promise] = await listPromises(database.db, storeId, { batchId });
  await tellPromise(core, { storeId, promiseId: promise?.id ?? '' });
  expect(await noticesOf(core, storeId, reference)).toEqual([]);

  const token = testCardToken('4242424242424242');
  await payPreorder(core, { ...key, purpose: 'swap', swapId, amount: 2_000, token });
  const attempt = await readLatestAttemptOf(database.db, key);
  await finishSwap(core, { storeId, attemptId: attempt?.id ?? '' });
  expect((await findPreorder(database.db, storeId, preorderId))?.lines).toMatchObject([{ batchId }]);
  await shiftClock(database.db, 120);
  await tellLateBuyers(core);
  expect(await noticesOf(core, storeId, reference)).toMatchObject([
    { kind: 'asked', agreed: { version: 1 }, promise: { version: 2, ...shipWindow } },
  ]);
  await tellLateBuyers(core);
  expect(await noticesOf(core, storeId, reference)).toHaveLength(1);
});
