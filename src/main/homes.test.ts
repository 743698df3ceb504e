import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseHome, readHomeConfigs, readHomes } from './homes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const key = 'k'.repeat(32);
const environment = () => ({
  DATABASES_DIR: folder,
  BASE_URL: 'https://a.example',
  DATABASE_URL: 'postgres://u:p@one/shop',
  DATABASE_DIRECT_URL: 'postgres://u:p@one:6432/shop',
  SECRET_KEY: key,
  MAIL_FROM: 'a@shop.example',
});
const write = (file: string, lines: readonly string[]) => writeFile(join(folder, file), lines.join('\n'));
const second = ['BASE_URL=https://b.example', 'DATABASE_URL=postgres://u:p@two/shop'];
const read = () => readHomeConfigs('serve', readHomes(environment()));

test('without a folder, or with an empty one, there is one home', async () => {
  expect(readHomes({ ...environment(), DATABASES_DIR: '' }).map(({ name }) => name)).toEqual(['first']);
  await write('second.env.old', second);
  expect(readHomes(environment()).map(({ name }) => name)).toEqual(['first']);
});

test('a file takes from the environment what belongs to the process, and never what belongs to another database', async () => {
  await write('second.env', ['# the new server', ...second, 'MAIL_FROM="b@shop.example"']);
  const [first, other] = read().map(({ config }) => config);
  expect(first).toMatchObject({ databaseDirectUrl: 'postgres://u:p@one:6432/shop' });
  expect(other).toMatchObject({
    baseUrl: 'https://b.example',
    databaseUrl: 'postgres://u:p@two/shop',
    databaseDirectUrl: undefined,
    secretKey: key,
    mailFrom: 'b@shop.example',
  });
});

test.each([
  {
    what: 'a setting of the process',
    file: 'second.env',
    lines: [...second, 'PORT=4010'],
    sentence: 'PORT is no setting of one database',
  },
  {
    what: 'a misspelt setting',
    file: 'second.env',
    lines: [...second, 'DATABASE_ULR=x'],
    sentence: 'DATABASE_ULR is no setting of one database',
  },
  {
    what: 'no database',
    file: 'second.env',
    lines: ['BASE_URL=https://b.example'],
    sentence: 'Database second: serve needs DATABASE_URL',
  },
  {
    what: 'the name of the environment’s database',
    file: 'first.env',
    lines: second,
    sentence: '“first” is the database of the environment',
  },
  {
    what: 'a name that cannot be typed',
    file: 'Zwei Läden.env',
    lines: second,
    sentence: 'small letters, digits and hyphens',
  },
  {
    what: 'the same database for another user',
    file: 'second.env',
    lines: ['BASE_URL=https://b.example', 'DATABASE_URL=postgres://v@one:5432/shop'],
    sentence: 'Databases first and second share DATABASE_URL',
  },
  {
    what: 'the same host on another port',
    file: 'second.env',
    lines: ['BASE_URL=https://a.example:444', 'DATABASE_URL=postgres://u:p@two/shop'],
    sentence: 'Databases first and second share the host of BASE_URL',
  },
  {
    what: 'a portal for one alone',
    file: 'second.env',
    lines: [...second, 'PORTAL_URL=https://portal.b.example'],
    sentence: 'Database first: it needs a PORTAL_URL of its own',
  },
])('is refused with a sentence: $what', async ({ file, lines, sentence }) => {
  await write(file, lines);
  expect(read).toThrow(sentence);
});

test('a command says which database it means where there are several', async () => {
  expect(chooseHome(readHomes({}), undefined).name).toBe('first');
  await write('second.env', second);
  const homes = readHomes(environment());
  expect(chooseHome(homes, 'second').environment.DATABASE_URL).toBe('postgres://u:p@two/shop');
  expect(() => chooseHome(homes, undefined)).toThrow('several databases (first, second). Say which: --database second');
  expect(() => chooseHome(homes, 'third')).toThrow(
    'There is no database “third”; this installation has first, second.',
  );
});
