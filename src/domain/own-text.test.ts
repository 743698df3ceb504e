import { describe, expect, test } from 'vitest';
import { AppError } from './error.ts';
import { CHARACTERS_MAX, checkOwnText, type OwnTextRule, requiredOf, variablesOf } from './own-text.ts';

const SUBJECT: OwnTextRule = {
  part: 'subject',
  original: 'New date for {reference} at {store}: {window}',
  filled: ['reference', 'store'],
};
const TEXT: OwnTextRule = { part: 'text', original: 'Pay {amount} by {date}.', filled: ['reference', 'store'] };
const LABEL: OwnTextRule = { part: 'label', original: 'Pre-order', filled: [] };

function refused(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const check = (text: string, rule: OwnTextRule) => checkOwnText(text, rule, 'texts.key');

test('facts of our text must stay, and names may go', () => {
  expect(requiredOf(SUBJECT)).toEqual(['reference', 'window']);
  expect(requiredOf(TEXT)).toEqual(['amount', 'date']);
  expect(variablesOf(TEXT)).toEqual(['amount', 'date', 'reference', 'store']);
  expect(check('{reference}: now {window}', SUBJECT)).toBe('{reference}: now {window}');
  expect(refused(() => check('A new date: {window}', SUBJECT))).toMatchObject({
    code: 'missing_variable',
    info: { param: 'texts.key', data: { variable: 'reference' } },
  });
});

test('a variable that nothing fills is refused with those that there are', () => {
  expect(refused(() => check('Pay {amount} by {date}, {firstname}.', TEXT))).toMatchObject({
    code: 'unknown_variable',
    info: { data: { variable: 'firstname', known: 'amount date reference store' } },
  });
  for (const text of ['{', '}', 'a {store', '{{store}}'])
    expect(refused(() => check(`${text} {amount} {date}`, TEXT)).code, text).toBe('invalid_parameter');
});

describe('a text', () => {
  test('is trimmed, and keeps its lines', () => {
    expect(check('  Pay {amount}\r\nby {date}. ', TEXT)).toBe('Pay {amount}\nby {date}.');
    expect(refused(() => check('Order\nnow', LABEL)).code).toBe('invalid_parameter');
  });

  test('is as long as its place allows', () => {
    const longest = 'x'.repeat(CHARACTERS_MAX.label);
    expect(check(longest, LABEL)).toBe(longest);
    expect(refused(() => check(`${longest}x`, LABEL)).code).toBe('invalid_parameter');
    expect(refused(() => check(' ', LABEL)).code).toBe('invalid_parameter');
  });

  test.each(['a\u0000b', 'a\u202eb', 'a\u2028b', '\ud800', 'a\tb'])('has no characters like %j', (text) => {
    expect(refused(() => check(text, LABEL)).code).toBe('invalid_parameter');
  });

  test('may have markup: it is shown as it is written', () => {
    expect(check('<b>Now</b>', LABEL)).toBe('<b>Now</b>');
  });
});
