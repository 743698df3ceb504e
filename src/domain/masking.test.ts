import { expect, test } from 'vitest';
import { maskEmail, maskText } from './masking.ts';

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
