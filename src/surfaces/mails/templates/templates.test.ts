import { describe, expect, test } from 'vitest';
import { mailFacts, mailLine } from '../../../../test/support/mail-facts.ts';
import { LANGUAGES, textDirection } from '../../../messages/catalogue.ts';
import { everyMail } from '../samples.ts';
import { type Cancellation, cancelledMail } from './cancelled.ts';
import { dateAskedMail } from './dates.ts';
import { cancelLinkMail } from './links.ts';
import { chargedMail, paymentNeededMail } from './money.ts';
import { placedMail } from './placed.ts';

// Gmail clips a longer mail and links to the rest.
const GMAIL_CLIPS_BYTES = 102 * 1024;

describe('a placed pre-order', () => {
  test('names products, amounts, ship window and address in HTML and in text', () => {
    const { subject, html, text } = placedMail(mailFacts());
    expect(subject).toBe('Your pre-order PO-7K2M-9QXT-X at Aldersund');
    for (const content of [html, text]) {
      expect(content).toContain('PO-7K2M-9QXT-X');
      expect(content).toMatch(/10\s*–\s*15 June 2030/u);
      expect(content).toContain('€874.90');
      expect(content).toContain('Lindenstraße 12');
      expect(content).toContain('Germany');
      expect(content).toContain('hello@aldersund.example');
      expect(content).toContain('Aldersund Oy Ab');
      expect(content).toContain('I agree to the terms of sale of Aldersund Oy Ab.');
    }
  });

  test('shows equal line items as one row, and line items with different properties in separate rows', () => {
    const { text } = placedMail(mailFacts());
    expect(text).toContain(
      '2 × Aurora Jacket: €578.00\n    Lichen / M\n1 × Aurora Jacket: €289.00\n    Lichen / M\n    Engraving: Cabin 7',
    );
  });

  test('accepts properties as a list of names and values, and does not show those with an underscore', () => {
    const properties = [
      { name: 'Engraving', value: 'Inari' },
      { name: '_bundle', value: '17' },
    ];
    const { text } = placedMail(mailFacts({ lines: [mailLine(1, { properties })] }));
    expect(text).toContain('Engraving: Inari');
    expect(text).not.toContain('bundle');
  });

  test('cuts long properties at whole characters', () => {
    const properties = { Engraving: '🎿'.repeat(150), Note: 'n'.repeat(100), More: 'm' };
    const { text } = placedMail(mailFacts({ lines: [mailLine(1, { properties })] }));
    expect(text).toContain(`Engraving: ${'🎿'.repeat(150)}\n    Note: ${'n'.repeat(33)}…\n`);
    expect(text).not.toContain('More');
  });

  test('includes tax in the total or adds it, by the store’s setting', () => {
    expect(placedMail(mailFacts()).text).toContain('Total: €874.90\nTax included: €139.69');
    const added = mailFacts({ preorder: { pricesIncludeTax: false, total: 101_459, dueNow: 101_459 } });
    expect(placedMail(added).text).toContain('Delivery: €7.90\nTax: €139.69\nTotal: €1,014.59');
    expect(placedMail(mailFacts({ preorder: { tax: 0 } })).text).not.toContain('Tax');
  });

  test('subtracts a discount and names its code', () => {
    const { text } = placedMail(mailFacts({ preorder: { discount: 8_670, discountCode: 'EARLY' } }));
    expect(text).toContain('Subtotal: €867.00\nDiscount EARLY: -€86.70\nDelivery: €7.90');
  });

  test('pay now: mentions no later payment', () => {
    const { text } = placedMail(mailFacts());
    expect(text).toContain('and it is paid');
    expect(text).toContain('Paid now: €874.90');
    expect(text).not.toContain('Charged before it ships');
  });

  test('pay later: says that nothing was charged yet, and names the later amount and the card', () => {
    const { text } = placedMail(
      mailFacts({ preorder: { paymentPlan: 'pay_later', dueNow: 0 }, card: { brand: 'Visa', last4: '4242' } }),
    );
    expect(text).toContain('Nothing was charged yet.');
    expect(text).not.toContain('€0.00');
    expect(text).toContain('Charged before it ships: €874.90, expected on 10 June 2030 at the earliest');
    expect(text).toContain('If your bank declines it then, a mail brings you a link to pay');
    expect(text).toContain('€874.90 is charged to your card (Visa •••• 4242) once your order is ready to ship.');
  });

  test('deposit: names both parts, and the cost of a cancellation only if there is one', () => {
    const deposit = { paymentPlan: 'deposit', dueNow: 17_498 } as const;
    const card = { brand: 'Visa', last4: '4242' };
    const kept = placedMail(mailFacts({ preorder: { ...deposit, depositRefundable: false }, card })).text;
    expect(kept).toContain(
      'Charged before it ships: €874.90 − €174.98 paid = €699.92, expected on 10 June 2030 at the earliest',
    );
    expect(kept).toContain('Paid now: €174.98');
    expect(kept).toContain('If you cancel, the deposit of €174.98 stays with Aldersund.');
    expect(placedMail(mailFacts({ preorder: deposit })).text).not.toContain('stays with');
  });

  test('lists several ship windows', () => {
    const later = { version: 1, from: '2030-08-19', until: '2030-08-31' };
    const { text } = placedMail(mailFacts({ lines: [mailLine(1), mailLine(2, { promisedNow: later })] }));
    expect(text).toMatch(/Ships: 10\s*–\s*15 June 2030 and 19\s*–\s*31 August 2030/u);
  });

  test('marks the mail of a test store, but not of a live one', () => {
    expect(placedMail(mailFacts({ store: { mode: 'test' } })).html).toContain('Nothing was charged');
    expect(placedMail(mailFacts()).html).not.toContain('Nothing was charged');
  });

  test('works without a first name, and falls back to English for an unknown language', () => {
    const contact = { email: 'a@example.com', address: { country: 'DE' } };
    expect(placedMail(mailFacts({ preorder: { contact, locale: 'xx' } })).html).toContain(
      'Thank you for your pre-order',
    );
  });

  test('does not fill placeholders in text that people typed', () => {
    const contact = { email: 'a@example.com', address: { firstName: '{reference}', country: 'DE' } };
    expect(placedMail(mailFacts({ preorder: { contact } })).text).toContain('Thank you, {reference}');
  });
});

describe('a cancelled pre-order', () => {
  const gone = (number: number, changes: object = {}) =>
    mailLine(number, { state: 'cancelled', cancelReason: 'shopper', ...changes });
  const mail = (lines: ReturnType<typeof gone>[], ids: number[], changes: Partial<Cancellation> = {}) => {
    const lineIds = new Set(ids.map((id) => `line-${id}`));
    return cancelledMail(mailFacts({ lines }), { lineIds, reason: 'shopper', back: 0, ...changes });
  };

  test('as a whole: names the line items, the reason and the refund', () => {
    const { subject, text, html } = mail([gone(1), gone(2)], [1, 2], { back: 58_320 });
    expect(subject).toBe('Your pre-order PO-7K2M-9QXT-X at Aldersund is cancelled');
    expect(text).toContain('Cancelled:\n2 × Aurora Jacket: €578.00');
    expect(text).toContain('You asked to cancel it.');
    expect(text).toContain('€583.20 goes back');
    expect(html).toContain('€583.20');
    expect(text).not.toContain('Still ordered');
  });

  test('in part: names only the line items of this cancellation, and those that stay', () => {
    const { subject, text } = mail([gone(1), gone(2), mailLine(3)], [2]);
    expect(subject).toBe('Part of your pre-order PO-7K2M-9QXT-X at Aldersund is cancelled');
    expect(text).toContain('Cancelled:\n1 × Aurora Jacket: €289.00');
    expect(text).toContain('Still ordered:\n1 × Aurora Jacket: €289.00');
    expect(text).toMatch(/It ships 10\s*–\s*15 June 2030, as before\./u);
  });

  test('without a refund: says so, and names the amount that is kept', () => {
    const deposit = mail([gone(1, { dueNow: 5_000, paid: 5_000, kept: 5_000 })], [1]).text;
    expect(deposit).toContain('there is nothing to give back');
    expect(deposit).toContain('The deposit of €50.00 stays with Aldersund');
    const unpaid = mail([gone(1, { paid: 0 })], [1], { reason: 'payment' }).text;
    expect(unpaid).toContain('What was due was not paid in time.');
    expect(unpaid).toContain('there is nothing to give back');
  });
});

test('the receipt of the balance adds up', () => {
  const lines = [mailLine(1, { state: 'released', dueNow: 5_832 })];
  const preorder = { subtotal: 28_900, shipping: 260, tax: 4_656, total: 29_160, dueNow: 5_832 };
  const { text } = chargedMail(mailFacts({ lines, preorder }), { amount: 23_328, lineIds: new Set(['line-1']) });
  expect(text).toContain('Total: €291.60\nTax included: €46.56\nPaid before: €58.32\nCharged now: €233.28');
  expect(text).toContain('It is paid and ready to ship');
});

test('a needed payment names its deadline in the store’s time zone', () => {
  const { text } = paymentNeededMail(mailFacts(), {
    amount: 23_328,
    deadline: new Date('2030-06-17T10:30:00Z'),
    reason: 'expired',
    retries: false,
    reminder: false,
    unpaid: { refund: 5_832, kept: 0 },
    lineIds: new Set(['line-1']),
    payUrl: 'https://p.example/pay',
    cardUrl: 'https://p.example/card',
  });
  expect(text).toMatch(/Pay by: Monday,? 17 June 2030 at 13:30 (EEST|GMT\+3)/);
  expect(text).toContain('The card for your pre-order at Aldersund has expired');
  expect(text).toContain('Pay €233.28:\nhttps://p.example/pay');
  expect(text).not.toContain('We try your card again');
  expect(text).toContain('What you paid for it, €58.32, then goes back to you.');
});

const DAYS = { from: '2030-06-10', until: '2030-06-15' };
const ONE = { reason: '', lineIds: new Set(['line-1']), url: 'https://p.example/a' };
const ASKED = { ...ONE, before: DAYS, now: DAYS, answerBy: '2030-06-01', back: 0, reminder: false };

test('the question about a date says what silence means', () => {
  const waits = dateAskedMail(mailFacts(), { ...ASKED, silence: 'wait' }).text;
  expect(waits).toContain('Please answer by 1 June 2030. If we hear nothing by then, your pre-order stays');
  expect(waits).not.toContain('What Aldersund says');
  expect(dateAskedMail(mailFacts(), { ...ASKED, silence: 'cancel' }).text).toContain(
    'we cancel it and you get everything back',
  );
});

test('the question about a date has a button for each answer, and a reminder says so', () => {
  const question = { ...ASKED, silence: 'cancel' } as const;
  const { subject, text } = dateAskedMail(mailFacts(), { ...question, back: 1_000, reminder: true });
  expect(subject).toBe('Reminder: your decision, please, about PO-7K2M-9QXT-X at Aldersund');
  expect(text).toContain('Wait for the new date:\nhttps://p.example/a?choice=wait');
  expect(text).toContain('Cancel and get €10.00 back:\nhttps://p.example/a?choice=cancel');
  expect(dateAskedMail(mailFacts(), question).text).toContain('Cancel:\nhttps');
});

test('the mail to confirm a cancellation names the line items, has the link, and says that nothing is cancelled yet', () => {
  const url = 'https://preorders.example/links/cancel/0.A';
  const { subject, html, text } = cancelLinkMail(mailFacts(), {
    url,
    minutes: 60,
    lineIds: new Set(['line-1', 'line-2']),
  });
  expect(subject).toBe('Do you want to cancel PO-7K2M-9QXT-X at Aldersund?');
  expect(html).toContain(`href="${url}"`);
  expect(text).toContain(url);
  expect(text).toContain('2 × Aurora Jacket');
  expect(text).toContain('Nothing is cancelled before you confirm it. The link works once, within 60 minutes.');
});

const KINDS = Object.entries(everyMail(mailFacts()));

describe.each(KINDS)('every mail: %s', (kind, { html, text }) => {
  test('loads nothing, so that no server learns that it was opened', () => {
    expect(html).not.toMatch(/<img|<link|<script|<iframe|<object|url\(|@import|src=|background=/i);
    const hosts = [...html.matchAll(/https?:\/\/([^/"\s<]+)/g)].map(([, host]) => host);
    expect([...new Set(hosts)].sort()).toEqual(
      hosts.includes('preorders.example') ? ['preorders.example', 'shop.example'] : ['shop.example'],
    );
  });

  test('names the seller, the contact and the reference in HTML and in text', () => {
    for (const content of [html, text]) {
      for (const part of [
        'PO-7K2M-9QXT-X',
        'Aldersund Oy Ab',
        'hello@aldersund.example',
        'https://shop.example/terms',
        'https://shop.example/withdrawal',
        'https://shop.example/privacy',
      ]) {
        expect(content).toContain(part);
      }
      expect(content).not.toMatch(/\{\w+\}|undefined|\bnull\b|NaN|\[object/);
    }
  });

  test('escapes text that shoppers and merchants typed', () => {
    const evil = `<img src=x onerror="alert('1')">&amp;</style><script>`;
    const given = (typed: string) =>
      mailFacts({
        store: { name: typed, legalName: typed, contactEmail: `${typed}@example.com`, termsUrl: `https://x/"${typed}` },
        lines: [mailLine(1, { variantTitle: typed, properties: { [typed]: typed } }), mailLine(2)],
        preorder: {
          productTitle: typed,
          consentText: typed,
          contact: {
            email: 'a@example.com',
            address: { firstName: typed, lastName: typed, line1: typed, country: 'DE' },
          },
        },
      });
    const mail = (typed: string) => everyMail(given(typed))[kind as 'placed'];
    expect(tags(mail(evil).html)).toEqual(tags(mail('plain').html));
    expect(mail(evil).text).toContain(evil);
  });
});

describe.each(Object.keys(LANGUAGES))('in %s', (locale) => {
  // Fifty different line items with the longest properties, in characters of three bytes.
  const titles = Array.from({ length: 50 }, (_, index) =>
    mailLine(index + 1, {
      variantExternalId: String(index),
      variantTitle: `${'発送'.repeat(30)}${index}`,
      properties: { Engraving: '送'.repeat(500), Note: '発'.repeat(500) },
    }),
  );
  const mails = Object.entries(everyMail(mailFacts({ preorder: { locale } })));

  test('every mail has a subject of its own and the language’s direction', () => {
    for (const [kind, { subject, html, text }] of mails) {
      // A shopper's message goes to the store, in the store's language.
      const read = kind === 'message' ? 'en' : locale;
      expect(html).toContain(`<html lang="${read}" dir="${textDirection(read)}">`);
      for (const content of [subject, html, text]) expect(content).not.toMatch(/\{\w+\}|undefined|NaN/);
    }
    expect(new Set(mails.map(([, { subject }]) => subject)).size).toBe(mails.length);
  });

  test('the largest pre-order is not clipped', () => {
    const picture = { cid: `${'a'.repeat(24)}@pictures`, type: 'image/png', bytes: Buffer.alloc(8) } as const;
    const pictures = new Map(titles.map(({ variantExternalId }) => [variantExternalId, picture]));
    const largest = everyMail(mailFacts({ preorder: { locale }, lines: titles, pictures }));
    for (const { html } of Object.values(largest)) expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_CLIPS_BYTES);
    expect(Buffer.byteLength(largest.placed.html)).toBeGreaterThan(50 * 200 * 3); // proves that the mail is really large
  });
});

/** Returns the names of all tags in order: the structure that a mail program would build. */
function tags(html: string): string[] {
  return [...html.matchAll(/<\/?[a-z][a-z0-9]*/gi)].map(([tag]) => tag);
}
