import { afterAll, describe, expect, test } from 'vitest';
import { cancelLinkMail } from '../../src/features/notifications/templates/cancel-link.ts';
import type { MailFacts } from '../../src/features/notifications/templates/facts.ts';
import { preorderCancelled } from '../../src/features/notifications/templates/preorder-cancelled.ts';
import { preorderPlaced } from '../../src/features/notifications/templates/preorder-placed.ts';
import { expectAccessible, launchBrowser, openPage, takeScreenshot } from '../support/browser.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

const line = (number: number, state: 'placed' | 'cancelled') => ({
  ...{
    id: `line-${number}`,
    number,
    state,
    variantExternalId: `1001${number}`,
    variantTitle: 'Lichen / M',
    sku: 'AUR',
  },
  ...{ properties: { Engraving: 'averylongwordwithoutanyspace'.repeat(4) } },
  ...{ promise: { version: 1, from: '2030-06-10', until: '2030-06-15' } },
  ...{
    unitPrice: 28_900,
    shipping: 260,
    tax: 0,
    total: 29_160,
    paid: 0,
    refunded: 0,
    releasedAt: null,
    fulfilledAt: null,
    returnedAt: null,
    cancelledAt: null,
  },
});

const FACTS: MailFacts = {
  store: {
    ...{ mode: 'test', name: 'Aldersund', legalName: 'Aldersund Oy Ab', returnAddress: '' },
    ...{ legalAddress: 'Skeppsbron 4\n10900 Hanko\nFinland', contactEmail: 'hello@aldersund.example' },
    ...{ termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' },
  },
  preorder: {
    ...{ id: 'p', reference: 'PO-7K2M-9QXT-4', state: 'placed', placedAt: new Date(0), waitlistId: 'w' },
    ...{ productExternalId: '1001', productTitle: 'Aurora Jacket', locale: 'en-GB', currency: 'EUR' },
    ...{ subtotal: 57_800, shipping: 520, tax: 9_311, total: 58_320, pricesIncludeTax: true },
    ...{ marketingConsent: false, consentText: 'I agree to the terms of sale.' },
    contact: {
      email: 'maya@example.com',
      address: { firstName: 'Maya', lastName: 'Lindqvist', line1: 'Lindenstraße 12', city: 'Berlin', country: 'DE' },
    },
    lines: [line(1, 'placed'), line(2, 'cancelled')],
  },
};

const LINK = `https://preorders.example/links/cancel/${'0'.repeat(36)}.${'A'.repeat(43)}`;
const MAILS = {
  placed: preorderPlaced(FACTS),
  cancelled: preorderCancelled(FACTS, new Set([2])),
  doubted: cancelLinkMail(FACTS, { url: LINK, minutes: 60, lineIds: new Set(['line-1']) }),
};

describe.each([390, 700])('at %s px', (width) => {
  test.each([
    ['placed', 'light'],
    ['placed', 'dark'],
    ['cancelled', 'light'],
    ['cancelled', 'dark'],
    ['doubted', 'light'],
    ['doubted', 'dark'],
  ] as const)('the mail of a %s pre-order is readable, %s', async (name, colorScheme) => {
    const viewport = { width, height: 800 };
    const { page, problems, close } = await openPage(browser, 'about:blank', { viewport, colorScheme });
    await page.setContent(MAILS[name].html);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await takeScreenshot(page, `mail-${name}-${width}-${colorScheme}`);
    expect(problems).toEqual([]);
    await close();
  });
});
