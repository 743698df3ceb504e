import { expect, test } from 'vitest';
import { maskEmail, maskLinks, maskText } from './masking.ts';

test.each([
  ['ada@mail.example', 'a•••@m•••.example'],
  ['a@b.co', 'a•••@b•••.co'],
  ['ada.lovelace@post.mail.example', 'a•••@p•••.example'],
  ['ada@localhost', 'a•••@l•••'],
  ['"a@b"@mail.example', '"•••@m•••.example'],
  ['ädä@bücher.example', 'ä•••@b•••.example'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test.each([
  ['Lovelace', 'L•••'],
  [' Å', 'Å•••'],
  ['👩‍🚀 Sally', '👩‍🚀•••'],
  ['', ''],
  ['  ', ''],
])('“%s” is shown as “%s”', (text, shown) => {
  expect(maskText(text)).toBe(shown);
});

const TOKEN = '3f2b8f0e-5a6d-4c3b-9e1f-0a1b2c3d4e5f.q2V_x-8ZK3mJt1R0YbWcNf5LhDpUe7GaSoIi4TwQk9A';
test.each([
  ['a text', `Manage:\nhttps://shop.example/links/manage/${TOKEN}\n`],
  ['an address in HTML', `<a href="https://shop.example/links/cancel/${TOKEN}">Cancel</a>`],
  ['a dot as HTML writes it', `<a href="/links/pay/${TOKEN.replace('.', '&#46;')}">`],
  ['a dot as an address writes it', `https://mail.example/?to=%2Flinks%2Fcard%2F${TOKEN.replace('.', '%2E')}`],
  ['capital letters', `https://shop.example/links/answer/${TOKEN.slice(0, 36).toUpperCase()}${TOKEN.slice(36)}`],
])('%s keeps no token of a link', (_, text) => {
  const shown = maskLinks(text);
  expect(shown).toContain('•••');
  expect(shown).not.toMatch(/q2V_x|3f2b8f0e/i);
  expect(maskLinks(shown)).toBe(shown);
});

test('an id alone, a file of a product and a host are shown as they are', () => {
  const text =
    'See https://shop.example/p/3f2b8f0e-5a6d-4c3b-9e1f-0a1b2c3d4e5f.html or 3f2b8f0e-5a6d-4c3b-9e1f-0a1b2c3d4e5f.';
  expect(maskLinks(text)).toBe(text);
});
