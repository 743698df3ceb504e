import { expect, test } from 'vitest';
import { withTokens } from './style-tokens.ts';

test('puts in the values of the token file', () => {
  expect(withTokens('a{color:var(--link);padding:var(--space-1) var(--space-4)}')).toBe(
    'a{color:light-dark(#1b4fd1,#9dbcff);padding:0.25rem 1rem}',
  );
});

test('gives the colours of one scheme', () => {
  expect(withTokens('color: var(--text)', 'light')).toBe('color: #191c22');
  expect(withTokens('color: var(--text)', 'dark')).toBe('color: #eceef2');
  expect(withTokens('outline-color: var(--focus-outside)', 'dark')).toBe('outline-color: #1d4ed8');
});

test("leaves a sheet's own names alone and refuses unknown ones", () => {
  const own = ':root{--ease:0s}a{transition:color var(--ease)}';
  expect(withTokens(own)).toBe(own);
  expect(() => withTokens('a{color:var(--txet)}')).toThrow('src/browser/ui/tokens.css has no --txet');
});
