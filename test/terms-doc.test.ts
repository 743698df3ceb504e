import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../src/domain/country.ts';
import { termsAcceptance } from '../src/domain/terms-acceptance.ts';

const text = await readFile(new URL('../docs/guides/consumer-information.md', import.meta.url), 'utf8');
const listed = [...text.matchAll(/^\| ([A-Z]{2}) \| .{10,} \|$/gm)].map(([, country]) => country);

test('the guide lists the countries where a sentence takes the place of the box for the terms, each with its law', () => {
  expect(listed.sort()).toEqual(COUNTRIES.filter((country) => termsAcceptance(country, 'law') === 'button'));
});
