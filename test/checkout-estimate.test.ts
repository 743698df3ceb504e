import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimate } from '../src/browser/frames/checkout/quote.ts';
import { quote } from '../src/domain/checkout.ts';
import { PAY_NOW } from '../src/domain/payment-plan.ts';
import { tableRate } from '../src/domain/tax.ts';
import type { CheckoutCountry, CheckoutOffer, CheckoutVariant } from '../src/protocol/wire/checkout-document.ts';

const rate = fc.integer({ min: 0, max: 1_000_000 });
const terms = fc.record({
  unitPrice: fc.integer({ min: 0, max: 100_000_000_000 }),
  quantity: fc.integer({ min: 1, max: 50 }),
  shipping: fc.integer({ min: 0, max: 100_000 }),
  pricesIncludeTax: fc.boolean(),
  country: rate,
  region: fc.option(rate),
});

test('the checkout’s estimate equals the service’s quote', () => {
  fc.assert(
    fc.property(terms, ({ unitPrice, quantity, shipping, pricesIncludeTax, ...rates }) => {
      const variant = { price: unitPrice } as CheckoutVariant;
      const regionTax: Pick<CheckoutCountry, 'regionTax'> =
        rates.region === null ? {} : { regionTax: { QC: rates.region, ON: 130_000 } };
      const country = { shipping, taxMillionths: rates.country, ...regionTax } as CheckoutCountry;
      const shown = estimate({ pricesIncludeTax } as CheckoutOffer, { variant, quantity, country, region: 'QC' });
      const taxMillionths = tableRate(rates);
      const asked = { unitPrice, quantity, discount: 0, shipping, taxMillionths, pricesIncludeTax, plan: PAY_NOW };
      expect({ ...shown, dueNow: shown.total }).toEqual(quote(asked));
    }),
    { numRuns: 2000 },
  );
});
