import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLACK, contrast, lowestContrast, mix, parseColour, readable, WHITE } from './colour.ts';

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each([
  ['#1b4fd1', '#1b4fd1'],
  ['#1B4FD1', '#1b4fd1'],
  ['1b4fd1', '#1b4fd1'],
  [' #Fa0 ', '#ffaa00'],
])('reads %j as %j', (text, colour) => {
  expect(parseColour(text)).toBe(colour);
});

test.each(['', '#', '#12', '#1234', '#12345g', '#1234567', 'red', 'rgb(0 0 0)', '#fff;}body{}', 'url(x)', '٣٣٣'])(
  'refuses %j',
  (text) => {
    expect(parseColour(text)).toBeNull();
  },
);

test('knows the contrasts that WCAG gives as examples', () => {
  expect(contrast(BLACK, WHITE)).toBe(21);
  expect(contrast('#777777', WHITE)).toBeCloseTo(4.48, 2);
  expect(contrast('#767676', WHITE)).toBeCloseTo(4.54, 2);
  expect(contrast('#0000ff', WHITE)).toBeCloseTo(8.59, 2);
});

test('the contrast is the same both ways, and 1 to 21', () => {
  fc.assert(
    fc.property(colours, colours, (one, other) => {
      expect(contrast(one, other)).toBe(contrast(other, one));
      expect(contrast(one, other)).toBeGreaterThanOrEqual(1);
      expect(contrast(one, other)).toBeLessThanOrEqual(21);
    }),
  );
});

test('mixes from the one to the other', () => {
  expect(mix('#102030', WHITE, 0)).toBe('#102030');
  expect(mix('#102030', WHITE, 1)).toBe(WHITE);
  expect(mix(BLACK, WHITE, 0.5)).toBe('#808080');
});

test('a colour that can be read stays, and any other is moved until it can', () => {
  const need = { from: [WHITE], ratio: 4.5 };
  expect(readable('#767676', need, BLACK)).toBe('#767676');
  fc.assert(
    fc.property(colours, (colour) => {
      const found = readable(colour, need, BLACK);
      expect(lowestContrast(found, need.from)).toBeGreaterThanOrEqual(4.5);
      expect(found === colour).toBe(contrast(colour, WHITE) >= 4.5);
    }),
  );
});

test('where no colour has the contrast, it is the pole', () => {
  expect(readable('#777777', { from: [WHITE, BLACK], ratio: 4.6 }, BLACK)).toBe(BLACK);
});
