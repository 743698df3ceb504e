import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startWithdrawals, withdrawalsOf } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { sold, declare } = world;
afterAll(() => world.stop());

test('somebody who only declared a withdrawal is found, given their data, and erased', async () => {
  const { path, client } = await sold();
  const stranger = (await sold()).client;
  const email = `${randomUUID()}@shopper.example`;
  await declare(path, { name: 'Zoë', email, items: 'the lamp' });
  const id = (await withdrawalsOf(client))[0]?.id ?? '';
  const planOf = async (of: typeof client) => (await of.post('/people/erasure-plan', { email })).json.data;
  expect(await planOf(client)).toMatchObject({
    preorders: [],
    checkouts: [],
    withdrawals: [{ id, state: 'declared' }],
  });
  expect(await planOf(stranger)).toMatchObject({ withdrawals: [] });
  expect((await client.post('/people/export', { email })).json.withdrawals).toMatchObject([{ id, items: 'the lamp' }]);
  expect((await client.post('/people/erase', { email })).json.error.code).toBe('preorders_open');
  await client.post(`/withdrawals/${id}/settle`, {});
  expect((await client.post('/people/erase', { email })).json.data).toMatchObject({
    erased: true,
    withdrawals: [{ id, state: 'settled' }],
  });
  expect(await withdrawalsOf(client)).toMatchObject([{ id, state: 'settled', name: '', email: '', items: '' }]);
  expect(await planOf(client)).toMatchObject({ withdrawals: [] });
  expect((await client.post('/people/erase', { email })).json.data).toMatchObject({ erased: false });
});
