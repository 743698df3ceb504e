import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExternalId } from './external-id.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('an id of the connected store', () => {
  it.each([
    [123, '123'],
    ['123', '123'],
    [' 123 ', '123'],
    ['gid://shopify/Product/123', '123'],
    ['gid://shopify/ProductVariant/123?inventory=1', '123'],
    [base64('gid://shopify/Product/123'), '123'],
    [base64('gid://shopify/Product/123').replace(/=+$/, ''), '123'],
    [Buffer.from('gid://shop?/Product/12').toString('base64url'), '12'],
    ['sku-7/b', 'sku-7/b'],
    ['00123', '00123'],
    ['gid://shopify/Product', 'gid://shopify/Product'],
    ['Z2lkZ2lkZ2lkZ2lk', 'Z2lkZ2lkZ2lkZ2lk'],
    ['Z2lk====', 'Z2lk===='],
    ['Z2lkaaaaaaaaaaaaa', 'Z2lkaaaaaaaaaaaaa'],
  ])('reads %j as %s', (given, id) => {
    expect(parseExternalId(given)).toBe(id);
  });

  it.each(['', '  ', 'a\0b', '\ud800', 'x'.repeat(501), `gid://shopify/Product/${'x'.repeat(501)}`])(
    'refuses %j',
    (given) => {
      expect(parseExternalId(given)).toBeNull();
    },
  );

  it('reads any text without an error, and an id that it returned as the same id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const id = parseExternalId(text);
        if (id !== null && !id.startsWith('Z2lk') && !id.startsWith('gid:')) expect(parseExternalId(id)).toBe(id);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{1,40}$/), (id) => {
        expect(parseExternalId(base64(`gid://shopify/Product/${id}`))).toBe(id);
      }),
    );
  });
});
