import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await createTestDatabase();
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, BASE_URL: 'https://wait.example' });
  await createTestStore(database.db, { slug: 'fjord', name: 'Fjord Outdoor' });
});
afterAll(() => database.drop());

const texts = (...args: string[]) => cli.json('texts', ...args);

test('a merchant lists, sets and resets words, and sees them in a mail', async () => {
  const listed = await texts('list', '--of', 'button', '--language', 'de');
  expect(listed.data.texts.map(({ key }: { key: string }) => key)).toContain('button.order');
  const set = await texts('set', 'mail.sent.title', 'Off it goes!', '--language', 'en');
  expect(set.data.texts).toMatchObject([{ key: 'mail.sent.title', text: 'Off it goes!' }]);
  const shown = await cli.run('texts', 'preview', 'sent', '--language', 'en');
  expect(shown.out).toContain('Off it goes!');
  expect((await cli.run('texts', 'list', '--of', 'sent', '--language', 'en')).out).toContain('(yours)');
  expect((await texts('reset', 'all', '--language', 'en')).code).toBe(0);
  expect((await cli.run('texts', 'preview', 'sent', '--language', 'en')).out).toContain('It is on its way');
});

test('what is wrong is refused with its code', async () => {
  expect((await texts('set', 'mail.sent.title', '{x}', '--language', 'en')).error.code).toBe('unknown_variable');
  expect((await texts('set', 'nothing', 'x')).error.code).toBe('unknown_text');
  expect((await texts('list', '--language', 'tlh')).error.code).toBe('invalid_parameter');
  expect((await texts('preview', 'button')).error.code).toBe('invalid_parameter');
});

test('a test mail goes to the contact of the store, and the log tells of it', async () => {
  const { data } = await texts('test', 'placed', '--language', 'en');
  expect(data.to).toContain('@');
  const [entry] = await database.db.query<{ action: string }>('SELECT action FROM activity ORDER BY at DESC LIMIT 1');
  expect(entry?.action).toBe('texts.test_mail');
});
