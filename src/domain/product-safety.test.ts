import { describe, expect, test } from 'vitest';
import { checkSafety, cleanText, contactLink, namesMaker, saysNothing, warningsFor } from './product-safety.ts';

const maker = { name: 'Aurora AB', address: 'Storgatan 1\r\n111 22 Stockholm', contact: 'safety@aurora.example' };
const empty = { maker: null, responsible: null, warnings: {} };

test('keeps what is complete, with plain line breaks and languages in order', () => {
  const given = { maker, responsible: null, warnings: { sv: ' Inte för barn. ', DE: 'Nicht für Kinder.', en: '  ' } };
  expect(checkSafety(given)).toEqual({
    maker: { ...maker, address: 'Storgatan 1\n111 22 Stockholm' },
    responsible: null,
    warnings: { de: 'Nicht für Kinder.', sv: 'Inte för barn.' },
  });
  expect(saysNothing(checkSafety({ ...empty, warnings: { en: '' } }))).toBe(true);
});

test.each([
  ['maker.name', { ...empty, maker: { ...maker, name: ' ' } }],
  ['maker.name', { ...empty, maker: { ...maker, name: 'Two\nlines' } }],
  ['maker.name', { ...empty, maker: { ...maker, name: 'a'.repeat(201) } }],
  ['maker.name', { ...empty, maker: { ...maker, name: '\u202eAurora' } }],
  ['maker.address', { ...empty, maker: { ...maker, address: '' } }],
  ['maker.contact', { ...empty, maker: { ...maker, contact: 'by telephone' } }],
  ['responsible_person.contact', { ...empty, responsible: { ...maker, contact: '' } }],
  ['warnings.en', { ...empty, warnings: { en: 'a'.repeat(3_001) } }],
  ['warnings', { ...empty, warnings: { english: 'Hot.' } }],
])('refuses %s', (param, safety) => {
  const info = expect.objectContaining({ param });
  expect(() => checkSafety(safety)).toThrow(expect.objectContaining({ code: 'invalid_parameter', info }));
});

test.each([
  ['safety@aurora.example', 'mailto:safety@aurora.example'],
  ['https://aurora.example/safety', 'https://aurora.example/safety'],
  ['javascript:alert(1)', null],
  ['https://a:b@aurora.example', null],
  ['a@b.example?bcc=c@d.example', null],
  ['+46 8 123', null],
])('%s leads to %s', (contact, link) => {
  expect(contactLink(contact)).toBe(link);
});

describe('warnings', () => {
  const warnings = { de: 'Heiß.', en: 'Hot.', sv: 'Het.' };
  test.each([
    [['de', 'sv'], 'Heiß.'],
    [['fr', 'sv'], 'Het.'],
    [['fr', 'it'], 'Hot.'],
  ])('for %s', (languages, text) => expect(warningsFor(warnings, languages)?.text).toBe(text));

  test('in another language rather than none', () => {
    expect(warningsFor({ pl: 'Gorące.' }, ['fr', 'de'])).toEqual({ language: 'pl', text: 'Gorące.' });
    expect(warningsFor({}, ['fr'])).toBeNull();
  });
});

test('a maker is named with name, address and contact', () => {
  expect(namesMaker({ ...empty, maker })).toBe(true);
  expect(namesMaker({ ...empty, maker: { ...maker, address: '' } })).toBe(false);
  expect(namesMaker(null)).toBe(false);
});

test('text of others is cut and cleaned', () => {
  expect(cleanText(` a\u0000b\r\nc\u202e${'x'.repeat(300)}`, 'name')).toMatch(/^ab\ncx+$/);
  expect(cleanText('x'.repeat(300), 'name')).toHaveLength(200);
});
