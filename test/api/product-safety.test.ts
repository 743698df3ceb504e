import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSafety } from '../../src/core/catalog/commands/safety.ts';
import { LANGUAGES } from '../../src/messages/catalogue.ts';
import type { SentCheckoutDocument } from '../../src/protocol/wire/checkout-countries.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
let other: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
  other = await createStoreWithWaitlist(api);
});
afterAll(() => api.stop());

const MAKER = { name: 'Aurora <AB>', address: 'Storgatan 1\n111 22 Stockholm', contact: 'safety@aurora.example' };
const RESPONSIBLE = { name: 'Fjord GmbH', address: 'Hafen 2\n20457 Hamburg', contact: 'https://fjord.example/safety' };
const ENTRY = { maker: MAKER, responsible_person: RESPONSIBLE, warnings: { de: 'Heiß!\nNicht anfassen.', en: 'Hot!' } };
const NOTHING = { maker: null, responsible_person: null, warnings: {} };

const query = ({ storeKey, product }: StoreWithWaitlist, lang: string) =>
  new URLSearchParams({ key: storeKey, product: product.externalId, lang });
const learnMore = async (of: StoreWithWaitlist, lang = 'en') =>
  (await api.ask(`/frames/1/learn-more?${query(of, lang)}`)).text;
async function checkout(of: StoreWithWaitlist, lang = 'en'): Promise<SentCheckoutDocument> {
  const { text } = await api.ask(`/frames/1/checkout?${query(of, lang)}`);
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
}

describe('the safety of a product', () => {
  test('is set, read by shoppers in each language, and removed', async () => {
    const admin = await tokenClient(api, store.storeId);
    const path = `/products/${store.product.externalId}/safety`;
    expect((await checkout(store)).offer).not.toHaveProperty('safety');
    expect(await learnMore(store)).not.toContain('class="safety"');
    const { status, json, text } = await admin.send(`PUT ${path}`, ENTRY);
    expect([status, json.data], text).toMatchObject([
      200,
      { shown: 'hand', names_maker: true, hand: ENTRY, catalogue: null },
    ]);
    const [warnings, german] = [(await checkout(store)).offer?.safety?.warnings, await checkout(store, 'de')];
    expect(warnings).toEqual({ label: 'Warnings and safety information', text: 'Hot!', language: 'en' });
    expect(german.offer?.safety).toEqual({
      title: 'Produktsicherheit',
      parties: [
        { label: 'Hersteller', ...MAKER, link: 'mailto:safety@aurora.example' },
        { label: 'Verantwortliche Person in der EU', ...RESPONSIBLE, link: 'https://fjord.example/safety' },
      ],
      warnings: { label: 'Warn- und Sicherheitshinweise', text: 'Heiß!\nNicht anfassen.', language: 'de' },
    });
    for (const language of Object.keys(LANGUAGES)) {
      const page = await learnMore(store, language);
      expect(page).toContain('Aurora &lt;AB&gt;<br>Storgatan 1<br>111 22 Stockholm<br>');
      expect(page).toContain('href="mailto:safety@aurora.example"');
      expect(page).toContain(language === 'de' ? 'Heiß!<br>Nicht anfassen.' : 'lang="en">Hot!</p>');
    }
    expect((await admin.send(`PUT ${path}`, NOTHING)).json.data).toMatchObject({ shown: null, hand: null });
    expect((await checkout(store)).offer).not.toHaveProperty('safety');
  });

  test('is of one store, and for tokens that may change the catalogue', async () => {
    const path = `/products/${store.product.externalId}/safety`;
    const admin = await tokenClient(api, store.storeId);
    await admin.send(`PUT ${path}`, ENTRY);
    const stranger = await tokenClient(api, other.storeId);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.send(`PUT ${path}`, ENTRY)).status).toBe(404);
    const reader = await tokenClient(api, store.storeId, ['catalog:read']);
    expect((await reader.get(path)).json.data).toMatchObject({ hand: ENTRY });
    expect((await reader.send(`PUT ${path}`, NOTHING)).status).toBe(403);
    expect((await checkout(other)).offer).not.toHaveProperty('safety');
  });

  test('is not changed by somebody who read another version, and refuses what is incomplete', async () => {
    const path = `/products/${store.product.externalId}/safety`;
    const admin = await tokenClient(api, store.storeId);
    const { headers } = await admin.get(path);
    await setSafety(
      api.deps,
      { storeId: store.storeId, productId: store.product.id },
      {
        maker: MAKER,
        responsible: null,
        warnings: {},
      },
    );
    const stale = await admin.send(`PUT ${path}`, ENTRY, { 'if-match': headers.get('etag') ?? '' });
    expect(stale.status).toBe(412);
    const refused = await admin.send(`PUT ${path}`, { ...ENTRY, maker: { ...MAKER, address: ' ' } });
    expect([refused.status, refused.json.error]).toMatchObject([
      400,
      { code: 'invalid_parameter', param: 'maker.address' },
    ]);
  });
});
