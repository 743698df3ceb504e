import { expect, test } from 'vitest';
import { isShopDomain, readShopDomain } from './shop-domain.ts';

test('reads the address of a store as people paste it', () => {
  for (const text of ['north-pine.myshopify.com', ' https://North-Pine.myshopify.com/ ']) {
    expect(readShopDomain(text)).toBe('north-pine.myshopify.com');
  }
});

test.each([
  'evil.example',
  'north-pine.myshopify.com.evil.example',
  'evil.example/north-pine.myshopify.com',
  'evil.example#.myshopify.com',
  'evil.example\\.myshopify.com',
  'user@north-pine.myshopify.com',
  'north-pine.myshopify.com:444',
  'north-pine.myshopify.com/admin',
  'north.pine.myshopify.com',
  '-.myshopify.com',
  '.myshopify.com',
  'myshopify.com',
  'north-pinemyshopify.com',
  'north-pine.myshopify.comm',
  'http://north-pine.myshopify.com',
  'nörth.myshopify.com',
  'north-pine.myshopify.com\nevil.example',
  `${'n'.repeat(61)}.myshopify.com`,
  '',
])('does not take %j for one', (text) => {
  expect(readShopDomain(text)).toBeNull();
});

test('takes no other value for one', () => {
  for (const value of [null, 1, ['north-pine.myshopify.com'], 'North-Pine.myshopify.com']) {
    expect(isShopDomain(value)).toBe(false);
  }
});
