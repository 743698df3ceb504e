import { expect, test } from 'vitest';
import type { Database } from './db.ts';
import { scratchServer } from './scratch-database.ts';

/** A server of one database that notes what it is asked. */
function noting(facts: { encoding: string; collate: string; ctype: string }) {
  const asked: string[] = [];
  const query = async ({ text }: { text: string }) => {
    asked.push(text ?? '');
    return { rows: /FROM pg_database/.test(text ?? '') ? [facts] : [] };
  };
  const client = { query, end: async () => {} };
  const open = () => ({ connect: async () => client, close: async () => {} }) as unknown as Database;
  return { asked, open };
}

const UTF8 = { encoding: 'UTF8', collate: 'de_DE.utf8', ctype: 'de_DE.utf8' };

test.each([
  [
    'postgres://waitlist:x%2Fy@db:5432/waitlist?sslmode=verify-full',
    /^postgres:\/\/waitlist:x%2Fy@db:5432\/scratch_\w+_one\?sslmode=verify-full$/,
  ],
  [
    'postgres://waitlist@/waitlist?host=/var/run/postgresql',
    /^postgres:\/\/waitlist@\/scratch_\w+_one\?host=\/var\/run\/postgresql$/,
  ],
  ['postgres:///waitlist?host=/var/run/postgresql', /^postgres:\/\/\/scratch_\w+_one\?host=\/var\/run\/postgresql$/],
  ['postgresql://waitlist@db', /^postgresql:\/\/waitlist@db\/scratch_\w+_one$/],
  [
    'postgres://waitlist@[::1]:5432?sslmode=disable',
    /^postgres:\/\/waitlist@\[::1\]:5432\/scratch_\w+_one\?sslmode=disable$/,
  ],
])('a database beside %s has its own name in the same address', async (directUrl, expected) => {
  const { open } = noting(UTF8);
  expect(await scratchServer({ db: { directUrl }, open, url: undefined }).create('one')).toMatch(expected);
});

test.each([
  [UTF8, "LC_COLLATE 'de_DE.utf8' LC_CTYPE 'de_DE.utf8'"],
  [{ encoding: 'LATIN1', collate: 'de_DE', ctype: 'de_DE' }, "LC_COLLATE 'C' LC_CTYPE 'C'"], // which no UTF8 goes with
])('it holds every letter, whatever the server makes by itself: %o', async (facts, locale) => {
  const { asked, open } = noting(facts);
  await scratchServer({ db: { directUrl: 'postgres://waitlist@db/waitlist' }, open, url: undefined }).create('one');
  expect(asked.at(-1)).toMatch(/^CREATE DATABASE scratch_\w+_one ENCODING 'UTF8' /);
  expect(asked.at(-1)).toContain(locale);
  expect(asked.at(-1)).toContain('TEMPLATE template0');
});
