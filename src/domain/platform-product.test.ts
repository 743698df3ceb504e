import { describe, expect, test } from 'vitest';
import { readPlatformProduct } from './platform-product.ts';

const VARIANT = {
  externalId: '2001',
  sku: 'LAMP',
  optionValues: [],
  price: 8_900,
  compareAtPrice: null,
  imageUrl: null,
  inStock: 3,
  oversellEnabled: false,
};
const LAMP = {
  externalId: '1001',
  handle: 'lamp',
  title: 'Lamp',
  descriptionHtml: '<p>Brass</p>',
  vendor: '',
  imageUrl: 'https://cdn.example/lamp.jpg',
  optionNames: [],
  variants: [VARIANT],
  currency: 'EUR',
};

describe('a product of a platform', () => {
  test('is kept as it is', () => {
    const { currency: _, ...kept } = LAMP;
    expect(readPlatformProduct(LAMP, 'EUR')).toEqual(kept);
  });

  test('keeps HTML in its title as text, on one line', () => {
    expect(readPlatformProduct({ ...LAMP, title: ' <b>Lamp</b>\n & Co ' }, 'EUR').title).toBe('<b>Lamp</b> & Co');
  });

  test('has no prices in another currency', () => {
    const product = readPlatformProduct({ ...LAMP, variants: [{ ...VARIANT, compareAtPrice: 9_900 }] }, 'USD');
    expect(product.variants[0]).toMatchObject({ price: null, compareAtPrice: null, inStock: 3 });
  });

  test('loses what only decorates it and cannot be kept', () => {
    const odd = { ...LAMP, imageUrl: 'javascript:alert(1)', descriptionHtml: 'a\0b', vendor: 'v'.repeat(5_000) };
    const product = readPlatformProduct({ ...odd, variants: [{ ...VARIANT, sku: 'a\u0007', inStock: 2.5e12 }] }, 'EUR');
    expect(product).toMatchObject({ imageUrl: null, descriptionHtml: '', vendor: '' });
    expect(product.variants[0]).toMatchObject({ sku: '', inStock: 2_147_483_647 });
  });

  test.each([
    ['no id', { externalId: ' ' }],
    ['no title', { title: ' ' }],
    ['no handle', { handle: '' }],
    ['no variants', { variants: [] }],
    ['a variant without an id', { variants: [{ ...VARIANT, externalId: '' }] }],
    ['a control character in its id', { externalId: 'a\u0000b' }],
  ])('with %s is refused', (_, wrong) => {
    expect(() => readPlatformProduct({ ...LAMP, ...wrong }, 'EUR')).toThrow(
      expect.objectContaining({ code: 'invalid_parameter' }),
    );
  });
});
