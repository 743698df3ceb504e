import { expect, test } from 'vitest';
import { Mistake } from './config-values.ts';
import { mailServer } from './mail-server.ts';

function mistakeIn(address: string): string {
  try {
    expect(mailServer(address)).toBe(address);
    return '';
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return error.message;
  }
}

const PIECES = 'Zq7';
test.each([
  ['a number sign', 'smtps://shop:12#Zq7@mail.example:465'],
  ['a slash', 'smtps://shop:12/Zq7@mail.example:465'],
  ['a slash behind letters', 'smtps://shop:ab/Zq7@mail.example:465'],
  ['a question mark', 'smtps://shop:12?Zq7@mail.example:465'],
  ['an encoded sign that is no text', 'smtps://shop:ab%FFZq7@mail.example:465'],
])('a password with %s that is not encoded is refused, and no piece of it is shown', (_what, address) => {
  const said = mistakeIn(address);
  expect(said).toMatch(/^cannot be read: write the signs of its password/);
  expect(said).not.toContain(PIECES);
});

test.each(['smtps://', 'smtp:', 'smtps:///', 'smtps://:465', 'smtps:mail.example:465', 'mail.example:465'])(
  '%s names no server',
  (address) => {
    expect(mistakeIn(address)).toMatch(/^must be an address such as smtps:/);
  },
);

test('a port that is none is said', () => {
  for (const port of ['0', '70000', 'x'])
    expect(mistakeIn(`smtps://mail.example:${port}`)).toMatch(/^has a port that is none/);
});

test.each([
  'smtps://shop:p@ss@mail.example:465',
  'smtps://shop%40mail.example:12%2334@mail.example:465',
  'smtp://shop:50%off@mail.example:587/',
  'smtp://127.0.0.1:1025',
  'smtp://[::1]:1025',
  'smtps://shop:x@mail.example?tls.rejectUnauthorized=false',
])('%s is an address', (address) => {
  expect(mistakeIn(address)).toBe('');
});
