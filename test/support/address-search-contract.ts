import { expect, test } from 'vitest';
import { type AddressSearch, SUGGESTIONS_MAX } from '../../src/integrations/addresses/port.ts';

/** The contract that every address search keeps (`src/integrations/addresses/port.ts`), once it knows the test stores' places. */
export function describeAddressSearch(make: () => AddressSearch): void {
  test('has a name', () => {
    expect(make().name).toMatch(/^[a-z]+$/);
  });

  test('completes what has been typed of a street', async () => {
    const [first] = await make().suggest({ text: 'Torstr', country: 'DE' });
    expect(first).toEqual({ line1: 'Torstraße 1', city: 'Berlin', region: '', postalCode: '10119' });
  });

  test('writes the number where the country has it', async () => {
    const [house] = await make().suggest({ text: '350 fifth', country: 'US' });
    expect(house).toEqual({ line1: '350 Fifth Avenue', city: 'New York', region: 'New York', postalCode: '10118' });
  });

  test('finds nothing in another country, and nothing for a street that there is not', async () => {
    expect(await make().suggest({ text: 'Torstr', country: 'US' })).toEqual([]);
    expect(await make().suggest({ text: 'Nirgendwoweg', country: 'DE' })).toEqual([]);
  });

  test.each(['a', '&q=x', '%00', '"', '\u{1F600}', 'x'.repeat(200)])(
    'takes any text (%j), and says few places',
    async (text) => {
      const places = await make().suggest({ text, country: 'DE' });
      expect(places.length).toBeLessThanOrEqual(SUGGESTIONS_MAX);
      for (const place of places) expect(Object.keys(place)).toEqual(['line1', 'city', 'region', 'postalCode']);
    },
  );
}
