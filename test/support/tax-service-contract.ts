import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TAX_RATE_MAX } from '../../src/domain/tax.ts';
import type { TaxService } from '../../src/integrations/tax/port.ts';

/** The contract that every tax service keeps (`src/integrations/tax/port.ts`). */
export function describeTaxService(make: () => TaxService): void {
  const destination = { storeId: 'store', country: 'CA', region: 'QC', postalCode: 'H2X 1Y4', city: 'Montréal' };
  const rate = fc.option(fc.integer({ min: 0, max: TAX_RATE_MAX }));

  test('has a name', () => {
    expect(make().name).toMatch(/^[a-z_]+$/);
  });

  test('returns a whole rate for any table of the merchant, and always the same one', async () => {
    const answer = await make().ask(destination);
    fc.assert(
      fc.property(rate, rate, (country, region) => {
        const said = answer({ country, region });
        expect(Number.isSafeInteger(said)).toBe(true);
        expect(said).toBeGreaterThanOrEqual(0);
        expect(said).toBeLessThanOrEqual(TAX_RATE_MAX);
        expect(answer({ country, region })).toBe(said);
      }),
    );
  });
}
