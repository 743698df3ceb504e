import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import { prune } from '../../../src/core/prune.ts';
import { createLog } from '../../../src/platform/log.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

async function counts(): Promise<Record<string, number>> {
  const tables = ['idempotency', 'outbox', 'provider_event', 'preorder', 'ledger_entry', 'stock_ledger', 'checkout'];
  const rows = await Promise.all(
    tables.map((table) => database.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.[0]?.count ?? 0]));
}

test('deletes rows after 7 days, and keeps facts and undispatched rows', async () => {
  const offer = await createOffer(core, { allocation: 3 });
  await buyFrom(core, offer);
  const dispatcher = startOutboxDispatcher(database.db, createLog('silent'));
  await expect.poll(() => database.db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL')).toEqual([]);
  await dispatcher.stop();
  await database.db.query(`INSERT INTO outbox (store_id, topic, subject_id) VALUES ($1, 'money.due', $2)`, [
    offer.storeId,
    randomUUID(),
  ]);
  const before = await counts();
  expect(Object.values(before)).not.toContain(0);

  await shiftClock(database.db, 7 * 86_400 - 600);
  await prune(database.db);
  expect(await counts()).toEqual(before);

  await shiftClock(database.db, 1_200);
  await prune(database.db);
  expect(await counts()).toEqual({ ...before, idempotency: 0, provider_event: 0, outbox: 1 });
});

test('deletes the rows of a big sale in short parts within one round', async () => {
  await database.db.query(
    `INSERT INTO outbox (store_id, topic, subject_id, dispatched_at)
     SELECT id, 'sale.over', id, app_now() - interval '8 days' FROM store, generate_series(1, 20001)`,
  );
  await prune(database.db);
  expect(await database.db.query("SELECT 1 FROM outbox WHERE topic = 'sale.over'")).toEqual([]);
});

test('prunes the other tables when one fails, and reports the error', async () => {
  await database.db.query(
    `INSERT INTO idempotency (store_id, scope, key, body_hash, subject_id, created_at)
     SELECT id, 'prune', 'old', '', id, app_now() - interval '8 days' FROM store LIMIT 1`,
  );
  await database.db.query(
    `INSERT INTO outbox (store_id, topic, subject_id, dispatched_at)
     SELECT id, 'behind.it', id, app_now() - interval '8 days' FROM store LIMIT 1`,
  );
  await database.db.query(
    'CREATE TRIGGER no_delete BEFORE DELETE ON idempotency FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  );
  await expect(prune(database.db)).rejects.toThrow('idempotency is append-only');
  await database.db.query('DROP TRIGGER no_delete ON idempotency');
  expect(await database.db.query("SELECT 1 FROM outbox WHERE topic = 'behind.it'")).toEqual([]);
});
