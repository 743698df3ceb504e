import { expect, test } from 'vitest';
import { isEmail } from './email.ts';
import { mailtoLink } from './mailto.ts';

test.each([
  'mail?bcc=eve%40evil.example&x=@shop.example',
  '?to=eve%40evil.example&subject=x@shop.example',
  "o'hara#1/a+b=c%41@shop.example",
  'grüße@müller.example',
])('a link to %s names that recipient and no other', (address) => {
  expect(isEmail(address)).toBe(true);
  const link = new URL(mailtoLink(address));
  expect([link.search, link.hash, decodeURIComponent(link.pathname)]).toEqual(['', '', address]);
});

test('a plain address stays as it is', () => {
  expect(mailtoLink('hello@fjord.example')).toBe('mailto:hello@fjord.example');
});
