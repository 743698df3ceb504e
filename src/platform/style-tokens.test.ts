import { expect, test } from 'vitest';
import { withTokens } from './style-tokens.ts';

test('puts in the values of the token file', () => {
  expect(withTokens('a{color:var(--link);padding:var(--space-1) var(--space-4)}')).toBe(
    'a{color:light-dark(#1b4fd1,#9dbcff);padding:0.25rem 1rem}',
  );
});

test('gives the colours of one scheme', () => {
  expect(withTokens('color: var(--text)', { scheme: 'light' })).toBe('color: #191c22');
  expect(withTokens('color: var(--text)', { scheme: 'dark' })).toBe('color: #eceef2');
  expect(withTokens('outline-color: var(--focus-outside)', { scheme: 'dark' })).toBe('outline-color: #1d4ed8');
});

test("leaves a sheet's own names alone and refuses unknown ones", () => {
  const own = ':root{--ease:0s}a{transition:color var(--ease)}';
  expect(withTokens(own)).toBe(own);
  expect(() => withTokens('a{color:var(--txet)}')).toThrow('src/browser/ui/tokens.css has no --txet');
});

test('gives its own values to those who have some, and only for tokens of the file', () => {
  const own = new Map([
    ['--link', 'light-dark(#00f,#9cf)'],
    ['--ease', '1s'],
  ]);
  expect(withTokens('a{color:var(--link);background:var(--surface)}', { own })).toBe(
    'a{color:light-dark(#00f,#9cf);background:light-dark(#fff,#16181d)}',
  );
  expect(withTokens('a{color:var(--link)}', { scheme: 'dark', own })).toBe('a{color:#9cf}');
  expect(withTokens(':root{--ease:0s}a{transition:color var(--ease)}', { own })).toContain('var(--ease)');
});
