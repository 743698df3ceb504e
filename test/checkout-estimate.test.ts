import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimate } from '../src/browser/frames/checkout/quote.ts';
import { quote } from '../src/domain/checkout.ts';
import type { CheckoutCountry, CheckoutOffer, CheckoutVariant } from '../src/protocol/wire/checkout-document.ts';

const terms = fc.record({
  unitPrice: fc.integer({ min: 0, max: 10_000_000 }),
  quantity: fc.integer({ min: 1, max: 50 }),
  shipping: fc.integer({ min: 0, max: 100_000 }),
  taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  pricesIncludeTax: fc.boolean(),
});

test('what the checkout shows before it asks is what the service asks for', () => {
  fc.assert(
    fc.property(terms, ({ unitPrice, quantity, shipping, taxBasisPoints, pricesIncludeTax }) => {
      const variant = { price: unitPrice } as CheckoutVariant;
      const country = { shipping, taxBasisPoints } as CheckoutCountry;
      const shown = estimate({ pricesIncludeTax } as CheckoutOffer, { variant, quantity, country });
      expect(shown).toEqual(quote({ unitPrice, quantity, shipping, taxBasisPoints, pricesIncludeTax }));
    }),
    { numRuns: 2000 },
  );
});
