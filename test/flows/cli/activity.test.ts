import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivity } from '../../../src/core/activity/queries.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let cli: ReturnType<typeof commandLine>;
let storeId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, USER: 'ada' });
  storeId = await createTestStore(database.db, { slug: 'fjord' });
});
afterAll(() => database.drop());

test('the activity log names who changed what, or exported people, and no value or person', async () => {
  await cli.json('stores', 'update', '--payment-days', '9');
  await cli.json('discounts', 'create', 'SUMMER10', '--off', '10%');
  await cli.json('discounts', 'list');
  await cli.json('suppressions', 'add', 'ada@mail.example', '--reason', 'bounced');
  await cli.json('people', 'erase', 'ada@mail.example');
  await cli.json('discounts', 'create', 'SUMMER10', '--off', '10%');
  await cli.run('people', 'export', 'ada@mail.example');
  await cli.run('preorders', 'export');
  const log = await listActivity(database.db, storeId, { limit: 50 });
  const by = { byKind: 'command_line', byId: null, byName: 'ada' };
  expect(log).toMatchObject([
    { ...by, action: 'preorder.export', subject: 'fjord' },
    { ...by, action: 'person.export', subject: 'fjord' },
    { ...by, action: 'suppression.add', subject: 'fjord' },
    { ...by, action: 'discount.create', subject: 'SUMMER10', after: { code: 'SUMMER10', off: { percent: 10 } } },
    { ...by, action: 'store.update', subject: storeId, after: { payment_days: 9 } },
  ]);
  expect(JSON.stringify(log)).not.toContain('mail.example');
});
