import { describe, expect, test } from 'vitest';
import { createOffer } from '../../support/core.ts';
import { bringIn, foreignFile, foreignRow } from '../../support/imports.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const { db } = database;

const fates = ({ rows }: Awaited<ReturnType<typeof bringIn>>) =>
  rows.map(({ fate, code, param }) => [fate, code, param]);

describe('an address from elsewhere', () => {
  const header = `${foreignFile().trim()},region,phone`;
  const addressed = (reference: string, variant: string, cells: Record<string, string>) =>
    `${foreignRow(reference, variant, cells)},${cells.region ?? ''},${cells.phone ?? ''}`;

  test('keeps what the form of its country does not have', async () => {
    const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
    const rows = [
      addressed('JP1', variant, { city: 'Chiyoda-ku', region: 'JP-13', postal_code: '101-0047', country: 'JP' }),
      addressed('AE1', variant, { city: '', region: 'Dubai', postal_code: '', country: 'AE', phone: '‪+971 4 123‬' }),
      addressed('DE1', variant, { region: 'Bayern', phone: '030–1234567 ext. 5' }),
    ];
    const brought = await bringIn(core, { storeId, content: [header, ...rows].join('\n') });
    expect(fates(brought)).toEqual(rows.map(() => ['imported', null, null]));
    const kept = await db.query<{ address: object }>(
      'SELECT address FROM preorder_contact WHERE store_id = $1 ORDER BY email',
      [storeId],
    );
    expect(kept.map(({ address }) => address)).toMatchObject([
      { city: '', region: 'DU', phoneNumber: '+971 4 123' },
      { city: 'Berlin', region: 'Bayern', phoneNumber: '030-1234567 ext. 5' },
      { city: 'Chiyoda-ku', region: '13' },
    ]);
  });

  test('needs no region where forms elsewhere have none, and gets the one that its city names', async () => {
    const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
    const rows = [
      addressed('AE2', variant, { city: 'Dubai', postal_code: '', country: 'AE' }),
      addressed('KY2', variant, { city: 'George Town', postal_code: 'KY1-1100', country: 'KY' }),
    ];
    const brought = await bringIn(core, { storeId, content: [header, ...rows].join('\n') });
    expect(fates(brought)).toEqual(rows.map(() => ['imported', null, null]));
    const kept = await db.query<{ region: string }>(
      "SELECT address ->> 'region' AS region FROM preorder_contact WHERE store_id = $1 ORDER BY email",
      [storeId],
    );
    expect(kept.map(({ region }) => region)).toEqual(['DU', '']);
  });

  test.each([
    ['country', { country: 'GB-NIR' }, 'country_unknown', 'write GB'],
    ['country', { country: 'Narnia' }, 'country_unknown', 'such as DE'],
    ['country', { country: 'XK' }, 'country_without_code', 'no rules for its addresses'],
    ['phone', { phone: '030 1234567 or 0170 1234567 after six o’clock / '.repeat(3) }, 'too_long', '100 characters'],
    ['city', { city: 'Ber\u0007lin' }, 'control_characters', 'control characters'],
    ['country', { country: '' }, 'missing', 'The country is missing'],
    ['postal_code', { country: 'GB', postal_code: 'JE2 3AB' }, 'postcode_elsewhere', 'write JE as the country'],
    ['postal_code', { country: 'DE', postal_code: '1011' }, 'postcode_unlike', 'leading zeros'],
    ['region', { country: 'US', postal_code: '94103', region: 'Bavaria' }, 'region_unknown', 'ISO 3166-2'],
    ['city', { city: '' }, 'address_incomplete', 'DE need it'],
  ])('says what to write for a wrong %s: %j', async (...[column, cells, reason, words]) => {
    const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
    const content = [header, addressed('X1', variant, cells)].join('\n');
    const { rows } = await bringIn(core, { storeId, content, dryRun: true });
    expect(rows).toMatchObject([{ fate: 'refused', param: column, why: { reason } }]);
    expect(rows[0]?.message).toContain(words);
  });
});
