import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReference, parseReference } from './reference.ts';

const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 });

describe('pre-order references', () => {
  test('have the form PO-XXXX-XXXX-X and are read back however a person types them', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const reference = createReference(random);
        expect(reference).toMatch(/^PO-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$/);
        expect(parseReference(reference)).toBe(reference);
        expect(parseReference(` ${reference.toLowerCase().replaceAll('-', ' ')} `)).toBe(reference);
        expect(parseReference(reference.slice(3).replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(reference);
      }),
    );
  });

  test('use all 40 bits', () => {
    expect(createReference(new Uint8Array([0, 0, 0, 0, 0]))).toBe('PO-0000-0000-0');
    expect(createReference(new Uint8Array([255, 255, 255, 255, 255]))).toMatch(/^PO-ZZZZ-ZZZZ-/);
  });

  test('with a single wrong letter are refused', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 31 }), (random, place, shift) => {
        const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        const plain = createReference(random).slice(3).replaceAll('-', '');
        const wrong = letters[(letters.indexOf(plain[place] ?? '') + shift) % 32];
        expect(parseReference(plain.slice(0, place) + wrong + plain.slice(place + 1))).toBeNull();
      }),
    );
  });

  test.each(['', 'PO', 'PO-7K2M-9QXT', 'PO-UUUU-UUUU-U', 'x'.repeat(10_000), '\0', "' OR 1=1"])(
    '%j is not a reference',
    (text) => {
      expect(parseReference(text)).toBeNull();
    },
  );
});
