import { describe, expect, test } from 'vitest';
import { createSecretBox } from './crypto.ts';

const [OLD, NEW] = ['the old key of the tests, long enough', 'the new key of the tests, long enough'];

describe('secrets outlive the key that sealed them, while it is known', () => {
  const old = createSecretBox(OLD);
  const rotating = createSecretBox(NEW, [OLD, NEW]);
  const fresh = createSecretBox(NEW);

  test('what either key sealed is opened; what is new is sealed with the present one', () => {
    expect(rotating.open(old.seal('süß'))).toBe('süß');
    expect(fresh.open(rotating.seal('süß'))).toBe('süß');
    expect(() => old.open(rotating.seal('süß'))).toThrow('A secret was sealed with a key that is not here');
    expect(() => fresh.open(old.seal('süß'))).toThrow();
  });

  test('sealed again, the old key is needed no more; what is sealed with the present one stays', () => {
    const resealed = rotating.reseal(old.seal('süß'));
    expect(resealed && fresh.open(resealed)).toBe('süß');
    expect(rotating.reseal(fresh.seal('süß'))).toBeNull();
    expect(() => rotating.reseal(createSecretBox('somebody else’s key, also long enough').seal('x'))).toThrow();
  });

  test('what was derived with either key matches its own purpose and text', () => {
    for (const box of [old, fresh]) expect(rotating.matches('checkout', 'id', box.derive('checkout', 'id'))).toBe(true);
    expect(rotating.derive('checkout', 'id')).toBe(fresh.derive('checkout', 'id'));
    expect(fresh.matches('checkout', 'id', old.derive('checkout', 'id'))).toBe(false);
    for (const [purpose, text] of [
      ['cancel-link', 'id'],
      ['checkout', 'other'],
    ] as const) {
      expect(rotating.matches(purpose, text, old.derive('checkout', 'id'))).toBe(false);
    }
    for (const shown of ['', 'ü', 'x'.repeat(43)]) expect(rotating.matches('checkout', 'id', shown)).toBe(false);
  });
});

test.each([0, 5, 12, 27, 40])('what was changed or cut to %s bytes is not opened', (length) => {
  const box = createSecretBox(NEW, [OLD]);
  const sealed = box.seal('a secret of some length');
  expect(() => box.open(sealed.subarray(0, length))).toThrow();
  const changed = Buffer.from(sealed);
  changed[length] = (changed[length] ?? 0) ^ 1;
  expect(() => box.open(changed)).toThrow();
});
