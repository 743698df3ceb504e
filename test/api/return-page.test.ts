import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { returnPath } from '../../src/surfaces/withdraw-address.ts';
import { declareAndFollow } from '../support/declare.ts';
import { startWithdrawals } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { api, core, sold, post } = world;
afterAll(() => world.stop());

/** A pre-order that was sent, and the address of the page of its return; `withdraw` opens the return. */
async function sent() {
  const made = await sold(2);
  const { storeId, reference, email } = made;
  const preorder = await readPreorder(core.db, storeId, reference);
  const of = { storeId, preorderId: preorder.id, lineIds: null };
  await advanceLines(core, { ...of, to: 'released' });
  await moveMoney(core, storeId, preorder.id);
  await advanceLines(core, { ...of, to: 'fulfilled' });
  if (!preorder.contact) throw new Error('the pre-order has no contact');
  const page = returnPath(api.deps, await readStore(core.db, storeId), { ...preorder, contact: preorder.contact });
  const withdraw = async (only: number | null = null) => {
    const declaration = { name: 'Zoë', email, reference, postalCode: '', items: '' };
    const lineIds = only === null ? null : preorder.lines.filter((_, at) => at === only).map(({ id }) => id);
    const known = { preorderId: preorder.id, lineIds };
    return (await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration, known })).id;
  };
  return { ...made, preorderId: preorder.id, page, withdraw };
}

test('the page says where and until when, takes the tracking number, and then shows it', async () => {
  const { page, withdraw, client } = await sent();
  expect((await api.ask(page)).status).toBe(404);
  const id = await withdraw();
  const asked = await api.ask(page);
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('Please send it back');
  expect(asked.text).toContain('Where to');
  const wrong = await post(page, { number: '<b>', carrier: 'DHL' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('Enter the number as it stands on the receipt.');
  expect(wrong.text).toContain('value="&lt;b&gt;"');
  expect((await post(page, {})).status).toBe(400);
  expect((await post(page, { number: 'JD 1', carrier: 'dhl' })).status).toBe(303);
  const noted = await api.ask(page);
  expect(noted.text).toContain('It is on its way back');
  expect(noted.text).toContain('Noted: JD 1.');
  expect((await client.get(`/withdrawals/${id}`)).json.data.returns).toMatchObject([{ state: 'sent', carrier: 'DHL' }]);
  await client.post(`/withdrawals/${id}/return/receive`, {});
  expect((await api.ask(page)).text).toContain('Your return has come to its end');
  expect((await post(page, { number: 'JD 2' })).status).toBe(303);
  expect((await client.get(`/withdrawals/${id}`)).json.data.returns).toMatchObject([{ tracking: 'JD 1' }]);
});

test('only the customer of the pre-order can open it', async () => {
  const { page, withdraw } = await sent();
  await withdraw();
  const other = await sent();
  const [, , , key = '', token = ''] = page.split('/');
  const [, , , otherKey = ''] = other.page.split('/');
  for (const path of [
    `/links/return/${key}/${token}x`,
    `/links/return/${otherKey}/${token}`,
    `/links/return/${key}/x`,
  ]) {
    expect((await api.ask(path)).status).toBe(404);
    expect((await post(path, { number: 'JD 1' })).status).toBe(404);
  }
});

test('each return that goes on has its own number, and none of another pre-order takes one', async () => {
  const { page, withdraw, client } = await sent();
  const [first, second] = [await withdraw(0), await withdraw(1)];
  const returnsOf = async (id: string) => (await client.get(`/withdrawals/${id}`)).json.data.returns;
  const [{ id: returnId }] = await returnsOf(first);
  const asked = await api.ask(page);
  expect(asked.text.match(/name="return"/g)).toHaveLength(2);
  expect((await post(page, { return: returnId, number: 'JD 1' })).status).toBe(303);
  expect(await returnsOf(first)).toMatchObject([{ tracking: 'JD 1' }]);
  expect(await returnsOf(second)).toMatchObject([{ state: 'open', tracking: '' }]);

  const other = await sent();
  const otherId = await other.withdraw();
  const [{ id: foreign }] = (await other.client.get(`/withdrawals/${otherId}`)).json.data.returns;
  expect((await post(page, { return: foreign, number: 'JD 2' })).status).toBe(303);
  expect((await other.client.get(`/withdrawals/${otherId}`)).json.data.returns).toMatchObject([{ state: 'open' }]);
  expect(await returnsOf(second)).toMatchObject([{ state: 'open' }]);
});
