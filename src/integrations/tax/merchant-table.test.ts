import { describe, expect, test } from 'vitest';
import { describeTaxService } from '../../../test/support/tax-service-contract.ts';
import { merchantTable } from './merchant-table.ts';

describe('the merchant’s table', () => {
  describeTaxService(() => merchantTable);

  test.each([
    ['0 without an entry', { country: null, region: null }, 0],
    ['the rate of the country', { country: 50_000, region: null }, 50_000],
    ['the rate of the region instead of the country', { country: 50_000, region: 149_750 }, 149_750],
    ['0 if the region has the rate 0', { country: 50_000, region: 0 }, 0],
    ['the rate of a region whose country has none', { country: null, region: 72_500 }, 72_500],
  ])('gives %s', async (_, table, rate) => {
    const destination = { storeId: '', country: 'CA', region: 'QC', postalCode: '', city: '' };
    expect((await merchantTable.ask(destination))(table)).toBe(rate);
  });
});
