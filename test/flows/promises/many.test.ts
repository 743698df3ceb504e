import { expect, test } from 'vitest';
import { moveBatch, previewMove } from '../../../src/core/promises/commands/move.ts';
import { tellPromise } from '../../../src/core/promises/commands/tell.ts';
import { listPromises } from '../../../src/core/promises/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { stageEngine } from '../../support/engine-stage.ts';
import { copyPreorder } from '../../support/many-preorders.ts';
import { LATER, noticesOf, SOON } from '../../support/promises.ts';
import { firstBatch } from '../../support/release.ts';
import { createOffer, type Engine } from '../../support/shop.ts';

const { engine } = await stageEngine();

test('counts in the preview who would be told and asked, and changes nothing', async () => {
  const offer = await createOffer(engine, { allocation: 20 });
  const [german, american] = [await buyFrom(engine, offer, { quantity: 2 }), await buyFrom(engine, offer)];
  await engine.db.query(
    `UPDATE preorder_contact c SET address = address || '{"country":"US"}' FROM preorder o
     WHERE o.store_id = $1 AND o.reference = $2 AND c.store_id = o.store_id AND c.preorder_id = o.id`,
    [offer.storeId, american],
  );
  const key = { storeId: offer.storeId, batchId: await firstBatch(engine, offer) };
  const shipWindow = { from: SOON[0], until: SOON[1] };
  const preview = await previewMove(engine, key, { shipWindow, reason: 'Fog.' });
  expect(preview).toMatchObject({ told: 1, asked: 1, byLaw: 1, lines: 3, silenceCancels: 1 });
  expect(preview.answerBy?.first).toBe(preview.answerBy?.last);
  await expect(previewMove(engine, key, { shipWindow })).rejects.toMatchObject({ code: 'missing_parameter' });
  expect(await listPromises(engine.db, offer.storeId, {})).toHaveLength(1);
  expect(await noticesOf(engine, offer.storeId, german)).toEqual([]);
});

test('asks about 20,000 pre-orders in a job that continues where it was stopped', { timeout: 120_000 }, async () => {
  const offer = await createOffer(engine, { allocation: 30_000 });
  await copyPreorder(engine, { storeId: offer.storeId, reference: await buyFrom(engine, offer) }, 20_000);
  const [storeId, batchId] = [offer.storeId, await firstBatch(engine, offer)];
  await moveBatch(engine, { storeId, batchId }, { shipWindow: { from: LATER[0], until: LATER[1] }, reason: 'Fog.' });
  const [promise] = await listPromises(engine.db, storeId, { batchId });
  const key = { storeId, promiseId: promise?.id ?? '' };
  let pages = 0;
  const stopping = {
    ...engine,
    db: {
      ...engine.db,
      transaction: (work: Parameters<typeof engine.db.transaction>[0]) => {
        pages += 1;
        if (pages > 7) throw new Error('the worker was stopped');
        return engine.db.transaction(work);
      },
    },
  } as Engine;
  await expect(tellPromise(stopping, key)).rejects.toThrow('the worker was stopped');
  const [{ asked } = { asked: 0 }] = await listPromises(engine.db, storeId, { batchId });
  expect(asked).toBe(3_500);
  expect(await tellPromise(engine, key)).toBe(20_001 - asked);
  expect((await listPromises(engine.db, storeId, { batchId }))[0]).toMatchObject({ asked: 20_001, open: 20_001 });
  const [told] = await engine.db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM outbox WHERE store_id = $1 AND topic = 'promise.noticed'",
    [storeId],
  );
  expect(told?.count).toBe(20_001);
});
