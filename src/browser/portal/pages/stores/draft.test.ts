import { expect, test } from 'vitest';
import { emptyDraft, slugOf, withLegal } from './draft.ts';

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

test('the seller of a test store is filled in, and that of a live one is left to the merchant', () => {
  const named = withLegal(emptyDraft('ada@shop.example'), { name: 'Fjord' });
  expect(named).toMatchObject({ name: 'Fjord', legal_name: 'Fjord', terms_url: 'https://example.com/terms' });
  const live = withLegal(named, { mode: 'live' });
  expect(live).toMatchObject({ mode: 'live', legal_name: '', legal_address: '', terms_url: '', privacy_url: '' });
  expect(withLegal(live, { name: 'Fjord Outdoor' }).legal_name).toBe('');
  expect(withLegal(live, { mode: 'test' })).toEqual(named);
});

test('a seller that the merchant has written stays', () => {
  const written = {
    ...emptyDraft('ada@shop.example'),
    legal_name: 'Fjord GmbH',
    terms_url: 'https://fjord.example/agb',
  };
  const live = withLegal(withLegal(written, { name: 'Fjord' }), { mode: 'live' });
  expect(live).toMatchObject({ legal_name: 'Fjord GmbH', terms_url: 'https://fjord.example/agb', legal_address: '' });
});
