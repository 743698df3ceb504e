import { describe, expect, test } from 'vitest';
import type { PreorderLine } from '../../preorders/queries.ts';
import { cancelLinkMail } from './cancel-link.ts';
import type { MailFacts } from './facts.ts';
import { preorderCancelled } from './preorder-cancelled.ts';
import { preorderPlaced } from './preorder-placed.ts';

function line(number: number, changes: Partial<PreorderLine> = {}): PreorderLine {
  return {
    ...{ id: `line-${number}`, number, state: 'placed', variantExternalId: '100102', variantTitle: 'Lichen / M' },
    ...{ sku: 'AUR-LIC-M', properties: null, promise: { version: 1, from: '2030-06-10', until: '2030-06-15' } },
    ...{ unitPrice: 28_900, shipping: 260, tax: 0, total: 29_160, paid: 0, refunded: 0 },
    ...{ releasedAt: null, fulfilledAt: null, returnedAt: null, cancelledAt: null },
    ...changes,
  };
}

function facts(changes: { store?: object; preorder?: object; lines?: PreorderLine[] } = {}): MailFacts {
  return {
    store: {
      ...{ mode: 'live', name: 'Aldersund', legalName: 'Aldersund Oy Ab' },
      ...{ legalAddress: 'Skeppsbron 4\n10900 Hanko\nFinland', returnAddress: '' },
      ...{ contactEmail: 'hello@aldersund.example', termsUrl: 'https://shop.example/terms' },
      ...{ privacyUrl: 'https://shop.example/privacy' },
      ...changes.store,
    },
    preorder: {
      ...{ id: 'p', reference: 'PO-7K2M-9QXT-4', state: 'placed', placedAt: new Date(0), waitlistId: 'w' },
      ...{ productExternalId: '1001', productTitle: 'Aurora Jacket', locale: 'en-GB', currency: 'EUR' },
      ...{ subtotal: 86_700, shipping: 790, tax: 13_969, total: 87_490, pricesIncludeTax: true },
      ...{ marketingConsent: false, consentText: 'I agree to the terms of sale of Aldersund Oy Ab.' },
      contact: {
        email: 'maya@example.com',
        address: {
          ...{ firstName: 'Maya', lastName: 'Lindqvist', line1: 'Lindenstraße 12', city: 'Berlin' },
          ...{ postalCode: '10969', country: 'DE' },
        },
      },
      lines: changes.lines ?? [line(1), line(2), line(3, { properties: { Engraving: 'Cabin 7' } })],
      ...changes.preorder,
    },
  };
}

describe('a placed pre-order', () => {
  test('says in HTML and in text what was bought, for how much, when it ships and to where', () => {
    const { subject, html, text } = preorderPlaced(facts());
    expect(subject).toBe('Your pre-order PO-7K2M-9QXT-4 at Aldersund');
    for (const content of [html, text]) {
      expect(content).toContain('PO-7K2M-9QXT-4');
      expect(content).toMatch(/10\s*–\s*15 June 2030/u);
      expect(content).toContain('€874.90');
      expect(content).toContain('Lindenstraße 12');
      expect(content).toContain('Germany');
      expect(content).toContain('hello@aldersund.example');
      expect(content).toContain('Aldersund Oy Ab');
      expect(content).toContain('I agree to the terms of sale of Aldersund Oy Ab.');
    }
  });

  test('shows equal line items as one row, and those with other properties apart', () => {
    const { text } = preorderPlaced(facts());
    expect(text).toContain(
      '2 × Aurora Jacket: €578.00\n    Lichen / M\n1 × Aurora Jacket: €289.00\n    Lichen / M\n    Engraving: Cabin 7',
    );
  });

  test('properties may be a list of names and values', () => {
    const lines = [line(1, { properties: [{ name: 'Engraving', value: 'Inari' }] })];
    expect(preorderPlaced(facts({ lines })).text).toContain('Engraving: Inari');
  });

  test('tax is a part of the total or added to it, as the store has it', () => {
    expect(preorderPlaced(facts()).text).toContain('Total paid: €874.90\nTax included: €139.69');
    const added = facts({ preorder: { pricesIncludeTax: false, total: 101_459 } });
    expect(preorderPlaced(added).text).toContain('Delivery: €7.90\nTax: €139.69\nTotal paid: €1,014.59');
    expect(preorderPlaced(facts({ preorder: { tax: 0 } })).text).not.toContain('Tax');
  });

  test('a test store says so, a live one does not', () => {
    expect(preorderPlaced(facts({ store: { mode: 'test' } })).html).toContain('Nothing was charged');
    expect(preorderPlaced(facts()).html).not.toContain('Nothing was charged');
  });

  test('nobody needs a first name, and a language we do not have reads as English', () => {
    const nameless = facts({
      preorder: { contact: { email: 'a@example.com', address: { country: 'DE' } }, locale: 'xx' },
    });
    expect(preorderPlaced(nameless).html).toContain('Thank you for your pre-order');
  });

  test('loads nothing from anywhere', () => {
    const { html } = preorderPlaced(facts());
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/i);
    expect(html.match(/https?:\/\/[^"\s<]+/g)).toEqual(['https://shop.example/terms', 'https://shop.example/privacy']);
  });

  test('whatever people and merchants typed stays text', () => {
    const evil = `<img src=x onerror="alert('1')">&amp;</style><script>`;
    const hostile = facts({
      store: {
        name: evil,
        legalName: evil,
        legalAddress: evil,
        contactEmail: `"${evil}"@example.com`,
        termsUrl: `https://x/"${evil}`,
      },
      lines: [line(1, { variantTitle: evil, properties: { [evil]: evil } })],
      preorder: {
        ...{ productTitle: evil, consentText: evil },
        contact: {
          email: 'a@example.com',
          address: { firstName: evil, lastName: evil, line1: evil, city: evil, country: 'DE' },
        },
      },
    });
    const clean = preorderPlaced(facts({ lines: [line(1, { properties: { a: 'b' } })] })).html;
    const { html, text } = preorderPlaced(hostile);
    expect(tags(html)).toEqual(tags(clean));
    expect(text).toContain(evil);
  });

  test('places in our texts are not filled from what people typed', () => {
    const tricky = facts({
      preorder: { contact: { email: 'a@example.com', address: { firstName: '{reference}', country: 'DE' } } },
    });
    expect(preorderPlaced(tricky).text).toContain('Thank you, {reference}');
  });
});

describe('a cancelled pre-order', () => {
  const gone = (number: number) => line(number, { state: 'cancelled' });

  test('as a whole: what it was and what comes back', () => {
    const { subject, text, html } = preorderCancelled(facts({ lines: [gone(1), gone(2)] }), new Set([1, 2]));
    expect(subject).toBe('Your pre-order PO-7K2M-9QXT-4 at Aldersund is cancelled');
    expect(text).toContain('Cancelled:\n2 × Aurora Jacket: €578.00');
    expect(text).toContain('€583.20 goes back');
    expect(html).toContain('€583.20');
    expect(text).not.toContain('Still on its way');
  });

  test('in part: only what this mail speaks of, and what stays', () => {
    const { subject, text } = preorderCancelled(facts({ lines: [gone(1), gone(2), line(3)] }), new Set([2]));
    expect(subject).toBe('Part of your pre-order PO-7K2M-9QXT-4 at Aldersund is cancelled');
    expect(text).toContain('Cancelled:\n1 × Aurora Jacket: €289.00');
    expect(text).toContain('Still on its way:\n1 × Aurora Jacket: €289.00');
    expect(text).toMatch(/It ships 10\s*–\s*15 June 2030, as before\./u);
  });
});

describe('a link that confirms a cancellation', () => {
  const url = 'https://preorders.example/links/cancel/0.A';
  const mail = (given: MailFacts) =>
    cancelLinkMail(given, { url, minutes: 60, lineIds: new Set(['line-1', 'line-2']) });

  test('names what is meant, leads there, and says that nothing happened yet', () => {
    const { subject, html, text } = mail(facts({ lines: [line(1), line(2), line(3)] }));
    expect(subject).toBe('Do you want to cancel PO-7K2M-9QXT-4 at Aldersund?');
    expect(html).toContain(`href="${url}"`);
    expect(text).toContain(url);
    expect(text).toContain('2 × Aurora Jacket');
    expect(text).toContain('Nothing is cancelled before you confirm it. The link works once, within 60 minutes.');
  });

  test('what people typed stays text', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const hostile = facts({ lines: [line(1, { variantTitle: evil, properties: { [evil]: evil } })] });
    expect(tags(mail(hostile).html)).not.toContain('<img');
  });
});

/** The names of all tags in their order: what a reader's program would build. */
function tags(html: string): string[] {
  return [...html.matchAll(/<\/?[a-z][a-z0-9]*/gi)].map(([tag]) => tag);
}
