import { expect, test } from 'vitest';
import { createOffer } from '../../support/core.ts';
import { bringIn, foreignFile, foreignRow } from '../../support/imports.ts';
import { createTestProduct, createTestStore } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;

const quoted = (text: string) => `"${text}"`;

test('countries and dates come in as other tools write them', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 20 });
  await db.query(`UPDATE store SET locale = 'de', time_zone = 'Europe/Berlin' WHERE id = $1`, [storeId]);
  const countries = ['Germany', 'Deutschland', 'DEU', 'Allemagne', 'de', 'DE', 'DE', 'DE', 'DE', 'DE'];
  const dates = [
    '2026/01/05 11:00',
    '5 Jan 2026 11:00',
    'Jan 5, 2026, 11:00:00 AM',
    '05-Jan-2026 11:00',
    '5. Januar 2026 11:00',
    '05.01.2026 11:00',
    'Mon, 05 Jan 2026 10:00:00 GMT',
    '20260105 11:00',
    '1/15/2026',
    '15/01/2026',
  ];
  const rows = dates.map((date, index) =>
    foreignRow(`N-${index}`, variant, { placed_at: quoted(date), country: countries[index] ?? '' }),
  );
  const brought = await bringIn(core, { storeId, content: foreignFile(...rows) });
  expect(brought.rows.map(({ fate, message }) => [fate, message])).toEqual(rows.map(() => ['imported', null]));
  const kept = await db.query<{ at: Date; country: string }>(
    `SELECT p.placed_at AS at, k.address ->> 'country' AS country FROM preorder p
     JOIN preorder_contact k ON k.store_id = p.store_id AND k.preorder_id = p.id
     WHERE p.store_id = $1 ORDER BY p.placed_at`,
    [storeId],
  );
  const fifth = { at: new Date('2026-01-05T10:00Z'), country: 'DE' };
  const fifteenth = { at: new Date('2026-01-14T23:00Z'), country: 'DE' };
  expect(kept).toEqual([...Array.from({ length: 8 }, () => fifth), fifteenth, fifteenth]);
});

test('a date with two readings is refused with both', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 20 });
  const content = foreignFile(foreignRow('A-1', variant, { placed_at: '03/04/2026' }));
  const { rows } = await bringIn(core, { storeId, content });
  expect(rows).toMatchObject([{ fate: 'refused', param: 'placed_at', why: { reason: 'date_ambiguous' } }]);
  expect(rows[0]?.message).toBe('“03/04/2026” may be two days: write 2026-04-03 or 2026-03-04.');
});

test('waitlists come in with dates as other tools write them', async () => {
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { handle: 'borealis-parka' });
  const variant = product.variants[0]?.externalId ?? '';
  const content = [
    'reference,product,variant,units,ships_from,ships_until,launches_at',
    `W-1,borealis-parka,${variant},10,1 Dec 2031,"December 15, 2031",01.11.2031 09:00`,
  ].join('\n');
  const { rows } = await bringIn(core, { storeId, content, kind: 'waitlists' });
  expect(rows).toMatchObject([{ fate: 'imported', message: null }]);
  const [made] = await db.query(
    `SELECT s.ships_from::text AS from, s.ships_until::text AS until FROM promise s WHERE s.store_id = $1`,
    [storeId],
  );
  expect(made).toEqual({ from: '2031-12-01', until: '2031-12-15' });
});

test('a file comes in as a spreadsheet saves it where decimals have a comma', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 20 });
  const row = foreignRow('S-1', variant, { placed_at: '05.01.2026 10:00', price: '129;00' });
  const content = `\ufeff${foreignFile(row).replaceAll(',', ';').replace('129;00', '129,00').replaceAll('\n', '\r\n')}`;
  const { rows } = await bringIn(core, { storeId, content });
  expect(rows.map(({ fate, message }) => [fate, message])).toEqual([['imported', null]]);
});
