import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBatch } from '../../src/core/waitlists/commands/batch.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createTestProduct } from '../support/merchant.ts';

let api: Api;
let core: Core;
let offer: Offer;
let secret: string;
let client: Awaited<ReturnType<typeof tokenClient>>;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 20 });
  await createTestProduct(api.db, offer.storeId, { handle: 'borealis-parka' });
  client = await tokenClient(api, offer.storeId);
  secret = client.secret;
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const waitlist = () => readWaitlist(api.db, offer.storeId, offer.waitlistId);
const exported = async () => (await client.get('/waitlists.csv?bom=false')).text;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function send(csv: string, { dryRun = false, key = randomUUID() as string, by = secret } = {}): Promise<any> {
  const { json } = await api.ask(`/admin/api/v1/waitlists/imports?dry_run=${dryRun}`, {
    method: 'POST',
    body: csv,
    headers: { authorization: `Bearer ${by}`, 'content-type': 'text/csv', 'idempotency-key': key },
  });
  return json;
}

test('what was exported changes nothing when it comes back, also with formulas in it', async () => {
  const key = { storeId: offer.storeId, waitlistId: offer.waitlistId };
  await updateWaitlist(core, key, { description: '=HYPERLINK("https://x")' });
  const csv = await exported();
  expect(csv).toContain(`"'=HYPERLINK(""https://x"")"`);
  const before = await waitlist();
  const { data } = await send(csv);
  expect(data).toMatchObject({ created: 0, changed: 0, refused: 0, dry_run: false });
  expect(data.unchanged).toBe(data.rows.length);
  expect(data.unchanged).toBeGreaterThan(0);
  expect(await waitlist()).toEqual(before);
});

test('all that is wrong with the rows of a waitlist is told at once, each with its column and line', async () => {
  const csv = [
    'waitlist_id,product,variant,units,price,ships_from,ships_until,payment_plan,limit_per_customer,show_position',
    ',borealis-parka,,many,1.000,2031-13-01,soon,never,a few,perhaps',
    ',nothing,,12,,2031-06-01,2031-06-10,,,',
  ].join('\n');
  const { rows, refused } = (await send(csv, { dryRun: true })).data;
  expect(refused).toBe(2);
  const { errors, ...first } = rows[0].error;
  expect(first).toEqual(errors[0]);
  type FileError = { param: string; data: { line?: number } | null };
  expect(errors.map(({ param, data }: FileError) => [param, data?.line ?? null])).toEqual([
    ['ships_from', null],
    ['ships_until', null],
    ['limit_per_customer', null],
    ['show_position', null],
    ['payment_plan', null],
    ['units', 2],
    ['price', 2],
  ]);
  expect(rows[1].error.errors).toBeUndefined();
});

test('rows change waitlists and make drafts, each with its fate; a dry run keeps nothing', async () => {
  const [variant] = (await waitlist()).variants;
  const csv = [
    'waitlist_id,product,variant,units,price,ships_from,ships_until,payment_plan,deposit,limit_per_customer,text',
    `${offer.waitlistId},,${variant?.externalId},25,99.50,,,deposit,20%,3,`,
    ',borealis-parka,,12,,2031-06-01,2031-06-10,,,,Warm.',
    ',nothing,,12,,2031-06-01,2031-06-10,,,,',
    `${randomUUID()},,,5,,,,,,,`,
  ].join('\n');
  const before = await waitlist();
  const count = async () => (await client.get('/waitlists')).json.data.length;
  const had = await count();
  const tried = (await send(csv, { dryRun: true })).data;
  expect(tried.rows.map(({ line, result }: { line: number; result: string }) => [line, result])).toEqual([
    [2, 'changed'],
    [3, 'created'],
    [4, 'refused'],
    [5, 'refused'],
  ]);
  expect(tried.rows[1].waitlist_id).toBeNull();
  expect(tried.rows[2].error).toMatchObject({ code: 'product_not_found', param: 'product' });
  expect(tried.rows[3].error.code).toBe('waitlist_not_found');
  expect([await waitlist(), await count()]).toEqual([before, had]);

  const key = randomUUID();
  const done = (await send(csv, { key })).data;
  expect(done).toMatchObject({ created: 1, changed: 1, refused: 2 });
  const after = await waitlist();
  expect(after.variants[0]).toMatchObject({ allocated: 25, price: 9950 });
  expect(after).toMatchObject({
    limitPerCustomer: 3,
    plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2000 } },
  });
  const made = await readWaitlist(api.db, offer.storeId, done.rows[1].waitlist_id);
  expect(made).toMatchObject({ state: 'DRAFT', description: 'Warm.' });
  expect((await send(csv, { key })).data, 'the same request again').toEqual(done);
  expect(await count()).toBe(had + 1);
  const [entry] = (await client.get('/activity')).json.data;
  expect(entry).toMatchObject({ action: 'waitlist.import', after: { created: 1, refused: 2 } });
});

test('a row says which prices that shoppers see it changes so much that it may be a slip', async () => {
  const [variant] = (await waitlist()).variants;
  const decimal = (minor = 0) => (minor / 100).toFixed(2);
  const { waitlistId } = offer;
  const csv = (price: string) =>
    [
      'waitlist_id,product,variant,units,price,ships_from,ships_until',
      `${waitlistId},,,,${price},,`,
      `${waitlistId},,${variant?.externalId},21,,,`,
      ',borealis-parka,,12,1.00,2031-06-01,2031-06-10',
    ].join('\n');
  const steepOf = async (price: string) =>
    (await send(csv(price), { dryRun: true })).data.rows.map((row: { steep_prices?: unknown }) => row.steep_prices);
  const before = decimal(variant?.price);
  const slip = [{ variant: variant?.title || variant?.sku, currency: 'EUR', before, after: '1.00' }];
  expect(await steepOf('1.00')).toEqual([slip, undefined, undefined]);
  expect(await steepOf(decimal((variant?.price ?? 0) - 1))).toEqual([undefined, undefined, undefined]);
});

test('a waitlist is changed as a whole or not at all', async () => {
  const before = await waitlist();
  const rows = [
    'waitlist_id,variant,units,limit_per_customer',
    `${offer.waitlistId},,30,7`,
    `${offer.waitlistId},no-such-sku,1,`,
  ];
  const { rows: fates } = (await send(rows.join('\n'))).data;
  expect(fates.map(({ result }: { result: string }) => result)).toEqual(['refused', 'refused']);
  expect(fates[0].error.code).toBe('unknown_variant');
  expect(await waitlist()).toEqual(before);
});

test('a waitlist with several deliveries keeps its file, and refuses units for all of them', async () => {
  const [variant] = (await waitlist()).variants;
  await addBatch(
    core,
    { storeId: offer.storeId, waitlistId: offer.waitlistId },
    {
      shipWindow: { from: '2031-09-01', until: '2031-09-10' },
      variants: [{ variantId: variant?.variantId ?? '', allocation: 5 }],
    },
  );
  expect((await send(await exported())).data).toMatchObject({ changed: 0, refused: 0 });
  const csv = `waitlist_id,variant,units\n${offer.waitlistId},${variant?.externalId},99`;
  expect((await send(csv)).data.rows[0].error.code).toBe('missing_parameter');
});

test.each([
  ['an unknown column', 'product,colour\nx,y', 'csv_invalid'],
  ['nothing below the header', 'product,units\n', 'csv_invalid'],
  ['nothing that names a waitlist', 'units\n3', 'csv_invalid'],
  ['no text', '\x89PNG\r\n', 'csv_invalid'],
])('a file with %s is refused', async (_name, csv, code) => {
  expect((await send(csv)).error.code).toBe(code);
});

test('cells that are nothing are refused in their row with their column', async () => {
  const wrong = async (column: string, cell: string) => {
    const { rows } = (await send(`waitlist_id,${column}\n${offer.waitlistId},"${cell}"`)).data;
    return [rows[0].error?.code, rows[0].error?.param];
  };
  expect(await wrong('units', '1.5')).toEqual(['invalid_parameter', 'units']);
  expect(await wrong('price', 'cheap')).toEqual(['invalid_parameter', 'price']);
  expect(await wrong('payment_plan', 'later')).toEqual(['invalid_parameter', 'payment_plan']);
  expect(await wrong('show_position', 'maybe')).toEqual(['invalid_parameter', 'show_position']);
  expect(await wrong('withdrawal_exclusion', 'mood')).toEqual(['invalid_parameter', 'withdrawal_exclusion']);
  expect(await wrong('launches_at', 'soon')).toEqual(['invalid_parameter', 'launches_at']);
  expect(await wrong('ships_from', '2031-01-01')).toEqual(['missing_parameter', 'ships_until']);
});

test('an exclusion is set, stays where the cell is empty, stands in the export, and is taken back', async () => {
  const own = await createOffer(core, { allocation: 20 });
  const client = await tokenClient(api, own.storeId);
  const cell = async (text: string) => {
    await send(`waitlist_id,withdrawal_exclusion\n${own.waitlistId},${text}\n`, { by: client.secret });
    return (await readWaitlist(api.db, own.storeId, own.waitlistId)).withdrawalExclusion;
  };
  expect(await cell('Perishable')).toBe('perishable');
  expect(await cell('')).toBe('perishable');
  expect((await client.get('/waitlists.csv')).text).toContain(',"perishable",');
  expect(await cell('none')).toBe(null);
});

test('countries and dates are read as other tools write them, and one with two readings is refused', async () => {
  // The shared one has had deliveries and dates that earlier tests moved.
  const own = await createOffer(core, { allocation: 20 });
  const { secret: by } = await tokenClient(api, own.storeId);
  const csv = [
    'waitlist_id,ships_from,ships_until,countries,launches_at',
    `${own.waitlistId},1 Dec 2031,31/12/2031,Germany,`,
    `${own.waitlistId},,,,03/04/2031`,
  ].join('\n');
  const refused = await send(csv, { dryRun: true, by });
  expect(refused.data.rows[0].error).toMatchObject({
    param: 'launches_at',
    message: '“03/04/2031” may be two days: write 2031-04-03 or 2031-03-04.',
  });
  const { data } = await send(csv.split('\n').slice(0, 2).join('\n'), { by });
  expect(data).toMatchObject({ changed: 1, refused: 0 });
  const { promise, countries } = await readWaitlist(api.db, own.storeId, own.waitlistId);
  expect([promise.from, promise.until, countries]).toEqual(['2031-12-01', '2031-12-31', ['DE']]);
});
