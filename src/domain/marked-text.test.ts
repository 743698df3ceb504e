import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkedText, withoutMarks } from './marked-text.ts';

describe('marked text', () => {
  test('has paragraphs, lines, lists, bold and links', () => {
    const text =
      'Made **to order** in Inari.\nBy hand.\n\n- Wool\n- [Care](https://fjord.example/care?a=1&b=2)\n\nThanks.';
    expect(parseMarkedText(text)).toEqual([
      {
        kind: 'paragraph',
        lines: [
          [{ text: 'Made ' }, { text: 'to order', strong: true }, { text: ' in Inari.' }],
          [{ text: 'By hand.' }],
        ],
      },
      { kind: 'list', items: [[{ text: 'Wool' }], [{ text: 'Care', href: 'https://fjord.example/care?a=1&b=2' }]] },
      { kind: 'paragraph', lines: [[{ text: 'Thanks.' }]] },
    ]);
  });

  test('may begin a list below a paragraph without an empty line', () => {
    expect(parseMarkedText('You get:\r\n- a jacket\r\n* a bag').map(({ kind }) => kind)).toEqual(['paragraph', 'list']);
  });

  test.each([
    '<script>alert(1)</script>',
    '[a](javascript:alert(1))',
    '[a](http://fjord.example)',
    '[a](//fjord.example)',
    '[a](https://user:secret@fjord.example)',
    '[a](https://exa mple)',
    '[a](https://[)',
    '** not bold **or',
    'a * b ** c',
    '__proto__',
  ])('reads %s as plain text', (text) => {
    expect(parseMarkedText(text)).toEqual([{ kind: 'paragraph', lines: [[{ text }]] }]);
  });

  test('has no blocks when it is empty or blank', () => {
    expect(parseMarkedText('')).toEqual([]);
    expect(parseMarkedText(' \n\n \n')).toEqual([]);
  });

  test('has links to https alone, and is read quickly, for any text', () => {
    const part = fc.constantFrom('**', '[', '](', 'https://', 'javascript:', ')', '\n', '- ', ' ', 'a', '"', '<', 'é');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 400 }), (parts) => {
        const links = parseMarkedText(parts.join('')).flatMap((block) =>
          (block.kind === 'list' ? block.items : block.lines).flat().flatMap(({ href }) => href ?? []),
        );
        expect(links.every((href) => href.startsWith('https://') && !/["<>\s]/.test(href))).toBe(true);
      }),
    );
    for (const nasty of ['**', '[', '[a](', '- ', '\n \n']) parseMarkedText(nasty.repeat(1_000));
  });

  test('can be shown without its marks', () => {
    expect(withoutMarks('Made **to order**, [read on](https://fjord.example).')).toBe('Made to order, read on.');
  });
});
