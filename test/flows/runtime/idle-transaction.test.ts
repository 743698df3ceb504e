import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAppError } from '../../../src/platform/http-errors.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a transaction that is left idle for too long fails with what the server said, and the pool goes on', async () => {
  const { db } = database;
  const idle = db.transaction(async (tx) => {
    await tx.query('SELECT 1');
    await sleep(2_500); // longer than the time-out of a session, such as while the machine stands still
    return tx.query('SELECT 2');
  });
  const error = await idle.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '25P03', message: 'The transaction waited for too long.' });
  expect(toAppError(error)).toMatchObject({ code: 'unavailable', status: 503 });
  expect(await db.query('SELECT 3 AS three')).toEqual([{ three: 3 }]);
});
