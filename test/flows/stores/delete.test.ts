import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApiToken } from '../../../src/core/api-tokens/commands.ts';
import { findTokenHolder } from '../../../src/core/api-tokens/queries.ts';
import { invite } from '../../../src/core/staff/commands/invite.ts';
import { beginSession } from '../../../src/core/staff/commands/sessions.ts';
import { updateBrand } from '../../../src/core/stores/commands/brand.ts';
import { deleteStore } from '../../../src/core/stores/commands/delete.ts';
import { removeDeletedStores } from '../../../src/core/stores/commands/remove.ts';
import { findStoreByKey, findStoreBySlug, listStores, readStore } from '../../../src/core/stores/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer } from '../../support/core.ts';
import { createTestStore } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;

/** Counts the rows of a store in all tables that have some. */
async function rowsOf(storeId: string): Promise<Record<string, number>> {
  const tables = await db.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
     WHERE column_name = 'store_id' AND table_schema IN ('public', 'test_provider')`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name} WHERE store_id = $1`, [
      storeId,
    ]);
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

describe('a deleted store', () => {
  test('is not found any more at once, and is gone after the round, with all that it had and nothing else', async () => {
    const offer = await createOffer(core, { allocation: 20 });
    await buyFrom(core, offer, { quantity: 2 });
    const other = await createOffer(core, { allocation: 5 });
    await buyFrom(core, other, { quantity: 1 });
    await updateBrand(core, offer.storeId, { accent: '#1a5cff' });
    await invite(core, offer.storeId, { email: 'eve@merchant.example', role: 'support', invitedBy: 'Ada' });
    const { secret } = await createApiToken(core, offer.storeId, { name: 'ERP', scopes: ['store:read'] });
    const { name, publicKey, slug } = await readStore(db, offer.storeId);
    expect(Object.keys(await rowsOf(offer.storeId)).length).toBeGreaterThan(20);
    const before = await rowsOf(other.storeId);

    await deleteStore(core, offer.storeId, name);
    expect(await findStoreByKey(db, publicKey)).toBeNull();
    expect(await findStoreBySlug(db, slug)).toBeNull();
    expect((await listStores(db)).map(({ id }) => id)).not.toContain(offer.storeId);
    expect(await findTokenHolder(db, secret)).toBeNull();

    await removeDeletedStores(core);
    expect(await rowsOf(offer.storeId)).toEqual({});
    await expect(readStore(db, offer.storeId)).rejects.toThrow('There is no such store.');
    expect(await rowsOf(other.storeId)).toEqual(before);
    await createTestStore(db, { slug });
  });

  test('signs out who worked in it alone', async () => {
    const [storeId, other] = [await createTestStore(db), await createTestStore(db)];
    const workers = await Promise.all(
      [[storeId], [storeId, other], [other]].map(async (stores) => {
        const id = randomUUID();
        await db.query(
          `INSERT INTO staff_member (id, email, email_key, name, password_hash, language) VALUES ($1, $2, $2, 'Ada', '', 'en')`,
          [id, `${id}@mail.example`],
        );
        for (const store of stores)
          await db.query(`INSERT INTO staff_role (store_id, member_id, role) VALUES ($1, $2, 'support')`, [store, id]);
        await db.transaction((tx) => beginSession(tx, id, { browser: '', replaces: null, signedIn: true }));
        return id;
      }),
    );
    await deleteStore(core, storeId, (await readStore(db, storeId)).name);
    const left = await db.query<{ id: string }>(
      'SELECT member_id AS id FROM staff_session WHERE member_id = ANY ($1)',
      [workers],
    );
    expect(left.map(({ id }) => id).sort()).toEqual(workers.slice(1).sort());
  });

  test('needs its name', async () => {
    const storeId = await createTestStore(db);
    await expect(deleteStore(core, storeId, 'Fjord')).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await readStore(db, storeId)).toMatchObject({ id: storeId });
  });

  test('that is live must owe nobody anything', async () => {
    const offer = await createOffer(core, { allocation: 20 });
    await buyFrom(core, offer, { quantity: 2 });
    const { name } = await readStore(db, offer.storeId);
    await db.query('ALTER TABLE store DISABLE TRIGGER store_mode_fixed');
    await db.query(`UPDATE store SET mode = 'live' WHERE id = $1`, [offer.storeId]);
    await db.query('ALTER TABLE store ENABLE TRIGGER store_mode_fixed');
    await expect(deleteStore(core, offer.storeId, name)).rejects.toMatchObject({
      code: 'store_in_use',
      info: { data: { units: 2 } },
    });
    const empty = await createTestStore(db, { mode: 'live' });
    await deleteStore(core, empty, 'Fjord Outdoor');
    await removeDeletedStores(core);
    expect(await rowsOf(empty)).toEqual({});
  });
});

test('what is kept for good can still not be deleted by any other statement', async () => {
  const { storeId } = await createOffer(core, { allocation: 1 });
  await expect(db.query('DELETE FROM promise WHERE store_id = $1', [storeId])).rejects.toThrow('append-only');
  await expect(db.query('UPDATE stock_ledger SET reason = reason WHERE store_id = $1', [storeId])).rejects.toThrow(
    'append-only',
  );
});
