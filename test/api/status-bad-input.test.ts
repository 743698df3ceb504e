import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { createCore, createOffer, type Offer } from '../support/core.ts';
import { expectGraceful, type Fields, HOSTILE, mutations, startTwoStores } from '../support/hostile.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';

const EMAIL = 'ada@mail.example';
const ROOT = '/frames/1/api/status';
let api: Api;
let offer: Offer;
let reference = '';

beforeAll(async () => {
  ({ api, offer } = await startTwoStores());
  const core = createCore(api.db);
  reference = await buyFrom(core, offer, { email: EMAIL });
  await core.stop();
});
afterAll(() => api.stop());

describe('a wrong body is never a 5xx', () => {
  const post = (path: string, body: unknown, session?: string) =>
    api.ask(ROOT + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session}` }) },
      body: JSON.stringify(body),
    });

  async function expectAllGraceful(path: string, body: Fields, session?: string) {
    for (const [sent, changed] of mutations(body)) {
      const answer = await post(path, changed, session);
      expectGraceful(answer, sent);
      if (sent.startsWith('without ')) expect(answer.json.error, sent).toMatchObject({ code: 'missing_parameter' });
      if (sent.endsWith(' beside')) expect(answer.json.error, sent).toMatchObject({ code: 'invalid_parameter' });
    }
  }

  test('sessions', async () => {
    const token = await tokenFor(api.deps, offer.storeId, { email: EMAIL });
    await expectAllGraceful('/sessions', { key: offer.storeKey, token, locale: 'en' });
  });

  test('look-ups', async () => {
    await expectAllGraceful('/look-ups', { key: offer.storeKey, reference, place: '10115', locale: 'en' });
  }, 120_000);

  test('cancel and links, with a session and without', async () => {
    const client = createStatusClient(api);
    const { data } = await client.signIn(offer.storeKey, await tokenFor(api.deps, offer.storeId, { email: EMAIL }));
    for (const act of ['cancel', 'links']) {
      const path = `/preorders/${reference}/${act}`;
      await expectAllGraceful(path, { lineItemIds: ['x'] }, data.session);
      for (const lineItemIds of [[], [1], [null], ['\0'], ['\ud800'], [''], Array(51).fill('x'), ["' OR 1=1"], [[]]]) {
        const answer = await post(path, { lineItemIds }, data.session);
        expectGraceful(answer, JSON.stringify(lineItemIds));
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
      expect((await post(path, { lineItemIds: ['x'] })).json.error.code).toBe('session_ended');
    }
  });

  const address = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    line1: 'Torstraße 1',
    line2: '',
    city: 'Berlin',
    region: '',
    postalCode: '10119',
    country: 'DE',
    phoneNumber: '',
  };
  test.each<[string, Fields]>([
    ['swap', { lineItemId: 'x', variantId: 'y', now: 0, later: 0 }],
    ['address', { address }],
    ['messages', { text: 'Where is it?' }],
    ['answer', { questionId: 'x', choice: 'wait' }],
  ])('%s', async (act, body) => {
    const client = createStatusClient(api);
    const { data } = await client.signIn(offer.storeKey, await tokenFor(api.deps, offer.storeId, { email: EMAIL }));
    await expectAllGraceful(`/preorders/${reference}/${act}`, body, data.session);
    expect((await post(`/preorders/${reference}/${act}`, body)).json.error.code).toBe('session_ended');
  });
});

test('a wrong path or query is never a 5xx', async () => {
  const client = createStatusClient(api);
  const { data } = await client.signIn(offer.storeKey, await tokenFor(api.deps, offer.storeId, { email: EMAIL }));
  const headers = { authorization: `Bearer ${data.session}` };
  for (const [kind, value] of Object.entries(HOSTILE)) {
    for (const path of [`${ROOT}/preorders/${value}`, `${ROOT}/preorders?after=${value}`]) {
      expectGraceful(await api.ask(path, { headers }), `${path.slice(0, 60)} ${kind}`);
    }
    expectGraceful(await api.ask(`/frames/1/status?key=${value}&lang=${value}`), `document ${kind}`);
    for (const link of ['cancel', 'manage', 'pay', 'card', 'answer'].flatMap((purpose) => [
      ['GET', `/links/${purpose}/${value}`],
      ['POST', `/links/${purpose}/${value}`],
    ])) {
      const [method = '', path = ''] = link;
      const answer = await api.ask(path, { method });
      expect(answer.status, `${method} ${path.slice(0, 20)} ${kind}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${method} ${path.slice(0, 20)} ${kind}`).toBeLessThan(500);
    }
    for (const authorization of [value, `Bearer ${value}`, `Basic ${value}`]) {
      const answer = await api.ask(`${ROOT}/preorders`, { headers: { authorization } }).catch(() => null);
      if (answer) expectGraceful(answer, `authorization ${kind}`);
    }
  }
});

test('only links accept a form', async () => {
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' };
  expect((await api.ask(`${ROOT}/sessions`, form)).json.error.code).toBe('unsupported_media_type');
  expect((await api.ask('/links/cancel/x', form)).status).toBe(404);
});

describe('looking up is limited', () => {
  test('per client, and per reference, known or unknown', async () => {
    const limited = await startApi({ trustProxy: ['127.0.0.1'] });
    const core = createCore(limited.db);
    const store = await createOffer(core, { allocation: 10 });
    const real = await buyFrom(core, store);
    const client = createStatusClient(limited);
    const look = (asked: { reference: string; place: string; address: string }) =>
      client.lookUp(store.storeKey, asked).then(({ error }) => error?.code ?? 'found');
    const others = (count: number, asked: { reference: string; place: string }, subnet: number) =>
      Promise.all(
        Array.from({ length: count }, (_, host) => look({ ...asked, address: `198.51.${subnet}.${host + 1}` })),
      );
    const counted = async (answers: Promise<string[]>) => {
      const codes = Map.groupBy(await answers, (code) => code);
      return Object.fromEntries([...codes].map(([code, all]) => [code, all.length]));
    };
    // One reference tried from many addresses: even the right postcode is then refused.
    expect(await counted(others(12, { reference: real, place: '10116' }, 1))).toEqual({
      preorder_not_found: 10,
      rate_limited: 2,
    });
    expect(await look({ reference: real, place: '10115', address: '198.51.1.99' })).toBe('rate_limited');
    const nobodys = { reference: 'PO-7K2M-9QXT-X', place: '10116' };
    expect(await counted(others(12, nobodys, 2))).toEqual({ preorder_not_found: 10, rate_limited: 2 });
    // One client tries many references.
    const tries = Array.from({ length: 22 }, (_, index) =>
      look({ reference: `x${index}`, place: '1', address: '203.0.113.9' }),
    );
    expect(await counted(Promise.all(tries))).toEqual({ preorder_not_found: 20, rate_limited: 2 });
    // One customer of an internet provider with 256 networks.
    const networks = Array.from({ length: 85 }, (_, index) =>
      look({ reference: `y${index}`, place: '1', address: `2001:db8:7:42${index.toString(16).padStart(2, '0')}::1` }),
    );
    expect(await counted(Promise.all(networks))).toEqual({ preorder_not_found: 80, rate_limited: 5 });
    expect(await look({ reference: 'z', place: '1', address: '2001:db8:7:4300::1' })).toBe('preorder_not_found');
    await core.stop();
    await limited.stop();
  });
});
