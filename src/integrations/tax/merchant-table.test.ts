import { describe, expect, test } from 'vitest';
import { describeTaxService } from '../../../test/support/tax-service-contract.ts';
import { merchantTable } from './merchant-table.ts';

describe('the merchant’s table', () => {
  describeTaxService(() => merchantTable);

  test.each([
    ['untaxed without an entry', { country: null, region: null }, 0],
    ['that of the country', { country: 50_000, region: null }, 50_000],
    ['that of the region instead', { country: 50_000, region: 149_750 }, 149_750],
    ['nothing where the region says so', { country: 50_000, region: 0 }, 0],
    ['of a region alone', { country: null, region: 72_500 }, 72_500],
  ])('%s', async (_, table, rate) => {
    const destination = { storeId: '', country: 'CA', region: 'QC', postalCode: '', city: '' };
    expect((await merchantTable.ask(destination))(table)).toBe(rate);
  });
});
