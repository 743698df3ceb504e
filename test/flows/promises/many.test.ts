import { expect, test } from 'vitest';
import { moveBatch, previewWindow } from '../../../src/core/promises/commands/move.ts';
import { tellPromise } from '../../../src/core/promises/commands/tell.ts';
import { listPromises } from '../../../src/core/promises/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createOffer } from '../../support/core.ts';
import { ownInstallation } from '../../support/database.ts';
import { copyPreorder } from '../../support/many-preorders.ts';
import { LATER, noticesOf, SOON } from '../../support/promises.ts';
import { firstBatch } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore(ownInstallation);

test('counts in the preview who would be told and asked, and changes nothing', async () => {
  const offer = await createOffer(core, { allocation: 20 });
  const [german, american] = [await buyFrom(core, offer, { quantity: 2 }), await buyFrom(core, offer)];
  await core.db.query(
    `UPDATE preorder_contact c SET address = address || '{"country":"US"}' FROM preorder o
     WHERE o.store_id = $1 AND o.reference = $2 AND c.store_id = o.store_id AND c.preorder_id = o.id`,
    [offer.storeId, american],
  );
  const key = { storeId: offer.storeId, batchId: await firstBatch(core, offer) };
  const shipWindow = { from: SOON[0], until: SOON[1] };
  const preview = await previewWindow(core, key, shipWindow);
  expect(preview).toMatchObject({ told: 1, asked: 1, byLaw: 1, lines: 3, silenceCancels: 1 });
  expect(preview.answerBy?.first).toBe(preview.answerBy?.last);
  expect(await listPromises(core.db, offer.storeId, {})).toHaveLength(1);
  expect(await noticesOf(core, offer.storeId, german)).toEqual([]);
});

test('asks about 20,000 pre-orders in a job that continues where it was stopped', { timeout: 120_000 }, async () => {
  const offer = await createOffer(core, { allocation: 30_000 });
  await copyPreorder(core, { storeId: offer.storeId, reference: await buyFrom(core, offer) }, 20_000);
  const [storeId, batchId] = [offer.storeId, await firstBatch(core, offer)];
  await moveBatch(core, { storeId, batchId }, { shipWindow: { from: LATER[0], until: LATER[1] }, reason: 'Fog.' });
  const [promise] = await listPromises(core.db, storeId, { batchId });
  const key = { storeId, promiseId: promise?.id ?? '' };
  let pages = 0;
  const stopping = {
    ...core,
    db: {
      ...core.db,
      transaction: async (work: Parameters<typeof core.db.transaction>[0]) => {
        if (pages === 7) throw new Error('the worker was stopped');
        const done = await core.db.transaction(work);
        pages += 1;
        return done;
      },
    },
  } as Core;
  await expect(tellPromise(stopping, key)).rejects.toThrow('the worker was stopped');
  const [{ asked } = { asked: 0 }] = await listPromises(core.db, storeId, { batchId });
  expect(asked).toBe(3_500);
  await tellPromise(core, key);
  expect((await listPromises(core.db, storeId, { batchId }))[0]).toMatchObject({ asked: 20_001, open: 20_001 });
  const [told] = await core.db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM outbox WHERE store_id = $1 AND topic = 'promise.noticed'",
    [storeId],
  );
  expect(told?.count).toBe(20_001);
});
