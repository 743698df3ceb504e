import { expect, test } from 'vitest';
import { readAs } from '../read.ts';
import { medusaCatalogue } from './products.ts';

const VARIANT = {
  id: 'variant_1',
  sku: null,
  manage_inventory: false,
  inventory_items: [],
  allow_backorder: false,
  variant_rank: 0,
  options: [],
  prices: [],
};
const PRODUCT = {
  id: 'prod_1',
  title: 'Salt',
  handle: 'salt',
  description: null,
  status: 'published',
  thumbnail: null,
  options: [],
  variants: [VARIANT],
};

async function safetyOf(metadata: Record<string, unknown> | null | undefined) {
  const product = { ...PRODUCT, ...(metadata !== undefined && { metadata }) };
  const unasked = () => Promise.reject(new Error('Its store was asked for.'));
  const catalogue = medusaCatalogue(async (_, __, { as }) => readAs(as, { product }, 'a product'), unasked, 'EUR');
  return (await catalogue.getProduct('prod_1'))?.safety;
}

test.each([undefined, null, {}, { season: 'winter' }])('metadata of %o leave what a file said', async (metadata) => {
  expect(await safetyOf(metadata)).toBeUndefined();
});

test('metadata say who made it, and that nothing is known', async () => {
  const maker = { name: 'Aurora AB', address: '', contact: '' };
  expect(await safetyOf({ maker_name: 'Aurora AB' })).toEqual({ maker, responsible: null, warnings: {} });
  expect(await safetyOf({ maker_name: '' })).toEqual({ maker: null, responsible: null, warnings: {} });
});
