import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyFrom } from '../../support/buy.ts';
import { commandLine, launchedCommandLine } from '../../support/command-line.ts';
import { createCore, createOffer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestProduct, type TestProduct } from '../../support/merchant.ts';

let database: TestDatabase;
let folder: string;
let cli: ReturnType<typeof commandLine>;
let product: TestProduct;

const STORE = [
  '--name',
  'Fjord Outdoor',
  '--legal-name',
  'Fjord GmbH',
  '--legal-address',
  'Hafenstr. 1\\n20457 Hamburg',
  '--contact-email',
  'hello@fjord.example',
  '--terms-url',
  'https://fjord.example/terms',
  '--privacy-url',
  'https://fjord.example/privacy',
  '--currency',
  'EUR',
  '--time-zone',
  'Europe/Berlin',
];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder });
  const { data } = await cli.json(
    'stores',
    'create',
    '--slug',
    'fjord',
    '--shipping',
    'DE=4.90',
    '--tax',
    'DE=8.1%',
    ...STORE,
  );
  product = await createTestProduct(database.db, data.id, { prices: [12_900, null], handle: 'aurora-jacket' });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('the command stores', () => {
  test('creates a store, shows it with its keys, lists and changes it', async () => {
    const shown = await cli.json('stores', 'show', '--store', 'fjord');
    expect(shown.data).toMatchObject({
      slug: 'fjord',
      mode: 'test',
      currency: 'EUR',
      legal_address: 'Hafenstr. 1\n20457 Hamburg',
      shipping: [{ country: 'DE', amount: '4.90' }],
      tax: [{ country: 'DE', region: '', percent: 8.1, basis_points: 810 }],
    });
    expect(shown.data.public_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(shown.data.secrets[0].secret).toMatch(/^[\w-]{43}$/);
    const text = await cli.run('stores', 'show');
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toMatch(new RegExp(`Public key +${shown.data.public_key}`));
    expect(text.out).toContain(shown.data.secrets[0].secret);
    const listed = await cli.run('stores', 'list');
    expect(listed.out).toContain('fjord');
    expect(listed.out).not.toContain(shown.data.secrets[0].secret);
    const changed = await cli.json(
      'stores',
      'update',
      '--origins',
      'http://localhost:4001',
      '--shipping',
      'FR=9.90',
      '--tax',
      'none',
    );
    expect(changed.data).toMatchObject({
      origins: ['http://localhost:4001'],
      shipping: [{ country: 'FR', amount: '9.90' }],
      tax: [],
      name: 'Fjord Outdoor',
    });
  });

  test('refuses wrong input with its code, and its exit code tells misuse from refusal', async () => {
    const taken = await cli.json('stores', 'create', '--slug', 'fjord', ...STORE);
    expect(taken).toMatchObject({ code: 1, meta: { result: 'error' }, error: { code: 'slug_taken', param: 'slug' } });
    const origin = await cli.json('stores', 'update', '--origins', 'https://fjord.example/');
    expect(origin).toMatchObject({ code: 2, error: { code: 'invalid_parameter', param: 'origin' } });
    const nowhere = await cli.run('stores', 'show', '--store', 'nowhere');
    expect(nowhere).toMatchObject({ code: 1, out: '' });
    expect(nowhere.err).toMatch(/^There is no store “nowhere”.*\(store_not_found\)\n$/);
  });

  test('reports misuse before it opens anything', async () => {
    const closed = commandLine({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing', DATA_DIR: folder });
    expect(await closed.json('stores', 'create')).toMatchObject({
      code: 2,
      error: { code: 'missing_parameter', param: 'name' },
    });
    expect(await closed.json('stores', 'creat')).toMatchObject({ code: 2, error: { code: 'invalid_parameter' } });
    expect(await closed.json('stores', 'list', '--colour')).toMatchObject({ code: 2, error: { param: 'colour' } });
    expect(await closed.json('stores')).toMatchObject({ code: 2, error: { code: 'missing_parameter' } });
    expect((await closed.run('waitlists', 'open')).err).toContain("missing required argument 'waitlist-id'");
    expect(await closed.run('--help')).toMatchObject({ code: 0, err: '' });
    const unreachable = await closed.run('stores', 'list');
    expect(unreachable).toMatchObject({ code: 1, out: '' });
    expect(unreachable.err).toMatch(/cannot be reached/);
    expect(unreachable.err).not.toMatch(/secret|at .*\.ts/);
  });
});

describe('the command products', () => {
  test('shows the ids that waitlists are created with', async () => {
    const { data } = await cli.json('products', 'list');
    expect(data).toMatchObject([{ id: product.externalId, product_code: 'aurora-jacket' }]);
    const byId = await cli.json('products', 'show', `gid://shopify/Product/${product.externalId}`);
    expect(byId.data.variants.map((variant: { price: string | null }) => variant.price)).toEqual(['129.00', null]);
    expect((await cli.run('products', 'show', 'aurora-jacket')).out).toContain(product.variants[1]?.externalId);
    expect(await cli.json('products', 'show', 'boots')).toMatchObject({
      code: 1,
      error: { code: 'product_not_found' },
    });
  });
});

describe('the commands preorders and alerts', () => {
  test('export to a file that only its owner reads, or to standard output', async () => {
    const file = join(folder, 'export.csv');
    expect(await cli.json('preorders', 'export', '--file', file)).toMatchObject({ code: 0, data: { file } });
    expect((await readFile(file, 'utf8')).startsWith('\ufeff"reference","placed_at"')).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await cli.run('preorders', 'export', '--no-bom')).out).toMatch(/^"reference",.*\r\n$/);
    expect(await cli.json('preorders', 'export')).toMatchObject({ code: 0, data: [] });
    const nowhere = await cli.json('preorders', 'export', '--file', join(folder, 'no', 'export.csv'));
    expect(nowhere).toMatchObject({ code: 2, error: { code: 'invalid_parameter', param: 'file' } });
  });

  test('say when there is nothing to show', async () => {
    expect((await cli.run('preorders', 'list')).out).toBe('No pre-orders.\n');
    expect((await cli.run('alerts', 'list')).out).toBe('Nothing waits for you.\n');
    expect(await cli.json('alerts', 'resolve', 'x')).toMatchObject({ code: 1, error: { code: 'alert_not_found' } });
    const unknown = await cli.json('preorders', 'show', 'PO-0000-0000-0');
    expect(unknown).toMatchObject({ code: 1, error: { code: 'preorder_not_found' } });
    expect(await cli.json('preorders', 'cancel', 'x')).toMatchObject({
      code: 1,
      error: { code: 'preorder_not_found' },
    });
  });
});

test('asks for the store when there are two, and shows each only its own rows', async () => {
  await cli.json('stores', 'create', '--slug', 'other', '--mode', 'live', ...STORE);
  expect(await cli.json('waitlists', 'list')).toMatchObject({
    code: 2,
    error: { code: 'missing_parameter', param: 'store' },
  });
  expect(await cli.json('products', 'list', '--store', 'other')).toMatchObject({ code: 0, data: [] });
  const theirs = await cli.json('products', 'show', 'aurora-jacket', '--store', 'other');
  expect(theirs).toMatchObject({ code: 1, error: { code: 'product_not_found' } });
});

test('lists a pre-order, shows it and cancels it line by line', async () => {
  const core = createCore(database.db);
  const offer = await createOffer(core, { allocation: 10 });
  const [{ slug } = { slug: '' }] = await database.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [
    offer.storeId,
  ]);
  const reference = await buyFrom(core, offer, { quantity: 2, lineItemProperties: { engraving: 'A' } });
  await core.stop();
  // A contact from another source may hold terminal control characters that the checkout would refuse.
  const name = JSON.stringify({ firstName: '\u001b[2JAda', lastName: 'Love\u202elace' });
  await database.db.query('UPDATE preorder_contact SET address = address || $1::jsonb', [name]);
  const inStore = ['--store', slug];
  const listed = await cli.json('preorders', 'list', '--limit', '1', ...inStore);
  expect(listed.data).toMatchObject([
    { reference, state: 'placed', total: '262.90', paid: '262.90', refunded: '0.00' },
  ]);
  const text = (await cli.run('preorders', 'show', reference.toLowerCase(), ...inStore)).out;
  expect(text).toContain(`${reference}: placed`);
  expect(text).toMatch(/Customer +\[2JAda Lovelace </);
  expect(text).toMatch(/AUR-M +1 +10/);
  expect(text).toMatch(/payment by test +1–2 +262\.90 EUR +done/);
  const wrong = await cli.json('preorders', 'cancel', reference, '--lines', '3', ...inStore);
  expect(wrong).toMatchObject({ code: 2, error: { code: 'invalid_parameter', param: 'line' } });
  const one = await cli.json('preorders', 'cancel', reference, '--lines', '2', ...inStore);
  expect(one.data).toMatchObject({ state: 'placed', lines: [{ state: 'placed' }, { state: 'cancelled' }] });
  expect(one.data.changed_lines).toEqual([2]);
  const rest = await cli.run('preorders', 'cancel', reference, ...inStore);
  expect(rest.out).toContain('Cancelled 1 line item.');
  expect(rest.out).toContain(`${reference}: cancelled`);
  const again = await cli.run('preorders', 'cancel', reference, ...inStore);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was left to cancel.') });
});

describe('through the launcher', () => {
  test('gives the same answers, exit codes and streams', async () => {
    const launched = launchedCommandLine({ DATABASE_URL: database.url, DATA_DIR: folder });
    const [shown, misused, refused] = await Promise.all([
      launched.json('stores', 'show', '--store', 'fjord'),
      launched.run('stores', 'show', '--colour'),
      launched.run('waitlists', 'open', 'x', '--store', 'fjord'),
    ]);
    expect(shown).toEqual(await cli.json('stores', 'show', '--store', 'fjord'));
    expect(misused).toEqual({ code: 2, out: '', err: "unknown option '--colour'\n" });
    expect(refused).toMatchObject({ code: 1, out: '' });
  });

  test('starts the database of the data folder when no address is set, and leaves nothing running', async () => {
    const own = await mkdtemp(join(tmpdir(), 'command-line-own-'));
    const unattached = launchedCommandLine({ DATA_DIR: own });
    const created = await unattached.run('stores', 'create', '--slug', 'mine', '--json', ...STORE);
    expect(created.code).toBe(0);
    expect(created.err).toContain('Making the database');
    // Two commands at once take turns.
    const again = await Promise.all([
      unattached.json('stores', 'show'),
      unattached.json('stores', 'show', '--store', 'mine'),
    ]);
    for (const { data } of again) expect(data).toEqual(JSON.parse(created.out).data);
    expect(await readdir(own)).not.toContain('runtime.json');
    await rm(own, { recursive: true });
  });
});
