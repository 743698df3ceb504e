import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { quote } from '../src/domain/checkout.ts';
import { de } from '../src/messages/portal/de.ts';
import { en } from '../src/messages/portal/en.ts';
import { terms as termsDe } from '../src/messages/portal/terms-de.ts';
import { terms as termsEn } from '../src/messages/portal/terms-en.ts';

// What a deposit in percent is a share of. Shipping is a part of that total; it does not come whole with what is paid at once.

test.each([
  ['the card of shipping', en['settings.shipping.text'], de['settings.shipping.text']],
  ['the field of a deposit', termsEn['edit.deposit.hint'], termsDe['edit.deposit.hint']],
  ['the terms of a waitlist', en['waitlist.deposit.percent'], de['waitlist.deposit.percent']],
])('%s says in both languages what a deposit in percent is a share of', (_place, english, german) => {
  expect(english).toMatch(/of the total,? with shipping and tax/);
  expect(german).toMatch(/der Gesamtsumme,? mit Versand und Steuer/);
});

test.each([
  'docs/guides/payment-plans.md',
  'docs/glossary.md',
  'src/protocol/schema/admin-api/waitlists.ts',
  'src/protocol/schema/admin-api/waitlist-writes.ts', // also the command line's help
])('%s says the same', (file) => {
  const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain('of the total with shipping and tax');
  expect(text).not.toMatch(/shipping[^.]{0,40} with (?:its|the) first payment/i);
});

test('the checkout asks for that share; the status page and the mails show what it took', () => {
  const deposit = { kind: 'percent', value: 2_000 } as const;
  const { total, dueNow } = quote({
    unitPrice: 10_000,
    quantity: 1,
    discount: 0,
    shipping: 1_000,
    taxMillionths: 100_000,
    pricesIncludeTax: false,
    plan: { plan: 'deposit', deposit, depositRefundable: true },
  });
  expect([total, dueNow]).toEqual([12_100, 2_420]);
});
