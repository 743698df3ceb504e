import { describe, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { copyAsTestStore } from '../../../src/core/rehearsals/commands/copy-store.ts';
import { updateBrand } from '../../../src/core/stores/commands/brand.ts';
import { deleteStore } from '../../../src/core/stores/commands/delete.ts';
import { removeDeletedStores } from '../../../src/core/stores/commands/remove.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;

const countOf = async (table: string, storeId: string) =>
  (await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE store_id = $1`, [storeId]))[0]
    ?.count;

describe('the test store beside a store', () => {
  test('has what the store offers, keys of its own, and nobody in it', async () => {
    const offer = await createOffer(core, { allocation: 20, limitPerCustomer: 3 });
    await updateBrand(core, offer.storeId, { accent: '#1a5cff' });
    await buyFrom(core, offer, { quantity: 2 });
    const copyId = await copyAsTestStore(core, offer.storeId);

    const [store, copy] = [await readStore(db, offer.storeId), await readStore(db, copyId)];
    const own = ['id', 'slug', 'publicKey', 'createdAt', 'copyOf', 'testStore'] as const;
    const settings = (one: typeof store) =>
      Object.entries(one).filter(([key]) => !(own as readonly string[]).includes(key));
    expect(settings(copy)).toEqual(settings(store));
    expect(copy.publicKey).not.toBe(store.publicKey);
    expect([copy.mode, copy.copyOf, store.testStore]).toEqual(['test', store.id, copy.slug]);
    expect(copy.slug).toBe(`${store.slug}-test`);

    const waitlist = await readWaitlist(db, copyId, offer.waitlistId);
    expect(waitlist).toMatchObject({ state: 'OPEN', limitPerCustomer: 3 });
    expect(waitlist.variants[0]).toMatchObject({ allocated: 20, sold: 0, held: 0 });
    for (const table of ['checkout', 'preorder', 'ledger_entry', 'mail', 'payment_account', 'api_token']) {
      expect(await countOf(table, copyId), table).toBe(0);
    }
    await buyFrom(core, { ...offer, storeId: copyId, storeKey: copy.publicKey }, { quantity: 3 });
    expect(await audit(core, copyId)).toEqual([]);
    expect((await readWaitlist(db, offer.storeId, offer.waitlistId)).variants[0]).toMatchObject({ sold: 2 });
  });

  test('is one; when it is deleted, the store is copied again, and it outlives its store', async () => {
    const { storeId } = await createOffer(core, { allocation: 1 });
    const first = await copyAsTestStore(core, storeId);
    const { name, slug } = await readStore(db, first);
    await expect(copyAsTestStore(core, storeId)).rejects.toMatchObject({
      code: 'test_store_exists',
      info: { data: { slug } },
    });
    await deleteStore(core, first, name);
    await removeDeletedStores(core);
    const second = await copyAsTestStore(core, storeId, `${slug}-again`);
    await deleteStore(core, storeId, name);
    await removeDeletedStores(core);
    expect(await readStore(db, second)).toMatchObject({ copyOf: null, slug: `${slug}-again` });
  });
});
