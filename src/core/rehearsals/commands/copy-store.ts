import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { joinTransaction } from '../../../platform/join-transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockStore } from '../../stores/commands/lock.ts';
import { createStore } from '../../stores/commands.ts';
import { readStore } from '../../stores/queries.ts';
import { copyOffers } from './copy-offers.ts';

const SLUG_LENGTH_MAX = 63;
const ENDING = '-test';

/**
 * Makes a test store beside a store: with its settings, look, words, products, and its waitlists that are not closed with all the
 * units that they offer. It has keys and secrets of its own, no shopper, no pre-order and no payment account. Anyone who works in the
 * store works in it too. Throws `test_store_exists` when there is one, and `slug_taken`. Resolves with the id of the copy.
 */
export async function copyAsTestStore(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  storeId: string,
  slug?: string | undefined,
): Promise<string> {
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    const { publicKey: _, ...store } = await readStore(tx, storeId);
    const [copy] = await tx.query<{ slug: string }>(
      'SELECT slug FROM store WHERE copy_of = $1 AND deleted_at IS NULL',
      [storeId],
    );
    if (copy) {
      const message = `${copy.slug} is the test store of this one. Delete it to copy again.`;
      throw new AppError('test_store_exists', message, { data: { slug: copy.slug } });
    }
    const name = slug ?? store.slug.slice(0, SLUG_LENGTH_MAX - ENDING.length).replace(/-$/, '') + ENDING;
    await createStore({ db: joinTransaction(db, tx), secrets }, { ...store, id, slug: name, mode: 'test' });
    await tx.query('UPDATE store SET copy_of = $2 WHERE id = $1', [id, storeId]);
    await tx.query(
      `INSERT INTO staff_role (store_id, member_id, role)
       SELECT $1, member_id, role FROM staff_role WHERE store_id = $2`,
      [id, storeId],
    );
    await copyOffers({ from: tx, to: tx, fromId: storeId, toId: id, left: false });
  });
  return id;
}
