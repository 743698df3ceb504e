import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jpegOf, pngOf, pngWith, webpOf } from '../../test/support/asset-files.ts';
import { readImage } from './image-file.ts';

describe.each([
  ['image/png', pngOf(120, 40)],
  ['image/jpeg', jpegOf(120, 40)],
  ['image/webp', webpOf(120, 40)],
])('%s', (type, file) => {
  test('is known by its bytes, with its size', async () => {
    expect(await readImage(file)).toEqual({ type, width: 120, height: 40 });
  });

  test('cut off anywhere, it is refused', async () => {
    for (let length = 0; length < file.length; length++)
      expect(typeof (await readImage(file.subarray(0, length)))).toBe('string');
  });

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an archive', 'PK\u0003\u0004'],
    ['one byte', '\0'],
  ])('with %s behind its end, it is refused', async (_what, more) => {
    expect(await readImage(Buffer.concat([file, Buffer.from(more)]))).toMatch(/follows the end/);
  });

  test('with something before it, it is refused', async () => {
    expect(await readImage(Buffer.concat([Buffer.from('GIF89a'), file]))).toMatch(/not a PNG, JPEG or WebP/);
  });

  test('damaged anywhere, it is read or refused, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(255), async (at, value) => {
        const damaged = Buffer.from(file);
        damaged[at] = value;
        expect(['string', 'object']).toContain(typeof (await readImage(damaged)));
      }),
    );
  });
});

test.each([
  ['a vector drawing', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'],
  ['a GIF', `GIF89a${'\0'.repeat(60)}`],
  ['a page', `<!doctype html><title>Logo</title>${' '.repeat(60)}`],
  ['nothing', ''],
])('%s is no image', async (_what, text) => {
  expect(await readImage(Buffer.from(text))).toMatch(/not a PNG, JPEG or WebP/);
});

test('an animation is refused', async () => {
  expect(await readImage(pngOf(40, 40, [['acTL', Buffer.alloc(8)]]))).toBe('it is an animation');
  expect(await readImage(webpOf(40, 40, true))).toBe('it is an animation');
});

test('a PNG with a changed pixel is damaged', async () => {
  const file = pngOf(40, 40);
  const at = file.indexOf('IDAT') + 6;
  file[at] = (file[at] ?? 0) ^ 1;
  expect(await readImage(file)).toBe('a part of it is damaged');
});

describe('the pixels of a PNG', () => {
  // 40 × 40 pixels of three bytes. Each row has a byte more, and an interlaced image has 75 rows in its seven passes.
  const ROWS = 40 * 121;
  const PASSES = 40 * 40 * 3 + 75;

  test('fit its size, also interlaced', async () => {
    expect(await readImage(pngWith({ width: 40, height: 40 }, Buffer.alloc(ROWS)))).toMatchObject({ width: 40 });
    const interlaced = { width: 40, height: 40, interlaced: true };
    expect(await readImage(pngWith(interlaced, Buffer.alloc(PASSES)))).toMatchObject({ width: 40 });
    expect(await readImage(pngWith(interlaced, Buffer.alloc(ROWS)))).toMatch(/unpacked|fewer/);
  });

  test('that unpack to more are refused before they take the memory', async () => {
    const before = process.memoryUsage().rss;
    const bomb = pngWith({ width: 40, height: 40 }, Buffer.alloc(100 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(128 * 1024);
    const made = process.memoryUsage().rss;
    expect(await readImage(bomb)).toBe('its pixels cannot be unpacked to its size');
    expect(process.memoryUsage().rss - Math.max(before, made)).toBeLessThan(50 * 1024 * 1024);
  });

  test('that are missing, or too many to unpack, are refused', async () => {
    expect(await readImage(pngWith({ width: 40, height: 40 }, Buffer.alloc(ROWS - 1)))).toBe(
      'it has fewer pixels than it says',
    );
    expect(await readImage(pngWith({ width: 30_000, height: 30_000 }, Buffer.alloc(9)))).toBe('it has too many pixels');
  });

  test('are not unpacked for a size that is refused', async () => {
    const damaged = pngWith({ width: 4_000, height: 4_000 }, Buffer.alloc(9));
    expect(await readImage(damaged, ({ width }) => `it is ${width} wide`)).toBe('it is 4000 wide');
  });

  test('are unpacked while the process does other things', async () => {
    const large = pngWith({ width: 4_000, height: 4_000 }, Buffer.alloc(4_000 * 12_001));
    let turns = 0;
    let isRead = false;
    const turn = () => {
      turns += 1;
      if (!isRead) setImmediate(turn);
    };
    setImmediate(turn);
    expect(await readImage(large)).toMatchObject({ width: 4_000 });
    isRead = true;
    expect(turns).toBeGreaterThan(20);
  });
});

test('random bytes behind a good start end in a refusal', async () => {
  const starts = [pngOf(40, 40), jpegOf(40, 40), webpOf(40, 40)].map((file) => file.subarray(0, 24));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2_000 }), async (start, rest) => {
      const facts = await readImage(Buffer.concat([start, rest]));
      expect(['string', 'object']).toContain(typeof facts);
    }),
  );
});
