import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert, resolveAlert } from '../../../src/core/alerts/commands.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { retireSharedSecret, rotateSharedSecret, updateStore } from '../../../src/core/stores/commands.ts';
import {
  findStoreByKey,
  findStoreBySlug,
  listStores,
  readSharedSecrets,
  readStore,
} from '../../../src/core/stores/queries.ts';
import type { Database } from '../../../src/platform/db.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, testSecrets } from '../../support/merchant.ts';
import { refused } from '../../support/refusal.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());

test('finds a store by its id, slug and public key, and by nothing else', async () => {
  const id = await createTestStore(db, { slug: 'fjord' });
  const store = await readStore(db, id);
  expect(store).toMatchObject({
    slug: 'fjord',
    mode: 'test',
    currency: 'EUR',
    holdMinutes: 10,
    liveHoldsPerEmailMax: 3,
    shipping: [
      { country: 'DE', amount: 490 },
      { country: 'FR', amount: 990 },
    ],
    tax: [{ country: 'DE', region: '', millionths: 190_000 }],
    origins: ['https://fjord.example'],
  });
  expect(await findStoreBySlug(db, 'fjord')).toEqual(store);
  expect(await findStoreByKey(db, store.publicKey.toUpperCase())).toEqual(store);
  expect(await findStoreByKey(db, id)).toBeNull();
  for (const nothing of ['', 'x', '\0', '%']) {
    expect(await findStoreByKey(db, nothing)).toBeNull();
    await expect(readStore(db, nothing)).rejects.toThrow(refused('store_not_found'));
  }
});

test('refuses a contact address that no mail can reach, on creation and update', async () => {
  const refusal = refused('invalid_parameter', { param: 'contact_email' });
  await expect(createTestStore(db, { slug: 'silent', contactEmail: 'nobody' })).rejects.toThrow(refusal);
  expect(await findStoreBySlug(db, 'silent')).toBeNull();
  const id = await createTestStore(db);
  await expect(updateStore({ db }, id, { contactEmail: 'a@b.co, c@d.ef' })).rejects.toThrow(refusal);
  await updateStore({ db }, id, { contactEmail: ' ada@shop.example ' });
  expect((await readStore(db, id)).contactEmail).toBe('ada@shop.example');
});

test('takes an id and a public key from the caller', async () => {
  const id = '00000000-0000-4000-8000-00000000000a';
  const publicKey = 'd3a0c0de-0000-4000-8000-000000000001';
  expect(await createTestStore(db, { id, publicKey })).toBe(id);
  expect((await findStoreByKey(db, publicKey))?.id).toBe(id);
});

test('creates a random shared secret, sealed at rest, that only the right key opens', async () => {
  const [one, other] = [await createTestStore(db), await createTestStore(db)];
  const [secret = ''] = await secretsOf(one);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await secretsOf(other)).not.toContain(secret);
  const [row] = await db.query<{ sealed: Buffer }>('SELECT sealed FROM store_secret WHERE store_id = $1', [one]);
  expect(row?.sealed.includes(Buffer.from(secret))).toBe(false);
  const thief = { ...testSecrets, open: () => 'nothing' };
  expect(await readSharedSecrets({ db, secrets: thief }, one)).toMatchObject([{ text: 'nothing' }]);
});

test('counts both shared secrets during a rotation, and then the new one alone', async () => {
  const deps = { db, secrets: testSecrets };
  const [store, other] = [await createTestStore(db), await createTestStore(db)];
  const others = await secretsOf(other);
  const [old] = await secretsOf(store);
  await expect(retireSharedSecret(deps, store)).rejects.toThrow(refused('secret_not_rotating'));
  await rotateSharedSecret(deps, store);
  const [fresh, kept, ...more] = await secretsOf(store);
  expect([kept, more]).toEqual([old, []]);
  expect(fresh).not.toBe(old);
  await expect(rotateSharedSecret(deps, store)).rejects.toThrow(refused('secret_rotating'));
  await retireSharedSecret(deps, store);
  expect(await secretsOf(store)).toEqual([fresh]);
  expect(await secretsOf(other)).toEqual(others);
});

test('keeps at most two shared secrets when several rotations run at once', async () => {
  const store = await createTestStore(db);
  const deps = { db, secrets: testSecrets };
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => rotateSharedSecret(deps, store)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await secretsOf(store)).toHaveLength(2);
});

async function secretsOf(storeId: string): Promise<string[]> {
  return (await readSharedSecrets({ db, secrets: testSecrets }, storeId)).map(({ text }) => text);
}

test('gives a slug to one store, also when several ask for it at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => createTestStore(db, { slug: 'same' })));
  const lost = results.filter((result) => result.status === 'rejected');
  expect(lost).toHaveLength(4);
  for (const { reason } of lost) expect(reason).toEqual(refused('slug_taken', { param: 'slug' }));
  expect((await listStores(db)).filter(({ slug }) => slug === 'same')).toHaveLength(1);
});

test('leaves nothing behind after bad input', async () => {
  const before = (await listStores(db)).length;
  const wrong = [{ currency: 'EURO' }, { timeZone: 'Mars/X' }, { origins: ['https://x.example/shop'] }, { name: '' }];
  for (const changes of wrong) await expect(createTestStore(db, changes)).rejects.toThrow(refused('invalid_parameter'));
  expect((await listStores(db)).length).toBe(before);
});

test('changes the given fields, replaces lists whole, and notifies other processes', async () => {
  const [id, other] = [await createTestStore(db), await createTestStore(db)];
  const [before, otherBefore] = [await readStore(db, id), await readStore(db, other)];
  await updateStore({ db }, id, {
    name: 'Fjord',
    shipping: [{ country: 'NO', amount: 0 }],
    tax: [],
    locale: undefined,
  });
  expect(await readStore(db, id)).toEqual({
    ...before,
    name: 'Fjord',
    shipping: [{ country: 'NO', amount: 0 }],
    tax: [],
  });
  expect(await readStore(db, other)).toEqual(otherBefore);
  await expect(updateStore({ db }, id, { name: 'X', termsUrl: 'nowhere' })).rejects.toThrow(
    refused('invalid_parameter'),
  );
  expect((await readStore(db, id)).name).toBe('Fjord');
  const told = await db.query("SELECT 1 FROM outbox WHERE topic = 'store.changed' AND subject_id = $1", [id]);
  expect(told).toHaveLength(2);
  const unknown = updateStore({ db }, '00000000-0000-4000-8000-000000000000', { name: 'X' });
  await expect(unknown).rejects.toThrow(refused('store_not_found'));
});

test('keeps the mode of a store for life', async () => {
  const id = await createTestStore(db);
  await expect(db.query("UPDATE store SET mode = 'live' WHERE id = $1", [id])).rejects.toThrow('is fixed');
});

test('raises an alert once until it is resolved, for its own store', async () => {
  const [id, other] = [await createTestStore(db), await createTestStore(db)];
  const values = { product: 'Parka', launch_at: '2030-05-06T07:00:00.000Z', time_zone: 'Europe/Oslo' };
  const alert = { code: 'launch_waits', subjectId: id };
  const raised = { text: 'launch_waits', subjectId: id, values } as const;
  await db.transaction((tx) => raiseAlert(tx, id, raised));
  await db.transaction((tx) => raiseAlert(tx, id, raised));
  expect(await listAlerts(db, id, { resolved: false })).toMatchObject([
    {
      ...alert,
      message: expect.stringContaining('“Parka” was to open on May 6, 2030 at 9:00 AM (Europe/Oslo)'),
      messageCode: 'launch_waits',
      messageValues: values,
    },
  ]);
  expect(await listAlerts(db, other, { resolved: true })).toEqual([]);
  await db.transaction((tx) => resolveAlert(tx, other, alert));
  expect(await listAlerts(db, id, { resolved: false })).toHaveLength(1);
  await db.transaction((tx) => resolveAlert(tx, id, alert));
  expect(await listAlerts(db, id, { resolved: false })).toEqual([]);
  await db.transaction((tx) => raiseAlert(tx, id, raised));
  expect(await listAlerts(db, id, { resolved: true })).toHaveLength(2);
});

test('raises an alert whatever another system said', async () => {
  const id = await createTestStore(db);
  const said = `NUL \0 and half of ${'😀'.slice(0, 1)}`;
  await raiseAlert(db, id, { text: 'cancel_failed', subjectId: id, values: { said } });
  expect(await listAlerts(db, id, { resolved: false })).toMatchObject([
    { message: expect.stringContaining('NUL  and half of \uFFFD'), messageValues: { said: 'NUL  and half of \uFFFD' } },
  ]);
});

test('creates a store without origins, shipping and tax', async () => {
  const store = await readStore(db, await createTestStore(db, { origins: [], shipping: [], tax: [] }));
  expect(store).toMatchObject({ origins: [], shipping: [], tax: [] });
});
