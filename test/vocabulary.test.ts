import { expect, test } from 'vitest';
import { businessWords, checkVocabulary } from './checks/vocabulary.ts';

test('the platform uses no words of the business', async () => {
  expect(await checkVocabulary()).toMatch(/^\d+ files$/);
});

test.each([
  ['a table', "await sql.query('DELETE FROM checkout WHERE id = $1');"],
  ['a name', 'const liveStores = 1;'],
  ['a topic', "const TOPIC = 'stock.changed';"],
  ['part of a template', `const SQL = \`SELECT 1 FROM \${schema}.webhook_message\`;`],
])('finds a word of the business in %s', (_what, source) => {
  expect(businessWords(source)).toHaveLength(1);
});

test.each([
  ['a comment', '// Every product page waits for it.\nconst wait = 1;'],
  ['a directive of HTTP', "reply.header('cache-control', 'no-store');"],
  ['a sentence', "throw new Error('The sale queue is full. Come again.');"],
])('finds no word of the business in %s', (_what, source) => {
  expect(businessWords(source)).toEqual([]);
});
