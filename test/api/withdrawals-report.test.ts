import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { buyFrom } from '../support/buy.ts';
import { shiftClock } from '../support/core.ts';
import { startWithdrawals, undoPathIn, withdrawalsOf } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { api, core, post, sold, declare, receiptsTo } = world;
afterAll(() => world.stop());

const DAY_S = 86_400;

test('withdrawals are counted by product, of the line items placed, with the days after the order', async () => {
  const { path, email, reference, client, offer, storeId } = await sold(3);
  const address = `${randomUUID()}@shopper.example`;
  const other = await buyFrom(core, offer, { quantity: 1, email: address });
  const report = async (query = '') => (await client.get(`/reports/withdrawals${query}`)).json.data;
  expect((await report()).products).toEqual([]);

  await shiftClock(api.db, 4 * DAY_S);
  await declare(path, { name: 'Zoë', email, reference });
  await declare(path, { name: 'A forger', email: address, reference: other });
  await declare(path, { name: 'Zoë', email: 'nobody@mail.example' });
  await post(undoPathIn((await receiptsTo(address)).at(-1)), {});
  expect((await report()).products).toEqual([
    {
      product: { id: expect.any(String), product_code: expect.any(String), title: expect.any(String) },
      declared: 2,
      waiting: 1,
      undone: 1,
      settled: 0,
      refused: 0,
      placed: 4,
      withdrawn: 3,
      share: 75,
      median_days: 4,
    },
    {
      product: null,
      declared: 1,
      waiting: 1,
      undone: 0,
      settled: 0,
      refused: 0,
      placed: 0,
      withdrawn: 0,
      share: null,
      median_days: null,
    },
  ]);

  const found = (await withdrawalsOf(client)).find((one) => one.preorder?.reference === reference);
  await client.post(`/withdrawals/${found?.id}/refuse`, { answer: 'Made to order.' });
  expect((await report(`?waitlist_id=${offer.waitlistId}`)).products).toMatchObject([
    { declared: 2, waiting: 0, undone: 1, refused: 1, placed: 4, withdrawn: 0, share: 0 },
  ]);
  const { to } = await report();
  expect((await report(`?from=${to}&to=${to}`)).products).toMatchObject([
    { declared: 2, placed: 0, share: null },
    { product: null, declared: 1 },
  ]);
  const csv = (await client.get('/reports/withdrawals.csv?bom=false')).text.replaceAll('"', '').split('\r\n');
  expect(csv[0]).toContain('declared,waiting,undone,settled,refused,placed,withdrawn,share,median_days');
  expect(csv[1]).toContain(',2,0,1,0,1,4,0,0,4');

  const blind = await tokenClient(
    api,
    storeId,
    ALL_SCOPES.filter((scope) => scope !== 'measures:read'),
  );
  expect((await blind.get('/reports/withdrawals')).json.error.code).toBe('scope_required');
  const stranger = (await sold()).client;
  expect((await stranger.get('/reports/withdrawals')).json.data.products).toEqual([]);
  const elsewhere = await stranger.get(`/reports/withdrawals?waitlist_id=${offer.waitlistId}`);
  expect(elsewhere.json.error.code).toBe('waitlist_not_found');
});
