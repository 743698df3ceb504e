import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fontTables, weightAxis, woff2Of, woffOf } from '../../test/support/asset-files.ts';
import { readFont } from './font-file.ts';

describe.each([
  ['font/woff2', woff2Of],
  ['font/woff', woffOf],
])('%s', (type, pack) => {
  const file = pack();

  test('is known by its bytes, with its weight', () => {
    expect(readFont(file)).toEqual({ type, weightMin: 400, weightMax: 400 });
  });

  test('a variable one has the range of its axis', () => {
    const variable = pack([...fontTables(), weightAxis(300, 800)]);
    expect(readFont(variable)).toEqual({ type, weightMin: 300, weightMax: 800 });
  });

  test('cut off or with more behind its end, it is refused', () => {
    for (const length of [0, 4, 20, 47, 60, file.length >> 1, file.length - 1])
      expect(typeof readFont(file.subarray(0, length))).toBe('string');
    expect(readFont(Buffer.concat([file, Buffer.from('<script>alert(1)</script>')]))).toMatch(/cut off, or something/);
  });

  test('a length that hides what follows the tables is refused', () => {
    const longer = Buffer.concat([file, Buffer.alloc(64, 60)]);
    longer.writeUInt32BE(longer.length, 8);
    expect(readFont(longer)).toMatch(/cut off, or something/);
  });

  test('without one of the tables that browsers need, it is refused', () => {
    expect(readFont(pack(fontTables().filter(({ tag }) => tag !== 'cmap')))).toBe('its table cmap is missing');
  });

  test('tables that say they are huge are refused before they are unpacked', () => {
    expect(readFont(pack([...fontTables(), { tag: 'BIG ', data: Buffer.alloc(5 * 1024 * 1024) }]))).toMatch(
      /too large/,
    );
  });

  test('too many tables are refused', () => {
    const many = Array.from({ length: 65 }, (_, index) => ({ tag: `t${index}`.padEnd(4), data: Buffer.alloc(4) }));
    expect(readFont(pack(many))).toMatch(/1 to 64 tables/);
  });

  test('damaged anywhere, it is read or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(255), (at, value) => {
        const damaged = Buffer.from(file);
        damaged[at] = value;
        expect(['string', 'object']).toContain(typeof readFont(damaged));
      }),
      { numRuns: 60 },
    );
  });
});

test.each(['', '\0\x01\0\0 a TrueType file', 'OTTO', '<!doctype html>', 'wOF3'])(
  '%j is no font for the web',
  (text) => {
    expect(readFont(Buffer.from(text, 'latin1'))).toBe('it is not a WOFF2 or WOFF file');
  },
);
