import { expect, test } from 'vitest';
import { browserStrings, checkBrowserCode } from './checks/browser-code.ts';

test('no string of the server holds code for browsers', async () => {
  expect(await checkBrowserCode()).toMatch(/^\d+ files$/);
});

test.each([
  ['a constant', "const SCRIPT = `\n  const list = document.getElementById('list');`;"],
  ['an inline script', "const page = html`<script>addEventListener('load', () => 1)</script>`;"],
  ['an attribute', `const button = '<button onclick="location.reload()">';`],
  ['the middle of a template', 'const script = `const a = $' + '{a}; window.a = a; const b = $' + '{b};`;'],
  ['the end of a template', 'const script = `const key = $' + "{key}; parent.postMessage({ key }, '*')`;"],
  ['a property', "const page = { script: 'sessionStorage.clear()' };"],
])('finds code for browsers in %s', (_what, source) => {
  expect(browserStrings(source)).toHaveLength(1);
});

test.each([
  ['a sentence', "throw new Error('The checkout opens in another window. Close that window.');"],
  ['a comment', '// Sets window.Service.\nconst service = 1;'],
  ['an import', "import { formatShipWindow } from './ship-window.ts';"],
  ["the server's own code", 'const from = window.from ?? document.title;'],
  ['a built script in a page', 'const page = html`<script>$' + '{trustedHtml(script.text)}</script>`;'],
])('finds none in %s', (_what, source) => {
  expect(browserStrings(source)).toEqual([]);
});
