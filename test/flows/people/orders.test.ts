import { expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { endRetention } from '../../../src/core/people/commands/retain.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { prepareOrders } from '../../../src/core/releases/commands/order.ts';
import { listStoreOrders } from '../../../src/core/releases/queries.ts';
import { type CommerceConnector, CommerceError } from '../../../src/integrations/commerce/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer } from '../../support/core.ts';
import { createMarkedPerson, findMarks } from '../../support/footprint.ts';
import { sendMails } from '../../support/mails.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

test("erases the reason that the store's system gave for refusing an order", async () => {
  const [offer, who] = [await createOffer(core, { allocation: 5 }), createMarkedPerson()];
  const { storeId } = offer;
  const { id: preorderId } = await readPreorder(database.db, storeId, await buyFrom(core, offer, who.person));
  await advanceLines(core, { storeId, preorderId, to: 'released', lineIds: null });
  await moveMoney(core, storeId, preorderId);
  const put: CommerceConnector['put'] = async (order) => {
    throw new CommerceError('refused', `there is no ${JSON.stringify(order.address)}`);
  };
  await prepareOrders({ ...core, commerce: { name: 'strict', put } }, { storeId, preorderId });
  await advanceLines(core, { storeId, preorderId, to: 'fulfilled', lineIds: null });
  expect(await findMarks(database.db, [who.mark])).toEqual(
    expect.arrayContaining([`public.store_order: ${who.mark}`, `public.alert: ${who.mark}`]),
  );
  await database.db.query('UPDATE outbox SET dispatched_at = app_now()');
  await erase(core, { storeId, email: who.email.toLowerCase() }, { openToo: false });
  expect(await findMarks(database.db, [who.mark])).toEqual([]);
  expect(await listStoreOrders(database.db, storeId, { limit: 5 })).toMatchObject([{ state: 'refused', failure: '' }]);
  expect(await listAlerts(database.db, storeId, { resolved: false })).toEqual([]);
});

test('ends retention only after the store was told of the cancellation', async () => {
  const [offer, who] = [await createOffer(core, { allocation: 5 }), createMarkedPerson()];
  const { storeId } = offer;
  await database.db.query('UPDATE store SET keep_preorder_days = 10 WHERE id = $1', [storeId]);
  const { id: preorderId } = await readPreorder(database.db, storeId, await buyFrom(core, offer, who.person));
  await cancelLines(core, { storeId, preorderId, lineIds: null, reason: 'merchant' });
  await database.db.query(
    `UPDATE preorder_line SET cancelled_at = app_now() - interval '11 days' WHERE store_id = $1 AND preorder_id = $2`,
    [storeId, preorderId],
  );
  const contacts = () =>
    database.db.query('SELECT 1 FROM preorder_contact WHERE store_id = $1 AND preorder_id = $2', [storeId, preorderId]);
  await endRetention(core);
  expect(await contacts()).toHaveLength(1);
  await database.db.query('UPDATE outbox SET dispatched_at = app_now()');
  await endRetention(core);
  expect(await contacts()).toHaveLength(0);
});

test('ends retention of other stores while one store waits for a mail', async () => {
  const offers = [0, 1, 2].map(() => createOffer(core, { allocation: 5 }));
  const sorted = (await Promise.all(offers)).sort((a, b) => (a.storeId < b.storeId ? -1 : 1));
  for (const offer of sorted) {
    const { id, lines } = await readPreorder(
      database.db,
      offer.storeId,
      await buyFrom(core, offer, createMarkedPerson().person),
    );
    await sendMails(core, id);
    await cancelLines(core, { storeId: offer.storeId, preorderId: id, lineIds: lines.map((line) => line.id) });
  }
  await database.db.query(`UPDATE preorder_line SET cancelled_at = app_now() - interval '11 days'`);
  await database.db.query('UPDATE outbox SET dispatched_at = app_now()');
  await database.db.query('UPDATE store SET keep_preorder_days = 10');
  await database.db.query(
    `UPDATE mail SET sent_at = NULL, claimed_until = app_now() + interval '1 minute' WHERE store_id = $1`,
    [sorted[1]?.storeId],
  );
  await expect(endRetention(core)).rejects.toMatchObject({ code: 'job_running' });
  const left = await database.db.query('SELECT store_id FROM preorder_contact WHERE store_id = ANY($1)', [
    sorted.map(({ storeId }) => storeId),
  ]);
  expect(left).toEqual([{ store_id: sorted[1]?.storeId }]);
});
