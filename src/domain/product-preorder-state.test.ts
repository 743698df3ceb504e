import { expect, test } from 'vitest';
import {
  isLeftToShelf,
  preorderStateOfProduct,
  preorderStateOfVariant,
  type VariantSupply,
} from './product-preorder-state.ts';

const NOTHING: VariantSupply = { inStock: 0, gone: false, onWaitlist: false, left: 0 };
const SHELF = { ...NOTHING, inStock: 1 };
const LEFT = { ...NOTHING, onWaitlist: true, left: 1 };
const USED_UP = { ...NOTHING, onWaitlist: true };

test.each([
  ['without stock and waitlist', NOTHING, 'NO_OPEN_WAITLISTS'],
  ['in stock', SHELF, 'AVAILABLE_IN_STOCK'],
  ['in stock and on a waitlist', { ...LEFT, inStock: 1 }, 'AVAILABLE_IN_STOCK'],
  ['gone, although stock was counted', { ...SHELF, gone: true }, 'NO_OPEN_WAITLISTS'],
  ['gone and still on a waitlist', { ...LEFT, inStock: 1, gone: true }, 'ON_PREORDER'],
  ['with units left on a waitlist', LEFT, 'ON_PREORDER'],
  ['with no units left on a waitlist', USED_UP, 'SOLD_OUT'],
] as const)('a variant %s', (_name, supply, state) => {
  expect(preorderStateOfVariant(supply)).toBe(state);
});

test.each([
  ['no variants', [], 'NO_OPEN_WAITLISTS'],
  ['no waitlist', [NOTHING, NOTHING], 'NO_OPEN_WAITLISTS'],
  ['one variant sold out, one never offered', [NOTHING, USED_UP], 'SOLD_OUT'],
  ['one variant sold out, one with units left', [USED_UP, LEFT], 'ON_PREORDER'],
  ['one variant with units left, one in stock', [LEFT, SHELF], 'AVAILABLE_IN_STOCK'],
  ['one variant sold out, one in stock', [USED_UP, SHELF], 'AVAILABLE_IN_STOCK'],
] as const)('a product with %s', (_name, supplies, state) => {
  expect(preorderStateOfProduct(supplies)).toBe(state);
});

test.each([
  ['in stock', { first: true, ...SHELF }, true],
  ['in stock, of a waitlist that sells beside the shelf', { first: false, ...SHELF }, false],
  ['that is used up', { first: true, ...NOTHING }, false],
  ['of which the platform has sold more than it had', { first: true, ...NOTHING, inStock: -2 }, false],
  ['that left the catalogue', { first: true, ...SHELF, gone: true }, false],
] as const)('a variant %s: left to the shelf or not', (_name, { first, ...supply }, left) => {
  expect(isLeftToShelf(first, supply)).toBe(left);
});
