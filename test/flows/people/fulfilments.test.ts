import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { readRecordsOf } from '../../../src/core/people/queries.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer } from '../../support/core.ts';
import { findMarks } from '../../support/footprint.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

test('exports how parcels are followed, and erases it with the person, from webhooks as well', async () => {
  const offer = await createOffer(core, { allocation: 5 });
  const { storeId } = offer;
  const email = 'grace@mail.example';
  const { id: preorderId } = await readPreorder(database.db, storeId, await buyFrom(core, offer, { email }));
  const number = `1Z${randomUUID().slice(0, 8)}`;
  const key = { storeId, preorderId };
  await advanceLines(core, { ...key, to: 'released', lineIds: null });
  await moveMoney(core, storeId, preorderId);
  const link = `https://bike.example/${number}`;
  await sendLines(core, { ...key, lineIds: null, tracking: { carrier: 'Bike', number, link }, key: null });
  const endpoint = randomUUID();
  await database.db.query('INSERT INTO webhook_endpoint (store_id, id, url) VALUES ($1, $2, $3)', [
    storeId,
    endpoint,
    'https://hooks.example',
  ]);
  await database.db.query(
    `INSERT INTO webhook_message (store_id, endpoint_id, id, seq, type, subject_id, occurred_at, due_at, body)
     VALUES ($1, $2, $3, 1, 'preorder.sent', $4, now(), now(), $5)`,
    [storeId, endpoint, randomUUID(), preorderId, JSON.stringify({ tracking_number: number })],
  );

  expect((await readRecordsOf(database.db, storeId, preorderId)).fulfilments).toMatchObject([
    { number: 1, carrier: 'Bike', trackingNumber: number, trackingLink: link, deliveredAt: null },
  ]);
  expect(await findMarks(database.db, [number])).toEqual([
    `public.fulfilment: ${number}`,
    `public.webhook_message: ${number}`,
  ]);
  await database.db.query('UPDATE outbox SET dispatched_at = app_now()');
  await erase(core, { storeId, email }, { openToo: false });
  expect(await findMarks(database.db, [number])).toEqual([]);
  expect((await readRecordsOf(database.db, storeId, preorderId)).fulfilments).toMatchObject([
    { number: 1, carrier: '' },
  ]);
});
