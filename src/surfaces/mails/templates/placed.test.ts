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

test('links to the notice of the legal guarantee, where the store has one', () => {
  const noticeUrl = 'https://wait.example/brand/key/file.png';
  const mail = placedMail({ ...mailFacts({ preorder: { locale: 'en' } }), noticeUrl });
  expect(mail.text).toContain(`Official notice of the EU: your legal guarantee: ${noticeUrl}`);
  expect(mail.html).toContain(`href="${noticeUrl}"`);
  expect(placedMail(mailFacts({ preorder: { locale: 'en' } })).text).not.toContain('Official notice');
});
