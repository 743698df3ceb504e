import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import { LANGUAGES, translate } from '../../src/messages/catalogue.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

// The page with the model instructions on withdrawal, and where shoppers are led to it.

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
  await updateStore(api, store.storeId, {
    legalName: 'Fjord & Fjell GmbH',
    legalAddress: 'Hafenstraße 1\n20457 Hamburg',
    returnAddress: 'Lager 4\n20457 Hamburg',
    shipping: ['CH', 'DE', 'GB'].map((country) => ({ country, amount: 490 })),
  });
});
afterAll(() => api.stop());

const page = (query: Record<string, string> = { lang: 'en' }, key = store.storeKey) =>
  api.ask(`/withdraw/${key}/instructions?${new URLSearchParams(query)}`);

test('the instructions name the seller, the page to withdraw on, and who pays for sending back', async () => {
  const { status, text, headers } = await page();
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).toContain('within 14 days without giving any reason');
  expect(text).toContain('(Fjord &amp; Fjell GmbH, Hafenstraße 1, 20457 Hamburg, ');
  expect(text).toContain('hand them over to us (Lager 4, 20457 Hamburg)');
  expect(text).toContain(`/withdraw/${store.storeKey}?lang=en.`);
  expect(text).toContain('possession of the last good.');
  expect(text).toContain('You will have to bear the direct cost');
  expect(text).toContain('Model withdrawal form');
});

test('the telephone number of the seller stands in them, not in the form, and beside the address in the checkout', async () => {
  await updateStore(api, store.storeId, { contactPhone: '+49 40 123456' });
  const { text } = await page();
  expect(text).toContain('20457 Hamburg, +49 40 123456, hello@fjord.example) of your decision');
  expect(text).toContain('To Fjord &amp; Fjell GmbH, Hafenstraße 1, 20457 Hamburg, hello@fjord.example:');
  expect((await page({ lang: 'ar' })).text).toContain('\u2066+49 40 123456\u2069');
  const query = new URLSearchParams({ key: store.storeKey, product: store.product.externalId, lang: 'de' });
  expect((await api.ask(`/frames/1/checkout?${query}`)).text).toContain('"contactPhone":"+49 40 123456"');
  await updateStore(api, store.storeId, { contactPhone: null });
  expect((await page()).text).toContain('20457 Hamburg, hello@fjord.example) of');
  // The answer that is kept goes with the next change that the database tells.
  await expect
    .poll(async () => (await api.ask(`/frames/1/checkout?${query}`)).text, { timeout: 10_000 })
    .not.toContain('"contactPhone"');
});

test('they follow the settings of the store', async () => {
  await updateStore(api, store.storeId, { withdrawalDays: 30, withdrawalCountsFrom: 'line', returnCosts: 'store' });
  const { text } = await page();
  expect(text).toContain('within 30 days');
  expect(text).toContain('after 30 days from');
  expect(text).toContain('possession of the goods.');
  expect(text).toContain('We will bear the cost');
  // The deadline for the money and for sending back stays that of the law.
  expect(text.match(/14 days/g)).toHaveLength(3);
  await updateStore(api, store.storeId, {
    withdrawalDays: null,
    withdrawalCountsFrom: 'order',
    returnCosts: 'shopper',
  });
});

test.each(Object.keys(LANGUAGES))('they are there in %s, whole', async (lang) => {
  const { status, text } = await page({ lang });
  expect(status).toBe(200);
  expect(text).toContain(`<html lang="${lang}"`);
  expect(text).toContain(translate(lang, 'instructions.form.delete'));
  expect(text).not.toMatch(/\{\w+\}/);
});

test('an exclusion that holds once the goods are opened is said; without a right there is no page', async () => {
  expect((await page({ lang: 'en', exclusion: 'hygiene' })).text).toContain(
    translate('en', 'withdrawal.excluded.hygiene').replaceAll("'", '&#39;'),
  );
  expect((await page({ lang: 'en', exclusion: 'personalised' })).status).toBe(404);
  expect((await page({ lang: 'en', exclusion: '<script>' })).text).not.toContain('<script>');
  expect((await page({ lang: 'en' }, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
});

test('checkout, “Learn more” and the page to withdraw on lead to them', async () => {
  const ask = async (path: string) => (await api.ask(path)).text;
  const query = new URLSearchParams({ key: store.storeKey, product: store.product.externalId, lang: 'de' });
  const checkout = await ask(`/frames/1/checkout?${query}`);
  const [, json = '{}'] = /id="data">(.*?)<\/script>/s.exec(checkout) ?? [];
  const href = `/withdraw/${store.storeKey}/instructions?lang=de`;
  expect(JSON.parse(json).offer.before.instructions).toEqual({ href, countries: ['DE', 'GB'] });
  expect(await ask(`/frames/1/learn-more?${query}`)).toContain(`href="${href}"`);
  expect(await ask(`/withdraw/${store.storeKey}?lang=de`)).toContain(`href="${href}"`);
});
