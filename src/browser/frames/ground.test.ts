import { expect, test } from 'vitest';
import { isLight } from './ground.ts';

test.each(['rgb(255, 255, 255)', 'rgba(236, 238, 242, 0.8)', 'oklch(0.967 0.003 264.5)', 'oklab(0.95 0 0)'])(
  '%s is light',
  (color) => {
    expect(isLight(color)).toBe(true);
  },
);

// Includes a colour format that the function does not parse.
test.each([
  '',
  'color(display-p3 0.9 0.9 0.9)',
  'rgb(0, 0, 0)',
  'rgb(25, 28, 34)',
  'oklch(0.278 0.033 256.8)',
  'oklab(0.2 -0.9 0.9)',
])('%s is not', (color) => {
  expect(isLight(color)).toBe(false);
});
