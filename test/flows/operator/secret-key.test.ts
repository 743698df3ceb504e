import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLink, linkToken, readLink } from '../../../src/core/links/commands.ts';
import { createCancelLink } from '../../../src/core/preorders/commands/cancel-link.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { createSecretBox } from '../../../src/platform/crypto.ts';
import { ownDataDir } from '../../../src/platform/data-dir.ts';
import { replaceSecret } from '../../../src/platform/secret-file.ts';
import { beginGuestSession, sealSession } from '../../../src/surfaces/frames/status/session.ts';
import { placeFrom } from '../../support/buy.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { commandLine } from '../../support/command-line.ts';
import { createCore, createOffer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { createStoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

const OLD = 'the old key of these tests, long enough';
const NEW = 'the new key of these tests, long enough';

let folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  folders = [];
});

/** Creates a database with one store and two shared secrets, sealed with the key of the environment. */
async function createInstallation(env: Record<string, string>) {
  const database = await createTestDatabase();
  const cliWith = (other: Record<string, string> = {}) => commandLine({ ...env, DATABASE_URL: database.url, ...other });
  await create(cliWith());
  return { database, cliWith };
}

async function create(cli: ReturnType<typeof commandLine>): Promise<void> {
  const { code } = await cli.json(
    'stores',
    'create',
    '--slug',
    'fjord',
    '--name',
    'Fjord',
    '--legal-name',
    'Fjord GmbH',
    '--legal-address',
    'X',
    '--contact-email',
    'hello@fjord.example',
    '--terms-url',
    'https://fjord.example/t',
    '--privacy-url',
    'https://fjord.example/p',
    '--currency',
    'EUR',
    '--time-zone',
    'Europe/Berlin',
  );
  expect(code).toBe(0);
  await cli.json('stores', 'rotate-secret');
}

async function addWebhookSecret({ db }: TestDatabase, sealed: Buffer): Promise<void> {
  const [store] = await db.query<{ id: string }>('SELECT id FROM store');
  const endpoint = randomUUID();
  await db.query('INSERT INTO webhook_endpoint (store_id, id, url) VALUES ($1, $2, $3)', [
    store?.id,
    endpoint,
    'https://hooks.example',
  ]);
  await db.query('INSERT INTO webhook_secret (store_id, endpoint_id, id, sealed) VALUES ($1, $2, $3, $4)', [
    store?.id,
    endpoint,
    randomUUID(),
    sealed,
  ]);
}

const secretsOf = async (cli: ReturnType<typeof commandLine>) => {
  const { data } = await cli.json('stores', 'show');
  return data?.secrets.map(({ secret }: { secret: string }) => secret);
};

describe('a key in the environment', () => {
  test('is rotated: both keys open secrets until all are sealed with the new one', async () => {
    const { database, cliWith } = await createInstallation({ SECRET_KEY: OLD });
    const hook = createSecretBox(OLD);
    await addWebhookSecret(database, hook.seal('whsec_1'));
    await database.db.query(
      `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed)
       SELECT id, 'stripe', id, 'pk_test_1', $1 FROM store`,
      [hook.seal('{"secretKey":"sk_test_1","webhookSecret":"whsec_2"}')],
    );
    await database.db.query(
      `WITH member AS (INSERT INTO staff_member (id, email, email_key, name, language, password_hash)
         VALUES (gen_random_uuid(), 'ada@merchant.example', 'ada@merchant.example', 'Ada', 'en', '') RETURNING id)
       INSERT INTO staff_totp (member_id, sealed) SELECT id, $1 FROM member`,
      [hook.seal('JBSWY3DPEHPK3PXP')],
    );
    await database.db.query(
      `INSERT INTO connection (store_id, kind, settings, sealed, account_id, account_name)
       SELECT id, 'http', '{}', $1, 'shop-1', 'Shop' FROM store`,
      [hook.seal('{"secret":"s3cret"}')],
    );
    await database.db.query(
      `INSERT INTO app_install (platform, account, store_id, sealed, access_until, code_until)
       SELECT 'shopify', 'north.myshopify.com', id, $1, now(), now() FROM store`,
      [hook.seal('{"access":"shpat_1","refresh":"shprt_1"}')],
    );
    const before = await secretsOf(cliWith());
    const rotating = cliWith({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
    expect(await secretsOf(rotating)).toEqual(before);
    const tables = (present: number, previous: number, unreadable: number) => [
      { table: 'app_install', present, previous, unreadable },
      { table: 'connection', present, previous, unreadable },
      { table: 'payment_account', present, previous, unreadable },
      { table: 'staff_totp', present, previous, unreadable },
      { table: 'store_secret', present: 2 * present, previous: 2 * previous, unreadable: 2 * unreadable },
      { table: 'webhook_secret', present, previous, unreadable },
    ];
    expect(await rotating.json('secrets', 'status')).toMatchObject({ code: 0, data: { tables: tables(0, 1, 0) } });
    const early = await rotating.json('secrets', 'retire');
    expect(early).toMatchObject({ code: 1, error: { code: 'secret_rotating', data: { left: 7 } } });

    const rotated = await rotating.json('secrets', 'rotate');
    expect(rotated).toMatchObject({ code: 0, data: { resealed: 7, tables: tables(1, 0, 0) } });
    expect((await rotating.json('secrets', 'rotate')).data.resealed).toBe(0);
    expect((await rotating.run('secrets', 'retire')).out).toContain('without SECRET_KEY_PREVIOUS');
    expect(await secretsOf(cliWith({ SECRET_KEY: NEW }))).toEqual(before);
    const [row] = await database.db.query<{ sealed: Buffer }>('SELECT sealed FROM webhook_secret');
    expect(createSecretBox(NEW).open(row?.sealed ?? Buffer.alloc(0))).toBe('whsec_1');
    expect(await cliWith({ SECRET_KEY: OLD }).json('secrets', 'status')).toMatchObject({
      data: { tables: tables(0, 0, 1) },
    });
    await database.drop();
  });

  test('that is missing is reported, and nothing is changed', async () => {
    const { database, cliWith } = await createInstallation({ SECRET_KEY: OLD });
    const lost = await cliWith({ SECRET_KEY: NEW }).run('secrets', 'rotate');
    expect(lost).toMatchObject({ code: 1, err: '' });
    expect(lost.out).toContain('Set it as SECRET_KEY_PREVIOUS');
    expect(lost.out).not.toContain(OLD);
    const other = await cliWith({ SECRET_KEY: NEW }).json('stores', 'rotate-secret');
    expect(other).toMatchObject({
      code: 1,
      error: { code: 'unavailable', message: expect.stringMatching(/another SECRET_KEY/) },
    });
    expect((await secretsOf(cliWith()))?.length).toBe(2);
    const found = cliWith({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
    expect((await found.json('secrets', 'rotate')).data.resealed).toBe(2);
    await database.drop();
  });
});

describe('a key in the data folder', () => {
  const fileOf = (folder: string, name: string) => readFile(join(folder, name), 'utf8');

  test('is replaced in one step that seals everything again, and the previous key counts until it is retired', async () => {
    const folder = await newFolder();
    const { database, cliWith } = await createInstallation({ DATA_DIR: folder });
    const cli = cliWith();
    const [before, key] = [await secretsOf(cli), await fileOf(folder, 'secret-key')];
    expect((await cli.json('secrets', 'rotate')).data).toMatchObject({ resealed: 2 });
    expect(await fileOf(folder, 'secret-key')).not.toBe(key);
    expect(await fileOf(folder, 'secret-key.previous')).toBe(key);
    expect((await stat(join(folder, 'secret-key.previous'))).mode & 0o777).toBe(0o600);
    expect(await secretsOf(cli)).toEqual(before);
    expect(await cli.run('secrets', 'retire')).toMatchObject({ code: 0 });
    await expect(stat(join(folder, 'secret-key.previous'))).rejects.toThrow('ENOENT');
    expect(await secretsOf(cli)).toEqual(before);
    await database.drop();
  });

  test('stays valid as the previous key while mailed links depend on it', async () => {
    const folder = await newFolder();
    const { database, cliWith } = await createInstallation({ DATA_DIR: folder });
    const [cli, key] = [cliWith(), (await fileOf(folder, 'secret-key')).trim()];
    const core = { ...createCore(database.db), secrets: createSecretBox(key) };
    const offer = await createOffer(core, { allocation: 1 });
    const { storeId } = offer;
    const { id: preorderId } = await readPreorder(core.db, storeId, await placeFrom(core, offer));
    const week = { storeId, preorderId, purpose: 'pay', minutes: 7 * 24 * 60 } as const;
    await createLink(core.db, week);
    const until = expect.stringMatching(/^20\d\d-/);
    expect((await cli.json('secrets', 'rotate')).data).toMatchObject({ links_until: until });
    const early = await cli.json('secrets', 'retire');
    expect(early).toMatchObject({
      code: 1,
      error: { code: 'secret_rotating', data: { links: 1, links_until: until } },
    });
    expect(await fileOf(folder, 'secret-key.previous')).toBe(`${key}\n`);
    expect(await cli.run('secrets', 'retire', '--at-once')).toMatchObject({ code: 0 });
    expect((await cli.run('secrets', 'rotate')).out).toContain('Mailed links');

    // Only links older than the rotation depend on the previous key.
    await core.db.query("UPDATE link SET created_at = created_at + interval '1 hour'");
    expect(await cli.run('secrets', 'retire')).toMatchObject({ code: 0 });
    await core.stop();
    await database.drop();
  });

  test('survives a crash during its replacement, and the next rotation finishes it', async () => {
    const folder = await newFolder();
    const { database, cliWith } = await createInstallation({ DATA_DIR: folder });
    const cli = cliWith();
    const before = await secretsOf(cli);
    await replaceSecret(folder, 'secret-key');
    expect(await secretsOf(cli)).toEqual(before);
    expect(await cli.json('secrets', 'retire')).toMatchObject({ code: 1, error: { code: 'secret_rotating' } });
    expect((await cli.json('secrets', 'rotate')).data).toMatchObject({ resealed: 2 });
    expect((await fileOf(folder, 'secret-key.previous')).trim().split('\n')).toHaveLength(2);
    expect(await secretsOf(cli)).toEqual(before);
    await database.drop();
  });

  test('is not replaced while a service runs with it', async () => {
    const folder = await newFolder();
    const { database, cliWith } = await createInstallation({ DATA_DIR: folder });
    const key = await fileOf(folder, 'secret-key');
    const owner = await ownDataDir(folder, 'server', () => {});
    await owner.publish('running', { databaseUrl: database.url });
    const refused = await cliWith().json('secrets', 'rotate');
    expect(refused).toMatchObject({
      code: 1,
      error: { code: 'unavailable', message: expect.stringMatching(/Stop it/) },
    });
    expect(await fileOf(folder, 'secret-key')).toBe(key);
    await owner.release();
    await database.drop();
  });
});

describe('rotation during operation', () => {
  let system: System;
  const old = createSecretBox(TEST_SECRET_KEY);
  beforeAll(async () => {
    system = await startSystem({ secretKey: NEW, secretKeyPrevious: TEST_SECRET_KEY });
  });
  afterAll(() => system.stop());

  test('keeps a checkout, a status page session and a mailed link valid', async () => {
    const testStore = await createStoreWithWaitlist(system);
    const client = createCheckoutClient(system);
    const checkout = await client.hold(shippingStep(testStore));
    const before = { ...checkout, secret: old.derive('checkout', checkout.id) };
    expect(before.secret).not.toBe(checkout.secret);
    expect(await client.read(before)).toMatchObject({ status: 200, data: { state: 'held' } });
    const paid = await client.pay(before, 'succeeds');
    const reference = paid.data.checkout.preorder?.reference ?? '';
    expect(await client.read({ ...before, secret: `${before.secret.slice(1)}A` })).toMatchObject({ status: 401 });

    const preorder = await readPreorder(system.db, testStore.storeId, reference);
    const { id, lines } = preorder;
    const oldDeps = { ...system.deps, secrets: old };
    const store = await readStore(system.db, testStore.storeId);
    const sealed = await sealSession(
      oldDeps,
      await beginGuestSession(oldDeps, { store, locale: 'en' }, { preorder, confirmed: false }),
    );
    const page = await fetch(`${system.baseUrl}/frames/1/api/status/preorders`, {
      headers: { authorization: `Bearer ${sealed.session}` },
    });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(reference)]);

    await createCancelLink(system.deps, { storeId: testStore.storeId, preorderId: id, lineIds: [lines[0]?.id ?? ''] });
    const [link] = await system.db.query<{ id: string }>(
      "SELECT id FROM link WHERE preorder_id = $1 AND purpose = 'cancel'",
      [id],
    );
    const token = linkToken(oldDeps, link?.id ?? '', 'cancel');
    expect(await readLink(system.deps, 'cancel', token)).toMatchObject({ preorderId: id });
    expect(await readLink({ ...system.deps, secrets: createSecretBox(NEW) }, 'cancel', token)).toBeNull();
    expect(await readLink(system.deps, 'cancel', `${token}.more`)).toBeNull();
  });
});

test('every secret is sealed, in a column that rotation finds', async () => {
  const { db, drop } = await createTestDatabase();
  const columns = await db.query<{ name: string }>(
    `SELECT DISTINCT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY 1`,
  );
  // The hash of a token, cookie, body or mail cannot be turned back into it; bytes are a store's logo and font; a passkey's secret
  // half never leaves its device.
  const noSecrets = ['body_digest', 'body_hash', 'bytes', 'code_hash', 'hash', 'public_key'];
  expect(columns.map(({ name }) => name).filter((name) => !noSecrets.includes(name))).toEqual(['sealed']);
  await createTestStore(db);
  const [row] = await db.query<{ sealed: Buffer }>('SELECT sealed FROM store_secret');
  const secret = createSecretBox(TEST_SECRET_KEY).open(row?.sealed ?? Buffer.alloc(0));
  expect(row?.sealed.includes(secret)).toBe(false);
  await drop();
});
