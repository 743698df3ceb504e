import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prune } from '../../../src/core/prune.ts';
import { AppError } from '../../../src/domain/error.ts';
import { createSecretBox } from '../../../src/platform/crypto.ts';
import { openDatabase } from '../../../src/platform/db.ts';
import { createSharedLimit, type SharedLimit } from '../../../src/platform/shared-limit.ts';
import { shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// Two limiters over two pools are two processes.

const BURST = 6;
const LIMIT = { perSecond: 1 / 600, burst: BURST };
let database: TestDatabase;
let other: ReturnType<typeof openDatabase>;
let here: SharedLimit;
let there: SharedLimit;
beforeAll(async () => {
  database = await createTestDatabase();
  other = openDatabase({ url: database.url });
});
beforeEach(async () => {
  await database.db.query('DELETE FROM shared_limit');
  const secrets = createSecretBox('a key of 32 characters for a test');
  here = createSharedLimit({ db: database.db, secrets, name: 'guesses', limit: LIMIT });
  there = createSharedLimit({ db: other, secrets, name: 'guesses', limit: LIMIT });
});
afterAll(async () => {
  await other.close();
  await database.drop();
});

/** Tries so often at once, by turns in both processes. Returns how many were let through, and the refusals. */
async function tryAtOnce(times: number, client: string): Promise<{ let: number; refusals: unknown[] }> {
  const tries = Array.from({ length: times }, (_, index) => (index % 2 ? here : there).take(client));
  const refusals = (await Promise.allSettled(tries))
    .filter((one) => one.status === 'rejected')
    .map((one) => one.reason);
  return { let: times - refusals.length, refusals };
}

test('two processes together let through what one would', async () => {
  const { let: passed, refusals } = await tryAtOnce(20, '192.0.2.1');
  expect(passed).toBe(BURST);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(AppError);
    const { code, info } = refusal as AppError;
    expect(code).toBe('rate_limited');
    expect(info.data?.retry_after).toBeGreaterThan(590);
    expect(info.data?.retry_after).toBeLessThanOrEqual(600);
  }
  await expect(here.check('192.0.2.1')).rejects.toThrow('Too many requests');
  expect((await tryAtOnce(1, '192.0.2.2')).let, 'another client').toBe(1);
  await there.take('192.0.2.1', 'another scope');
});

test('time makes room, and what is counted afterwards takes it', async () => {
  await tryAtOnce(BURST, '192.0.2.3');
  const earlier = "UPDATE shared_limit SET empty_at = empty_at - interval '601 seconds'";
  await database.db.query(earlier);
  const fresh = createSharedLimit({
    db: other,
    secrets: createSecretBox('a key of 32 characters for a test'),
    name: 'guesses',
    limit: LIMIT,
  });
  await fresh.check('192.0.2.3');
  await fresh.count('192.0.2.3');
  await fresh.count('192.0.2.3');
  await expect(there.take('192.0.2.3')).rejects.toThrow(/Try again in 1\d{3} seconds/);
});

test('the table has no address, and forgets who has waited long enough', async () => {
  await here.take('192.0.2.4');
  const [row] = await database.db.query<{ key: string }>('SELECT key FROM shared_limit');
  expect(row?.key).toMatch(/^[\w-]{20,}$/);
  await shiftClock(database.db, 601);
  await prune(database.db);
  expect(await database.db.query('SELECT 1 FROM shared_limit')).toEqual([]);
});
