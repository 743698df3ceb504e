import { expect, test } from 'vitest';
import { hardWords } from './checks/plain-words.ts';

test.each([
  ['src/core/links.ts', '/** The same for a link that was used. */\nconst one = 1;', /“The same” in a doc comment/],
  ['src/core/links.ts', '/**\n * As the mail says it.\n */\nconst one = 1;', /“As” in a doc comment/],
  ['src/core/links.ts', 'call(); // whoever holds the link', /“whoever” in a comment/],
  ['src/core/links.ts', '// It says nothing to who asked.', /“to who” in a comment/],
  ['src/core/links.ts', "log('The entry names nobody.');", /“names nobody” in a message/],
  ['src/core/links.ts', "log('What of the answer is left.');", /“What of the” in a message/],
  ['src/core/links.ts', 'log(`Lost. Should it come back, it is kept.`);', /“if it …”/],
  ['src/core/links.ts', 'try {} catch {\n  // asked in vain\n}', /“in vain” in a comment/],
  ['src/core/links.test.ts', "test('a shop without products', run);", /“shop” in a message: write store/],
  ['src/core/links.test.ts', "expect(code, 'it should be 0').toBe(0);", /“should” in an assertion message/],
  ['src/core/links.test.ts', 'expect(code, `The command should pass.`).toBe(0);', /“should” in an assertion message/],
  ['src/frame.tsx', 'const view = <p>Your reservation is kept.</p>;', /“reservation” in a message/],
  ['src/frame.css', '/* As wide as\n   the shop. */\na {}', /“shop” in a comment/],
  ['docs/guide.md', '# Mails\n\nThey go to\nwho waits.', /^docs\/guide\.md:3: “to who” in a page/],
  ['docs/guide.md', '| a | b |\n|---|---|\n| mails | and its like |', /^docs\/guide\.md:3: .* write “such as”/],
  ['src/core/links.ts', 'const link = {\n  ...{ id, url },\n};', /^src\/core\/links\.ts:2: a literal is spread/],
  ['src/core/links.ts', 'const links = [...[1, 2], 3];', /a literal is spread/],
])('finds in %s: %s', (path, text, problem) => {
  expect(hardWords(path, text)).toEqual([expect.stringMatching(problem)]);
});

test.each([
  ['src/core/links.ts', '/** Returns the same link. */\nconst one = 1;'],
  ['src/core/links.ts', "const shop = await openShop('https://shop.example/a b');"],
  ['src/core/links.ts', "const text = 'gid://shopify/Product/1 of a workshop';"],
  ['src/core/links.ts', "fail('Nobody else can get it: the shopper is told who may ask.');"],
  ['src/core/links.ts', 'const link = { ...(url ? { url } : {}), ...defaults };'],
  ['src/core/links.ts', 'const wanted = shouldHavePaid(line); // what the line item should have paid'],
  ['src/frame.tsx', 'const view = <p>Where should it go?</p>;'],
  ['src/frame.css', '.shop { color: red }'],
  ['src/messages/en.ts', "const text = 'The reservation ends.';"],
  ['docs/guide.md', 'Run `create --shop shop`:\n\n```sh\n./service whoever\n```\n\n[here](shop.md)'],
])('allows in %s: %s', (path, text) => {
  expect(hardWords(path, text)).toEqual([]);
});
