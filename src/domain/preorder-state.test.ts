import { expect, test } from 'vitest';
import { preorderStateOfProduct, preorderStateOfVariant, type VariantSupply } from './preorder-state.ts';

const NOTHING: VariantSupply = { inStock: 0, gone: false, onWaitlist: false, left: 0 };
const SHELF = { ...NOTHING, inStock: 1 };
const LEFT = { ...NOTHING, onWaitlist: true, left: 1 };
const USED_UP = { ...NOTHING, onWaitlist: true };

test.each([
  ['without anything', NOTHING, 'NO_OPEN_WAITLISTS'],
  ['on the shelf', SHELF, 'AVAILABLE_IN_STOCK'],
  ['on the shelf and on a waitlist', { ...LEFT, inStock: 1 }, 'AVAILABLE_IN_STOCK'],
  ['gone, whatever the shelf said', { ...SHELF, gone: true }, 'NO_OPEN_WAITLISTS'],
  ['gone and still on a waitlist', { ...LEFT, inStock: 1, gone: true }, 'ON_PREORDER'],
  ['with units left', LEFT, 'ON_PREORDER'],
  ['with none left', USED_UP, 'SOLD_OUT'],
] as const)('a variant %s', (_name, supply, state) => {
  expect(preorderStateOfVariant(supply)).toBe(state);
});

test.each([
  ['nothing at all', [], 'NO_OPEN_WAITLISTS'],
  ['no waitlist', [NOTHING, NOTHING], 'NO_OPEN_WAITLISTS'],
  ['one used up, one never offered', [NOTHING, USED_UP], 'SOLD_OUT'],
  ['one used up, one left', [USED_UP, LEFT], 'ON_PREORDER'],
  ['one left, one on the shelf', [LEFT, SHELF], 'AVAILABLE_IN_STOCK'],
  ['one used up, one on the shelf', [USED_UP, SHELF], 'AVAILABLE_IN_STOCK'],
] as const)('a product with %s', (_name, supplies, state) => {
  expect(preorderStateOfProduct(supplies)).toBe(state);
});
