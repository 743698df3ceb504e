import { expect, test } from 'vitest';
import { readFeed } from './xml-feed.ts';

const COLUMNS = ['id', 'title', 'price', 'link'];

async function read(text: string, size = 7) {
  const bytes = Buffer.from(text);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const rows = [];
  for await (const row of readFeed(chunks(), COLUMNS)) rows.push(row);
  return rows;
}

const rss = (items: string, begin = '<?xml version="1.0"?>') =>
  `${begin}\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Store</title>\n${items}\n</channel></rss>`;

test('RSS and Atom have a row for each entry, as Google’s names say it', async () => {
  const items = `<item><title>Plain</title><g:title>Caf\u00e9 &amp; Cr\u00e8me &eacute;</g:title><g:id>1</g:id>
<g:shipping><g:price>5 EUR</g:price></g:shipping><g:price> 12.00 EUR </g:price><link>https://s.example/?a=1&amp;b=2</link></item>
<item><g:id>2</g:id><title><![CDATA[<b>Two</b>]]> &amp;amp;</title><g:price>1</g:price><g:price>2</g:price></item>`;
  expect(await read(rss(items))).toEqual([
    { line: 1, cells: COLUMNS, unterminated: false },
    {
      line: 3,
      cells: ['1', 'Caf\u00e9 & Cr\u00e8me \u00e9', '12.00 EUR', 'https://s.example/?a=1&b=2'],
      unterminated: false,
    },
    { line: 5, cells: ['2', '<b>Two</b> &amp;', '1', ''], unterminated: false },
  ]);
  expect(await read('<rss><channel><item><id>9</id></item></channel></rss>')).toHaveLength(2);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><id>all</id><entry><id>3</id><title>T</title><link href="https://s.example/3"/></entry></feed>`;
  expect((await read(atom)).slice(1)).toMatchObject([{ cells: ['3', 'T', '', 'https://s.example/3'] }]);
});

const BOMB =
  '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';

test.each([
  ['cut off', rss('<item><g:id>1</g:id></item>').slice(0, -20), 'not_xml'],
  ['badly nested', rss('<item><g:id>1</item></g:id>'), 'not_xml'],
  ['not escaped', rss('<item><link>https://s.example/?a=1&b=2</link></item>'), 'not_xml'],
  ['entities of its own', rss('<item><title>&b;</title></item>', BOMB), 'not_xml'],
  ['a file as an entity', rss('<item><title>&x;</title></item>', BOMB), 'not_xml'],
  ['endless depth', rss(`<item>${'<a>'.repeat(100_000)}`), 'not_xml'],
  [
    'endless attributes',
    rss(`<item ${Array.from({ length: 1_000 }, (_, nth) => `a${nth}="1"`).join(' ')}/>`),
    'not_xml',
  ],
  ['a name that never ends', `<rss><${'a'.repeat(300_000)}`, 'not_xml'],
  ['an entry that never ends', rss(`<item><title>${'x'.repeat(5_000_000)}`), 'row_too_large'],
  ['nothing of a feed', '<html><body>Hello</body></html>', 'xml_no_feed'],
])('XML with %s is refused', async (_name, text, reason) => {
  await expect(read(text, 65_536)).rejects.toMatchObject({ code: 'csv_invalid', info: { data: { reason } } });
});
