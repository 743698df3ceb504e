import { expect, test } from 'vitest';
import { importText } from '../../../src/surfaces/cli/imports/views.ts';
import { movingRowJson } from '../../../src/surfaces/merchant-json/moving-in.ts';
import { createOffer } from '../../support/core.ts';
import { bringIn, foreignFile, foreignRow } from '../../support/imports.ts';
import { createTestProduct, createTestStore } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;

test('a row of a pre-order names all that is wrong with its cells, in the API and on the command line', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
  const wrong = {
    placed_at: '03/04/2026',
    email: 'ada',
    postal_code: '1011',
    city: '',
    quantity: '0',
    price: '12.9.0',
    paid: 'all',
    ships_from: 'soon',
    ships_until: '31.02.2026',
  };
  const content = foreignFile(
    foreignRow('R-1', variant, wrong),
    foreignRow('R-2', variant, { email: 'ada' }),
    foreignRow('R-3', variant),
  );
  const brought = await bringIn(core, { storeId, content });
  const [many, one, none] = brought.rows;
  const columns = [
    'quantity',
    'price',
    'paid',
    'placed_at',
    'ships_from',
    'ships_until',
    'email',
    'postal_code',
    'city',
  ];
  expect(many?.refusals.map(({ param }) => param).sort()).toEqual(columns.sort());
  // Code that knows nothing of several still reads the first.
  expect(many).toMatchObject({ fate: 'refused', ...many?.refusals[0] });
  expect([one?.param, one?.refusals, none?.fate]).toEqual(['email', [], 'imported']);

  const [all, single] = brought.rows.map(movingRowJson);
  expect(all?.error?.errors).toHaveLength(columns.length);
  expect(all?.error?.errors?.[0]).toEqual({ ...all?.error, errors: undefined });
  expect(single?.error).not.toHaveProperty('errors');
  const text = importText(brought.import, brought.rows);
  for (const { message } of many?.refusals ?? []) expect(text).toContain(message);
});

test('a row of a waitlist names all that is wrong, and of which of its variants', async () => {
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { handle: 'borealis-parka', prices: [100, 200] });
  const [first, second] = product.variants.map(({ externalId }) => externalId);
  const content = [
    'reference,product,variant,units,price,ships_from,ships_until,launches_at',
    `W-1,borealis-parka,${first},,12.9.0,03/04/2031,,soon`,
    `W-1,borealis-parka,${second},many,,,,`,
    `W-2,borealis-parka,nothing,10,,2031-06-01,2031-06-10,`,
    `W-2,borealis-parka,no-more,10,,2031-06-01,2031-06-10,`,
  ].join('\n');
  const { rows } = await bringIn(core, { storeId, content, kind: 'waitlists' });
  expect(rows[0]?.refusals.map(({ param, why }) => [param, why?.variant ?? null])).toEqual([
    ['ships_from', null],
    ['ships_until', null],
    ['launches_at', null],
    ['units', first],
    ['price', first],
    ['units', second],
  ]);
  expect(rows[1]?.refusals.map(({ why }) => why?.variant)).toEqual(['nothing', 'no-more']);
});
