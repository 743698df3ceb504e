import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForChanges } from '../../../src/core/outbox/changes.ts';
import type { Database } from '../../../src/platform/db.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('closes a connection that cannot listen, and listens on the next one', async () => {
  const { db } = database;
  const pids: number[] = [];
  const faulty: Database = {
    ...db,
    async connect(options) {
      const client = await db.connect(options);
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      // The second connection is in a failed transaction: it is open, but refuses every statement.
      if (pids.push(rows[0].pid) === 2) {
        await client.query('SET idle_in_transaction_session_timeout = 0');
        await client.query('BEGIN; SELECT 1 / 0').catch(() => {});
      }
      return client;
    },
  };
  const heard: string[] = [];
  const changes = await listenForChanges(faulty, createLog('silent'), {
    onChange: (storeId) => void heard.push(storeId),
    onGap: () => {},
  });
  await db.query('SELECT pg_terminate_backend($1)', [pids[0]]);
  const tell = () => db.query(`SELECT pg_notify('service_changes', '[["a store", null]]')`);
  await expect.poll(async () => (await tell()) && heard.length > 0).toBe(true);
  expect(pids).toHaveLength(3);
  const living = () => db.query('SELECT 1 FROM pg_stat_activity WHERE pid = ANY($1)', [pids]);
  await expect.poll(living).toHaveLength(1);
  await changes.stop();
  await expect.poll(living).toEqual([]);
});
