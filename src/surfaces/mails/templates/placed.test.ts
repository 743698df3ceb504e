import { expect, test } from 'vitest';
import { mailFacts } from '../../../../test/support/mail-facts.ts';
import { LANGUAGES } from '../../../messages/catalogue.ts';
import { placedMail } from './placed.ts';

test.each(Object.keys(LANGUAGES))('without a kept card tells of a link and of no charge, in %s', (locale) => {
  for (const terms of [
    { paymentPlan: 'pay_later', dueNow: 0 },
    { paymentPlan: 'deposit', dueNow: 17_498 },
  ] as const) {
    const facts = { preorder: { ...terms, locale } };
    const [none, kept] = [mailFacts(facts), mailFacts({ ...facts, card: { brand: 'Visa', last4: '4242' } })];
    const named = (text: string) =>
      text
        .split('\n')
        .filter((line) => /(?:699|874)[.,]9[02]/.test(line))
        .slice(-2);
    const [row = '', sentence = ''] = named(placedMail(none).text);
    const [charged = '', toCard = ''] = named(placedMail(kept).text);
    expect(toCard).toContain('4242');
    expect(sentence).not.toContain('4242');
    if (locale !== 'ja') expect(row).not.toBe(charged); // Japanese has one word for both: what is paid
  }
});

test('brings the official files of the guarantee, and links to them, where the store has them', () => {
  const url = 'https://wait.example/brand/key/file.png';
  const picture = { cid: 'a@official', type: 'image/png', bytes: Buffer.alloc(8) } as const;
  const notice = { title: 'checkout.guarantee.notice', url, width: 900, picture } as const;
  const label = { title: 'checkout.guarantee.label', url: `${url}2`, width: 300, picture: null } as const;
  const mail = placedMail({ ...mailFacts({ preorder: { locale: 'en' } }), official: [notice, label] });
  expect(mail.text).toContain(`Official notice of the EU: your legal guarantee: ${url}`);
  expect(mail.html).toContain(`href="${url}"`);
  expect(mail.html.match(/<img [^>]*>/g)).toEqual([
    '<img class="official" src="cid:a@official" width="600" alt="Official notice of the EU: your legal guarantee">',
  ]);
  expect(placedMail(mailFacts({ preorder: { locale: 'en' } })).text).not.toContain('Official notice');
});

test('names the telephone number of the seller, where there is one', () => {
  const { html, text } = placedMail(mailFacts({ store: { contactPhone: '+358 19 123456' } }));
  expect(html).toContain('<p dir="ltr">+358 19 123456</p>');
  expect(text).toContain('Finland\n+358 19 123456\n');
});
