import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

test('every common password that is long enough is refused, also in capitals, doubled and with a year', () => {
  const long = dictionary['passwords-common'].filter((word) => word.length >= 12);
  expect(long.length).toBeGreaterThan(300);
  const top = dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, 150);
  const made = top.flatMap((word) => [word + word, `${word}123456`]).filter((word) => word.length >= 12);
  const accepted: string[] = [];
  for (const word of [...long, ...made, ...long.slice(0, 50).map((one) => one.toUpperCase())]) {
    if (!isCommonPassword(word, [])) accepted.push(word);
  }
  expect(accepted).toEqual([]);
});

test.each(['P@ssw0rd1234', 'qwertzuiop12', 'Christopher1', 'manchesterunited', 'preorderportal'])(
  '%s is common',
  (password) => {
    expect(isCommonPassword(password, ['preorder', 'portal'])).toBe(true);
  },
);

test.each(['seven grey herons', 'Xk9#mLw2pQz7', 'grün und blau karierte'])('%s is not', (password) => {
  expect(isCommonPassword(password, [])).toBe(false);
});
