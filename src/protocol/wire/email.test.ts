import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';
import { testData, testDataFile } from '../../../test/support/test-data.ts';
import { isEmail } from './email.ts';

test.each([
  'a@b.co',
  'ada.lovelace+waitlist@shop.example',
  "o'brien_&-{x}@mail.shop.example",
  'ADA@Shop.Example',
  '1@2.de',
  'ä@ö.de',
  '用户@例子.广告',
  'उपयोगकर्ता@उदाहरण.भारत',
  'a@xn--hxajbheg2az3al.xn--jxalpdlp',
  `${'a'.repeat(64)}@b.co`,
])('%s is an e-mail address', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  ['empty text', ''],
  ['a word', 'a'],
  ['no local part', '@b.co'],
  ['no domain', 'a@'],
  ['a domain without a dot', 'a@b'],
  ['text with two @ signs', 'a@@b.co'],
  ['two addresses', 'a@b.co,c@d.ef'],
  ['a second recipient in a header', 'a@b.co\nBcc: x@y.zz'],
  ['a name and brackets', 'Ada <a@b.co>'],
  ['a space within', 'a b@c.de'],
  ['spaces around', ' a@b.co '],
  ['a dot at the start', '.a@b.co'],
  ['two dots', 'a..b@c.de'],
  ['a quoted name', '"a b"@c.de'],
  ['an address of a machine', 'a@[192.0.2.1]'],
  ['a number as domain', 'a@192.0.2.1'],
  ['a numeric top level', 'a@b.12'],
  ['an escaped domain', 'a@%62.co'],
  ['an underscore in the domain', 'a@b_c.de'],
  ['a port', 'a@b.co:25'],
  ['a path', 'a@b.co/d'],
  ['a NUL', 'a\0@b.co'],
  ['half a surrogate pair', '\ud800@b.co'],
  ['reversed text', 'a\u202e@b.co'],
  ['a space of no width', 'a\u200b@b.co'],
  ['65 characters', `${'a'.repeat(65)}@b.co`],
  ['65 bytes', `${'ä'.repeat(33)}@b.co`],
  ['a label of 64', `a@${'b'.repeat(64)}.co`],
  ['255 characters', `a@${'b.'.repeat(125)}cde`],
])('%s is no e-mail address', (_, text) => {
  expect(isEmail(text)).toBe(false);
});

test('the mailer reads an accepted address as one recipient, unchanged before the @', async () => {
  const mailer = nodemailer.createTransport({ jsonTransport: true });
  const usual = fc.constantFrom(...'aZ9äß用');
  const odd = fc.constantFrom(...'.-_+\'"<>(),:;@[]\\ \r\n\t%/');
  const unit = fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const part = fc.string({ unit, minLength: 1, maxLength: 8 });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(part, part, async (local, domain) => {
      const address = `${local}@${domain}.de`;
      if (!isEmail(address)) return;
      accepted += 1;
      const to = { name: '', address };
      const { envelope } = await mailer.sendMail({ from: 'shop@example.com', to, subject: 'x', text: 'x' });
      expect(envelope.to).toEqual([expect.stringMatching(/^[^\s@<>,]+@[^\s@<>,]+$/)]);
      expect(envelope.to[0]?.split('@')[0]).toBe(local);
    }),
    { numRuns: 3_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test.skipIf(testData === undefined)(
  'the answers equal those of the isemail corpus, except for domains that get no mail (TEST_DATA)',
  () => {
    const corpus = readFileSync(testDataFile('corpora/isemail/tests.xml'), 'utf8');
    const cases = [...corpus.matchAll(/<address(?:\/>|>([^<]*)<\/address>)[\s\S]*?<category>(\w+)<\/category>/g)].map(
      ([, address = '', category = '']) => ({ address: plain(address), category }),
    );
    expect(cases).toHaveLength(164);
    const valid = ['ISEMAIL_VALID_CATEGORY', 'ISEMAIL_DNSWARN'];
    const disagreed = cases.filter(({ address, category }) => isEmail(address) !== valid.includes(category));
    expect(disagreed.map(({ address }) => address)).toEqual([
      'test@io',
      'test@iana.a',
      expect.stringMatching(/^a@a\.b\.c\..*\.[a-z]$/),
    ]);
  },
);

/** Decodes an address of the corpus: it has control characters as their Unicode pictures, and XML entities. */
function plain(text: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text
    .replace(/&#x([0-9A-F]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCodePoint(picture.charCodeAt(0) - 0x2400));
}
