import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readHomes } from './homes.ts';

const KEY = 'a key of 32 characters for a test';
const shared = { BASE_URL: 'https://preorders.example' };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function mistakes(environment: Record<string, string>): string {
  try {
    readConfig('serve', environment);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test('a secret stands in the variable or in a file', () => {
  const environment = {
    ...shared,
    SECRET_KEY_FILE: file('key', `${KEY}\n`),
    DATABASE_URL_FILE: file('database', ' postgres://db/x\n'),
  };
  expect(readConfig('serve', environment)).toMatchObject({ secretKey: KEY, databaseUrl: 'postgres://db/x' });
});

test('a file that cannot be used is named, and what it holds is not told', () => {
  const database = { DATABASE_URL: 'postgres://db/x' };
  const key = file('key', KEY);
  expect(mistakes({ ...shared, ...database, SECRET_KEY: KEY, SECRET_KEY_FILE: key })).toBe(
    'SECRET_KEY and SECRET_KEY_FILE are both set: leave one out.',
  );
  expect(mistakes({ ...shared, ...database, SECRET_KEY_FILE: folder, SMTP_URL_FILE: file('smtp', '\n') })).toBe(
    `SECRET_KEY_FILE is ${folder}, which is no file that this user can read.\n` +
      `SMTP_URL_FILE is ${join(folder, 'smtp')}, which is empty.`,
  );
  const short = mistakes({ ...shared, ...database, SECRET_KEY_FILE: file('short', 'hunter2') });
  expect(short).toMatch(/^SECRET_KEY /);
  expect(short).not.toContain('hunter2');
});

test.each([
  ['two lines', `${KEY}\nand another`],
  ['a zero byte', `${KEY}\0`],
  ['another encoding', Buffer.from(KEY, 'utf16le')],
])('a file with %s is no secret', (_what, text) => {
  const path = file('strange', '');
  writeFileSync(path, text);
  expect(mistakes({ ...shared, DATABASE_URL: 'postgres://db/x', SECRET_KEY_FILE: path })).toBe(
    `SECRET_KEY_FILE is ${path}, which must hold one line of UTF-8 text, and has more or another encoding.`,
  );
});

test('a mark of the encoding and ends of lines of Windows are left out', () => {
  const environment = { ...shared, DATABASE_URL: 'postgres://db/x', SECRET_KEY_FILE: file('key', `\ufeff${KEY}\r\n`) };
  expect(readConfig('serve', environment).secretKey).toBe(KEY);
});

test.each([
  ['the value', (path: string) => ({ SMTP_URL_FILE: path }), () => 'SMTP_URL=smtp://own:1'],
  ['a file', () => ({ SMTP_URL: 'smtp://first:1' }), (path: string) => `SMTP_URL_FILE=${path}`],
  ['another file', (path: string) => ({ SMTP_URL_FILE: path }), (path: string) => `SMTP_URL_FILE=${path}`],
])('a further database replaces what the environment has by %s of its own', (_what, inherited, own) => {
  const databases = mkdtempSync(join(folder, 'databases-'));
  const line = own(file('own-mail', 'smtp://own:1'));
  writeFileSync(join(databases, 'eu.env'), `DATABASE_URL=postgres://db/own\nBASE_URL=https://eu.example\n${line}\n`);
  const first = { ...shared, SECRET_KEY: KEY, DATABASE_URL: 'postgres://db/first', MAIL_FROM: 'a@shop.example' };
  const homes = readHomes({ ...first, ...inherited(file('first-mail', 'smtp://first:1')), DATABASES_DIR: databases });
  expect(homes.map((home) => readConfig('serve', home.environment).smtpUrl)).toEqual([
    'smtp://first:1',
    'smtp://own:1',
  ]);
});

test('a further database has files of its own, and not those of the first', () => {
  const databases = mkdtempSync(join(folder, 'databases-'));
  const own = file('own', 'postgres://db/own');
  writeFileSync(join(databases, 'eu.env'), `DATABASE_URL_FILE=${own}\nBASE_URL=https://eu.example\n`);
  const environment = { ...shared, SECRET_KEY: KEY, DATABASE_URL_FILE: file('first', 'postgres://db/first') };
  const homes = readHomes({ ...environment, DATABASES_DIR: databases });
  expect(homes.map((home) => readConfig('serve', home.environment).databaseUrl)).toEqual([
    'postgres://db/first',
    'postgres://db/own',
  ]);
});
