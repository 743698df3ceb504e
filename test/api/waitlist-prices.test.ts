import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestProduct, createTestStore, createTestWaitlist } from '../support/merchant.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Refused = { code: string; param: string; data: Record<string, unknown> };

test('each wrong price is named with its variant, all of them at once', async () => {
  const storeId = await createTestStore(api.db);
  const product = await createTestProduct(api.db, storeId, { prices: [12_900, 14_900] });
  const id = await createTestWaitlist(api.db, { storeId, product });
  const client = await tokenClient(api, storeId);
  const [first, second] = product.variants.map(({ externalId }) => externalId);
  const refusals = async (variants: object[]) => {
    const { status, json } = await client.send(`PATCH /waitlists/${id}`, { variants });
    const { error } = json as unknown as { error: Refused & { errors: Refused[] } };
    expect([status, error.code, error.param]).toEqual([400, error.errors[0]?.code, error.errors[0]?.param]);
    return error.errors.map(({ param, data }) => [param, data.variant]);
  };
  const unread = [
    { variant: 'AUR-0', price: '1.999', compare_at_price: 'much' },
    { variant: second, price: '999999999999' },
  ];
  expect(await refusals(unread)).toEqual([
    ['price', 'AUR-0'],
    ['compare_at_price', 'AUR-0'],
    ['price', second],
  ]);
  const below = [first, second].map((variant) => ({ variant, price: '10.00', compare_at_price: '9.00' }));
  expect(await refusals(below)).toEqual([
    ['compare_at', first],
    ['compare_at', second],
  ]);
  const { variants } = (await client.get(`/waitlists/${id}`)).json.data;
  expect(variants).toMatchObject([{ price: '129.00' }, { price: '149.00' }]);
});

test('each wrong amount of shipping and rate of tax is named with its place', async () => {
  const client = await tokenClient(api, await createTestStore(api.db));
  const named = async (settings: object) => {
    const { json } = await client.send('PATCH /store', settings);
    const { error } = json as unknown as { error: { errors: Refused[] } };
    return error.errors.map(({ param, data: { country, region } }) => [param, country, region]);
  };
  const shipping = [
    { country: 'DE', amount: '4.90' },
    { country: 'FR', amount: '4.999' },
    { country: 'AT', amount: 'x' },
  ];
  expect(await named({ shipping })).toEqual([
    ['shipping', 'FR', undefined],
    ['shipping', 'AT', undefined],
  ]);
  const tax = [
    { country: 'DE', percent: 19 },
    { country: 'US', region: 'NY', percent: 8.87501 },
    { country: 'FR', percent: 20.000001 },
  ];
  expect(await named({ tax })).toEqual([
    ['tax', 'US', 'NY'],
    ['tax', 'FR', ''],
  ]);
});
