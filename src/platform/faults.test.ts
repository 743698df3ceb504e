import { describe, expect, test } from 'vitest';
import { describeFault, faultText, hideAddresses } from './faults.ts';

describe('a fault is described without personal data', () => {
  test.each([
    ["Can't send mail - all recipients were rejected: 550 5.1.1 <ada+1@example.com>: No such user", 'ada+1'],
    ['user=zoë@müller.example', 'müller'],
    ['connect to smtps://user:pa55word@mail.example.com:465 failed', 'pa55word'],
  ])('%s', (text, secret) => {
    const { message, stack } = describeFault(new Error(text));
    expect(message).toContain('(address)');
    expect(message).not.toContain(secret);
    expect(stack).not.toContain(secret);
    expect(stack).toMatch(/^\s+at /);
  });

  test('the description of a database error has no value and no row, but keeps names and the code', () => {
    const error = Object.assign(new Error('invalid input syntax for type uuid: "Ada Lovelace"'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Failing row contains (Ada, Invalidenstraße 116).',
      where: 'Ada',
    });
    const text = JSON.stringify(describeFault(error));
    expect(text).not.toMatch(/Ada|Invaliden/);
    expect(text).toContain('22P02');
    const named = Object.assign(new Error('duplicate key value violates unique constraint "alert_once"'), {
      severity: 'ERROR',
      code: '23505',
    });
    expect(describeFault(named).message).toContain('alert_once');
  });

  test.each([
    'ungültige Eingabesyntax für Typ uuid: »Ada Lovelace«',
    'syntaxe en entrée invalide pour le type uuid : « Ada Lovelace »',
    'недопустимый синтаксис для типа uuid: "Ada Lovelace"',
    '無効な型 uuid の入力構文です: "Ada Lovelace"',
  ])('also where the server speaks another language: %s', (text) => {
    const error = Object.assign(new Error(text), { severity: 'ERROR', code: '22P02' });
    expect(describeFault(error).message).not.toContain('Ada');
  });

  test('causes are described in the same way, and a cause that contains itself comes to an end', () => {
    const error = new Error('outer', { cause: new Error('inner of ada@example.com') });
    expect(describeFault(error).cause).toMatchObject({ message: 'inner of (address)' });
    const loop = new Error('loop');
    loop.cause = loop;
    expect(JSON.stringify(describeFault(loop)).length).toBeLessThan(50_000);
  });

  test('nothing is kept of a thrown value that is not an error', () => {
    expect(describeFault('ada@example.com')).toEqual({
      type: 'string',
      message: 'the thrown value is not an error',
    });
  });
});

describe('a message of others', () => {
  const message = 'bad\n    at ada@mail.example says hello\n    at once (of:1:1)';

  test.each([
    ['as it was', {}],
    ['that was replaced', { message: 'another' }],
    ['that has other words for the log', { logged: 'bad' }],
  ])('%s has no lines among the frames', (_, later) => {
    const error = new Error(message);
    expect(error.stack).toContain('ada'); // it is written when it is first read
    const { stack = '' } = describeFault(Object.assign(error, later));
    expect(stack).not.toMatch(/ada|once/);
  });

  test('keeps the frames of the code', () => {
    expect(describeFault(new Error(message)).stack).toContain('faults.test.ts');
    expect(describeFault(new Error('')).stack).toContain('faults.test.ts');
  });

  test.each(['\n', '\r', '\u001b[2K', '\u0085', '\u2028', '\u2029', '\u0000'])(
    'is one line for a terminal: %j',
    (sign) => {
      const error = Object.assign(new Error(`bad${sign}level=info all is well`), {
        name: `Odd${sign}`,
        code: `E${sign}`,
      });
      const [first] = faultText(error).split('\n    at ');
      expect(first).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(first).toContain('all is well');
    },
  );
});

test('a text without an address stays unchanged', () => {
  const text = 'job 12 (preorder.placed) at 10:00: no answer within 5 s, see a@ and @b';
  expect(hideAddresses(text)).toBe(text);
});
