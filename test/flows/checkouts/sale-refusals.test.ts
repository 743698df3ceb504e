import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { viewCheckout } from '../../../src/surfaces/frames/checkout/view.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

test('refuses to cancel a line item that was handed over or is foreign, and changes nothing', async () => {
  const offer = await createOffer(core, { allocation: 3 });
  const reference = await buyFrom(core, offer, { quantity: 2 });
  const other = await readPreorder(core.db, offer.storeId, await buyFrom(core, offer));
  const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
  const key = { storeId: offer.storeId, preorderId };
  const [handedOver, placed] = await database.db.query<{ id: string }>(
    'SELECT id FROM preorder_line WHERE preorder_id = $1 ORDER BY position',
    [preorderId],
  );
  await database.db.query(`UPDATE preorder_line SET state = 'fulfilled' WHERE id = $1`, [handedOver?.id]);
  const foreign = other.lines[0]?.id ?? '';
  for (const lineIds of [[placed?.id ?? '', handedOver?.id ?? ''], [placed?.id ?? '', foreign], [randomUUID()]]) {
    await expect(cancelLines(core, { ...key, lineIds })).rejects.toMatchObject({ code: 'line_not_cancellable' });
  }
  const unknown = { ...key, preorderId: randomUUID(), lineIds: null };
  await expect(cancelLines(core, unknown)).rejects.toMatchObject({ code: 'preorder_not_found' });
  const elsewhere = { ...key, storeId: randomUUID(), lineIds: null };
  await expect(cancelLines(core, elsewhere)).rejects.toMatchObject({ code: 'preorder_not_found' });
  const cancelled = await database.db.query(`SELECT 1 FROM preorder_line WHERE state = 'cancelled'`);
  expect(cancelled).toEqual([]);
  // Cancelling everything leaves out the line item that was handed over.
  expect(await cancelLines(core, { ...key, lineIds: null })).toMatchObject({ lineIds: [placed?.id] });
});

test('does not find an unknown checkout', async () => {
  const { storeKey } = await createOffer(core, { allocation: 1 });
  for (const checkoutId of [randomUUID(), 'no id']) {
    await expect(viewCheckout(core, { storeKey, checkoutId })).rejects.toMatchObject({ code: 'checkout_not_found' });
  }
});
