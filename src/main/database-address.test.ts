import { expect, test } from 'vitest';
import { Mistake } from './config-values.ts';
import { databaseAddress } from './database-address.ts';

function mistakeIn(address: string): string {
  try {
    databaseAddress(address);
    return '';
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return error.message;
  }
}

const PIECES = 'Zq7';
test.each([
  ['a slash', 'postgres://shop:12/Zq7@db.example/shop'],
  ['a slash behind letters', 'postgres://shop:ab/Zq7@db.example/shop'],
  ['a number sign', 'postgres://shop:ab#Zq7@db.example/shop'],
  ['a question mark', 'postgres://shop:12?Zq7@db.example/shop'],
  ['a question mark behind letters', 'postgres://shop:ab?Zq7@db.example/shop'],
  ['an encoded sign that is no text', 'postgres://shop:ab%FFZq7@db.example/shop'],
])('a password with %s that is not encoded is refused, and no piece of it is shown', (_what, address) => {
  const said = mistakeIn(address);
  expect(said).toMatch(/^cannot be read/);
  expect(said).not.toContain(PIECES);
});

test.each([
  'postgres://shop:p@ss@db.example/shop',
  'postgres://shop:50%off@db.example/shop',
  'postgres://shop@/shop?host=/var/run/postgresql',
  'postgres:///shop?host=/var/run/postgresql',
  'postgres://shop:x@[::1]:5433/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem',
])('%s is an address', (address) => {
  expect(mistakeIn(address)).toBe('');
});

test('modes of TLS that the client warns of are given to it as what they mean', () => {
  const modeOf = (query: string) => databaseAddress(`postgres://db/x?${query}`);
  expect(modeOf('sslmode=require')).toBe('postgres://db/x?sslmode=verify-full');
  expect(modeOf('a=1&sslmode=verify-ca&sslrootcert=/ca')).toBe(
    'postgres://db/x?a=1&sslmode=verify-full&sslrootcert=/ca',
  );
  expect(modeOf('sslmode=no-verify')).toBe('postgres://db/x?sslmode=no-verify');
  expect(modeOf('uselibpqcompat=true&sslmode=require')).toBe('postgres://db/x?uselibpqcompat=true&sslmode=require');
});

test('the authorities of the machine are those that Node knows', () => {
  const given = (query: string) => databaseAddress(`postgres://db/x?${query}`);
  expect(given('sslrootcert=system')).toBe('postgres://db/x?sslmode=verify-full');
  expect(given('a=1&sslrootcert=system')).toBe('postgres://db/x?a=1&sslmode=verify-full');
  expect(given('sslmode=require&sslrootcert=system&a=1')).toBe('postgres://db/x?sslmode=verify-full&a=1');
  expect(given('sslmode=verify-full&sslrootcert=/etc/system')).toContain('sslrootcert=/etc/system');
});

test('the name of an application in an address is left out, since sessions have names that others read', () => {
  const without = (query: string) => databaseAddress(`postgres://db/x${query}`);
  expect(without('?application_name=shop')).toBe('postgres://db/x');
  expect(without('?application_name=shop&a=1')).toBe('postgres://db/x?a=1');
  expect(without('?a=1&fallback_application_name=s%20h&b=2')).toBe('postgres://db/x?a=1&b=2');
});

test.each(['postgres://shop:x@one.example:5432,two.example:5432/shop', 'postgres:///shop?host=one,two'])(
  'several hosts in one address are refused in words: %s',
  (address) => {
    expect(mistakeIn(address)).toMatch(/^names several hosts/);
  },
);

test.each([
  ['postgres://127.0.0.1:abc/d', /^has a port that is none: it must be a number from 1 to 65535$/],
  ['postgres://shop:x@db.example/d?port=abc', /^has a port that is none/],
  ['postgres:///d?host=/run/postgresql&port=0', /^has a port that is none/],
  ['postgres://fe80::7:5432/d', /^has an IPv6 address, which stands in brackets/],
  ['postgres://u:p@::1/d', /^has an IPv6 address, which stands in brackets/],
  ['postgres://u:p@h:99999/d', /^has a port that is none/],
  ['postgres://u:p@h:0/d', /^has a port that is none/],
  ['postgres://u:p@[::1]:54x2/d', /^has a port that is none/],
  ['postgres://u:p@h/d?sslmode=on', /^has an sslmode that is none: it must be disable, prefer/],
  ['postgres://u:p@h/d?options=%zz', /^has options that cannot be read: write each % as %25$/],
  ['postgres://u:p@h/d?a=b&statement_timeout=9', /^has statement_timeout, which the service sets/],
  ['postgres://u:p@h/d?binary=true', /^has binary, which the service sets/],
])('%s is blamed for what is wrong in it', (address, sentence) => {
  expect(mistakeIn(address)).toMatch(sentence);
});
