import { expect, test } from 'vitest';
import { meantAddress } from './mail-typo.ts';

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@gmaill.com', 'ada@gmail.com'],
  ['Ada.King+wool@GMAI.com ', 'Ada.King+wool@gmail.com'],
  ['ada@gmailcom', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@yahooo.com', 'ada@yahoo.com'],
  ['ada@t-onlin.de', 'ada@t-online.de'],
])('takes %s for %s', (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant);
});

test.each([
  'ada@gmail.com',
  'ada@GMAIL.com',
  'ada@mail.com',
  'ada@ymail.com',
  'ada@email.com',
  'ada@yahoo.de',
  'ada@hotmail.dk',
  'ada@outlook.fr',
  'ada@gmx.at',
  'ada@firma.de',
  'ada@gail.example',
  'ada@',
  'ada',
  '',
  '@',
])('leaves %s as it is', (typed) => {
  expect(meantAddress(typed)).toBeUndefined();
});
