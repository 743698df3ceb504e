import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pngOf, woff2Of } from '../../support/asset-files.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let folder: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'brand-'));
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, BASE_URL: 'https://wait.example' });
  await createTestStore(database.db, { slug: 'fjord', name: 'Fjord Outdoor' });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const brand = (...args: string[]) => cli.json('stores', 'brand', ...args);

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const NOTHING = {
  accent: null,
  ground: null,
  ground_dark: null,
  radius: null,
  logo: null,
  font: null,
  sender_name: null,
  reply_to: null,
};

test('a merchant sets, sees and gives up each part', async () => {
  expect((await brand('show')).data).toEqual(NOTHING);
  const look = ['--accent', 'A8481F', '--ground', '#faf7f2', '--ground-dark', '#15171b', '--radius', '4'];
  const set = await brand('set', ...look, '--sender-name', 'Fjord', '--reply-to', 'help@fjord.example');
  expect(set.code).toBe(0);
  await brand('logo', await fileOf('logo.png', pngOf(120, 40)));
  const { data } = await brand('font', await fileOf('font.woff2', woff2Of()));
  expect(data).toEqual({
    accent: '#a8481f',
    ground: '#faf7f2',
    ground_dark: '#15171b',
    radius: 4,
    logo: {
      url: expect.stringMatching(/^https:\/\/wait\.example\/brand\/[\w-]{36}\/[\da-f]{32}\.png$/),
      type: 'image/png',
      width: 120,
      height: 40,
    },
    font: { url: expect.stringMatching(/\.woff2$/), type: 'font/woff2', weight_min: 400, weight_max: 400 },
    sender_name: 'Fjord',
    reply_to: 'help@fjord.example',
  });
  expect((await cli.run('stores', 'brand', 'show')).out).toMatch(/Accent\s+#a8481f.*Corners\s+4 pixels.*120 × 40/s);
  const cleared = await brand('clear', 'accent', 'logo', 'reply-to');
  expect(cleared.data).toEqual({ ...data, accent: null, logo: null, reply_to: null });
  expect((await brand('clear', 'all')).data).toEqual(NOTHING);
  expect((await cli.run('stores', 'brand', 'show')).out).toMatch(/Mails from\s+Fjord Outdoor \(the store\)/);
});

test('a colour in which nothing can be read is refused, with one that works', async () => {
  const { code, error } = await brand('set', '--accent', '#ffd400');
  expect([code, error.code, error.param]).toEqual([1, 'colour_unreadable', 'accent']);
  const nearest = String(error.data?.nearest);
  expect(error.message).toContain(`The nearest colour that works is ${nearest}.`);
  expect((await brand('set', '--accent', nearest)).data.accent).toBe(nearest);
  const other = await brand('set', '--ground', '#222222');
  expect(other.error).toMatchObject({ code: 'colour_unreadable', param: 'ground' });
  expect((await brand('show')).data).toMatchObject({ accent: nearest, ground: null });
});

test.each([
  [['set', '--accent', 'red'], 'invalid_parameter', 'accent'],
  [['set', '--radius', '99'], 'invalid_parameter', 'radius'],
  [['set', '--sender-name', 'Fjord\nBcc: a@b.example'], 'invalid_parameter', 'sender_name'],
  [['set', '--reply-to', 'a@b.example, c@d.example'], 'invalid_parameter', 'reply_to'],
  [['set', '--reply-to', 'a@b.example\nBcc: c@d.example'], 'invalid_parameter', 'reply_to'],
  [['clear', 'everything'], 'invalid_parameter', undefined],
  [['clear'], 'missing_parameter', undefined],
  [['logo', 'no-such-file.png'], 'file_unreadable', 'file'],
  [['logo', '.'], 'file_unreadable', 'file'],
])('%j is refused as %s', async (args, code, param) => {
  const { error } = await brand(...args);
  expect(error.code).toBe(code);
  if (param !== undefined) expect(error.param).toBe(param);
});

test('files that are no logo and no font are refused, whatever their names say', async () => {
  const page = await fileOf('logo.png', Buffer.from(`<!doctype html>${' '.repeat(90)}`));
  expect((await brand('logo', page)).error).toMatchObject({ code: 'logo_refused', param: 'file' });
  expect((await brand('font', page)).error).toMatchObject({ code: 'font_refused', param: 'file' });
  const large = await fileOf('large.png', Buffer.concat([pngOf(40, 40), Buffer.alloc(300 * 1024)]));
  expect((await brand('logo', large)).error.code).toBe('payload_too_large');
});
