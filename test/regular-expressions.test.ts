import { expect, test } from 'vitest';
import { expressionsIn, readExpressions, slowText } from './checks/regular-expressions.ts';

test.each([
  ['the end of a run', /\.+$/],
  ['a run and what follows it', /([;\t][\s"']*)'(?=[=@])/g],
  ['decimals', /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*?)0*)?$/],
  ['two runs side by side', /^x\s*\s*y/],
  ['a run inside a group', /^(?:key=(?:\w+-?)*)+;$/],
  ['ways that overlap', /^(a|[ab])*c$/],
  ['a begin that comes again', /<b>.*?<\/b>/gs],
  ['what stands ahead', /a(?=.*b)/g],
  ['a part that refers to another', /(\w+)=\1;/],
  ['characters beyond ASCII', /\p{L}+\d/u],
])('%s: %s takes more time than its length', (_what, expression) => {
  expect(slowText(expression)).toBeDefined();
});

test.each([/^\s*[=@]|^[\t\r\n]/, /([;\s"']+)([=@]?)/g, /(?<!\.)\.+$/, /^\d{1,9}$/, /^[^@\s]+@[^@\s]+$/, /[^ -~]/g])(
  '%s reads each character once',
  (expression) => {
    expect(slowText(expression)).toBeUndefined();
  },
);

test('literals, constructed ones and the patterns of schemas are found', () => {
  const text = `
    const SIGN = '=+';
    const literal = /a\\/b/gi;
    const built = new RegExp(\`^[\${SIGN}]\${word}$\`, 'u');
    const schema = { pattern: String.raw\`^\\d+$\` };
  `;
  const found = expressionsIn('src/x.ts', text).map(({ line, expression }) => [line, String(expression)]);
  expect(found).toEqual([
    [3, '/a\\/b/gi'],
    [4, '/^[=+]word$/u'],
    [5, '/^\\d+$/u'],
  ]);
});

test('no expression of the server takes more time than the length of a text', async () => {
  const expressions = await readExpressions();
  expect(expressions.length).toBeGreaterThan(300);
  const slow = expressions.map((one) => ({ ...one, text: slowText(one.expression) })).filter(({ text }) => text);
  expect(slow.map(({ file, line, text }) => `${file}:${line} ${JSON.stringify(text)}`)).toEqual([]);
}, 120_000);
