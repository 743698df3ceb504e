import { describe, expect, test } from 'vitest';
import { createSecretBox } from './crypto.ts';

const [OLD, NEW] = ['the old key of the tests, long enough', 'the new key of the tests, long enough'];

describe('secrets can be opened after a key rotation while the previous key is known', () => {
  const old = createSecretBox(OLD);
  const rotating = createSecretBox(NEW, [OLD, NEW]);
  const fresh = createSecretBox(NEW);

  test('secrets of both keys are opened, and new ones are sealed with the present key', () => {
    expect(rotating.open(old.seal('süß'))).toBe('süß');
    expect(fresh.open(rotating.seal('süß'))).toBe('süß');
    expect(() => old.open(rotating.seal('süß'))).toThrow('A secret was sealed with a key that is not here');
    expect(() => fresh.open(old.seal('süß'))).toThrow();
  });

  test('a resealed secret no longer needs the old key, and a secret of the present key stays', () => {
    const resealed = rotating.reseal(old.seal('süß'));
    expect(resealed && fresh.open(resealed)).toBe('süß');
    expect(rotating.reseal(fresh.seal('süß'))).toBeNull();
    expect(() => rotating.reseal(createSecretBox('another key of the tests, long enough').seal('x'))).toThrow();
  });

  test('values derived with either key match only their own purpose and text', () => {
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

test.each([0, 5, 12, 27, 40])('a sealed secret cut to %s bytes, or changed at that byte, is not opened', (length) => {
  const box = createSecretBox(NEW, [OLD]);
  const sealed = box.seal('a secret of some length');
  expect(() => box.open(sealed.subarray(0, length))).toThrow();
  const changed = Buffer.from(sealed);
  changed[length] = (changed[length] ?? 0) ^ 1;
  expect(() => box.open(changed)).toThrow();
});
