import { expect, test } from 'vitest';
import { slugOf } from './draft.ts';

test.each([
  ['Søn', 'son'],
  ['STRAẞE & Maß', 'strasse-mass'],
  ['Łódź Đorđe', 'lodz-dorde'],
  ['Æbleskiver, Œuvre', 'aebleskiver-oeuvre'],
  ['Smørrebrød Åre', 'smorrebrod-are'],
  ['Þór & Ísland', 'thor-island'],
  ['İstanbul ıhlamur', 'istanbul-ihlamur'],
  ['Fjord & Fjell GmbH', 'fjord-fjell-gmbh'],
  ['東京', ''],
])('the short name of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
