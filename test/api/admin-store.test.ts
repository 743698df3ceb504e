import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { pngOf, woff2Of } from '../support/asset-files.ts';
import { createTestStore } from '../support/merchant.ts';

let api: Api;
let storeId: string;
let client: AdminClient & { tokenId: string; secret: string };
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  storeId = await createTestStore(api.db);
  client = await tokenClient(api, storeId);
});
afterAll(() => api.stop());

describe('the settings', () => {
  test('name a page about the right of withdrawal, which checkout and status page then link to', async () => {
    const { public_key: key } = (await client.get('/store')).json.data;
    const frames = async () => {
      const status = await api.ask(`/frames/1/status?key=${key}&lang=de`);
      return JSON.parse(/id="data">(.*?)<\/script>/s.exec(status.text)?.[1] ?? '');
    };
    expect((await frames()).store.withdrawalUrl).toBeNull();
    const withdrawal = { withdrawal_url: 'https://fjord.example/widerruf' };
    expect((await client.send('PATCH /store', withdrawal)).json.data).toMatchObject(withdrawal);
    // The answer that is kept goes with the next change that the database tells.
    await expect.poll(async () => (await frames()).store.withdrawalUrl).toBe(withdrawal.withdrawal_url);
    const { store, messages } = await frames();
    expect(store).toMatchObject({ legalName: 'Fjord Outdoor GmbH', termsUrl: 'https://fjord.example/terms' });
    expect(messages.withdrawal).toBe('Widerrufsrecht');
    expect((await client.send('PATCH /store', { withdrawal_url: null })).json.data.withdrawal_url).toBeNull();
    const refused = await client.send('PATCH /store', { withdrawal_url: 'javascript:alert(1)' });
    expect(refused.json.error).toMatchObject({ code: 'invalid_parameter', param: 'withdrawal_url' });
  });

  test('change as given, and the others stay', async () => {
    const before = (await client.get('/store')).json.data;
    const { status, json, text } = await client.send('PATCH /store', {
      name: 'Fjord & Fjell',
      contact_phone: ' +47 22 12 34 56',
      country: 'no',
      phone_countries: ['us', 'BR', 'US'],
      hold_minutes: 20,
      keep_preorder_days: 400,
      silence: 'wait',
      withdrawal_days: 30,
      terms_box: 'always',
      withdrawal_for: 'everyone',
      withdrawal_counts_from: 'line',
      return_costs: 'store',
      marketing_box: 'ask',
      marketing_texts: { DE: 'Ja, gern' },
      origins: ['https://fjord.example', 'https://www.fjord.example'],
      shipping: [{ country: 'no', amount: '5.00' }],
      tax: [
        { country: 'DE', percent: 19 },
        { country: 'ca', region: 'Québec', percent: 14.975 },
      ],
    });
    expect(status, text).toBe(200);
    expect(json.data).toEqual({
      ...before,
      name: 'Fjord & Fjell',
      contact_phone: '+47 22 12 34 56',
      country: 'NO',
      phone_countries: ['BR', 'US'],
      hold_minutes: 20,
      keep_preorder_days: 400,
      silence: 'wait',
      withdrawal_days: 30,
      terms_box: 'always',
      withdrawal_for: 'everyone',
      withdrawal_counts_from: 'line',
      return_costs: 'store',
      marketing_box: 'ask',
      marketing_texts: { de: 'Ja, gern' },
      origins: ['https://fjord.example', 'https://www.fjord.example'],
      shipping: [{ country: 'NO', amount: '5.00' }],
      tax: [
        { country: 'CA', region: 'QC', percent: 14.975, basis_points: 1497.5 },
        { country: 'DE', region: '', percent: 19, basis_points: 1900 },
      ],
    });
    const [entry] = (await client.get('/activity')).json.data;
    expect(entry).toMatchObject({
      action: 'store.update',
      before: { hold_minutes: before.hold_minutes },
      after: { hold_minutes: 20 },
    });
    expect(entry.after).not.toHaveProperty('legal_name');
  });

  test('take back lists as they were read, and null', async () => {
    await client.send('PATCH /store', { country: 'DE' });
    const { tax, shipping, origins, phone_countries } = (await client.get('/store')).json.data;
    const none = { country: null, contact_phone: null };
    const { status } = await client.send('PATCH /store', { tax, shipping, origins, phone_countries, ...none });
    expect(status).toBe(200);
    expect((await client.get('/store')).json.data).toMatchObject({ tax, shipping, origins, ...none });
  });

  test('compare If-Match', async () => {
    const tag = (await client.get('/store')).headers.get('etag') ?? '';
    const first = await client.send('PATCH /store', { hold_minutes: 12 }, { 'if-match': tag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe((await client.get('/store')).headers.get('etag'));
    const second = await client.send('PATCH /store', { hold_minutes: 13 }, { 'if-match': tag });
    expect([second.status, second.json.error.code]).toEqual([412, 'precondition_failed']);
    expect((await client.get('/store')).json.data.hold_minutes).toBe(12);
  });

  test.each([
    [{ contact_phone: 'call me' }, 'contact_phone'],
    [{ currency: 'USD' }, 'currency'],
    [{ hold_minutes: 0 }, 'hold_minutes'],
    [{ hold_minutes: '10' }, 'hold_minutes'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ contact_email: 'nobody' }, 'contact_email'],
    [{ tax: [{ country: 'DE', percent: 19.00001 }] }, 'tax'],
    [{ tax: [{ country: 'CA', region: 'Atlantis', percent: 5 }] }, 'tax'],
    [{ tax: [{ country: 'DE', percent: 19, basis_points: 700 }] }, 'tax'],
    [{ shipping: [{ country: 'DE', amount: '4,90' }] }, 'shipping'],
    [{ marketing_texts: { xx: 'Yes' } }, 'marketing_text'],
    [{ address_search: 'ftp://x' }, 'address_search'],
    [{ phone_countries: ['BR', 'Brazil'] }, 'phone_countries'],
    [{ terms_box: 'never' }, 'terms_box'],
  ])('refuse %j', async (changes, param) => {
    const before = (await client.get('/store')).json.data;
    const { status, json } = await client.send('PATCH /store', changes);
    expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_parameter', param]);
    expect((await client.get('/store')).json.data).toEqual(before);
  });

  test('the decimals are known already', async () => {
    const { json } = await client.post('/store/decimals', { decimals: 2 });
    expect([json.error.code, json.error.param]).toEqual(['invalid_parameter', 'decimals']);
  });

  test('need their own scopes', async () => {
    const reader = await tokenClient(api, storeId, ['store:read']);
    expect((await reader.send('PATCH /store', { hold_minutes: 12 })).json.error.data).toEqual({ scope: 'store:write' });
    const writer = await tokenClient(api, storeId, ['store:write']);
    for (const answer of [await writer.get('/store/secrets'), await writer.post('/store/secrets/rotate')]) {
      expect(answer.json.error.data).toEqual({ scope: 'store:secrets' });
    }
  });
});

describe('the shared secrets', () => {
  test('rotate and retire, and never stand in the log or in kept writes', async () => {
    const read = async () =>
      (await client.get('/store/secrets')).json.data.secrets.map(({ secret }: { secret: string }) => secret);
    const [old] = await read();
    const key = { 'idempotency-key': randomUUID() };
    const rotated = await client.post('/store/secrets/rotate', {}, key);
    expect((await client.post('/store/secrets/rotate', {}, key)).json).toEqual(rotated.json);
    const [fresh] = await read();
    expect(await read()).toEqual([fresh, old]);
    expect((await client.post('/store/secrets/rotate')).json.error.code).toBe('secret_rotating');
    await client.post('/store/secrets/retire');
    expect(await read()).toEqual([fresh]);
    expect((await client.post('/store/secrets/retire')).json.error.code).toBe('secret_not_rotating');
    const kept = await api.db.query<{ row: string }>(
      'SELECT api_write::text || activity::text AS row FROM api_write, activity WHERE activity.store_id = $1',
      [storeId],
    );
    expect(kept.length).toBeGreaterThan(0);
    for (const { row } of kept) for (const secret of [old, fresh]) expect(row).not.toContain(secret);
  });
});

describe('the look', () => {
  const upload = (part: string, [type, bytes]: [string, Uint8Array], key: string = randomUUID()) =>
    api.ask(`/admin/api/v1/store/brand/${part}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${client.secret}`, 'content-type': type, 'idempotency-key': key },
      body: Buffer.from(bytes),
    });

  test('has colours and a sender, and gives them up', async () => {
    const look = { accent: '#1d4ed8', ground: '#fafafa', ground_dark: '#101010', radius: 6 };
    const { status, json, text } = await client.send('PATCH /store/brand', {
      ...look,
      sender_name: 'Fjord',
      reply_to: 'answers@fjord.example',
    });
    expect(status, text).toBe(200);
    expect(json.data).toEqual({
      ...look,
      logo: null,
      font: null,
      sender_name: 'Fjord',
      reply_to: 'answers@fjord.example',
    });
    const cleared = await client.send('PATCH /store/brand', { accent: null, reply_to: null });
    expect(cleared.json.data).toMatchObject({ accent: null, reply_to: null, radius: 6, sender_name: 'Fjord' });
    const unreadable = await client.send('PATCH /store/brand', { ground: '#808080' });
    expect([unreadable.status, unreadable.json.error.code]).toEqual([422, 'colour_unreadable']);
    for (const wrong of [{ accent: 'red' }, { radius: 99 }, { reply_to: 'x' }, { logo: null }]) {
      expect((await client.send('PATCH /store/brand', wrong)).json.error.code).toBe('invalid_parameter');
    }
  });

  test('takes a logo and a font as they are, serves them, and gives them up', async () => {
    const tag = (await client.get('/store/brand')).headers.get('etag');
    const key = randomUUID();
    const logo = pngOf(120, 40);
    const set = await upload('logo', ['image/png', logo], key);
    expect(set.json.data, set.text).toMatchObject({ logo: { type: 'image/png', width: 120, height: 40 }, font: null });
    expect((await upload('logo', ['image/png', logo], key)).status, 'repeated').toBe(200);
    expect((await client.get('/store/brand')).headers.get('etag')).not.toBe(tag);
    const withFont = await upload('font', ['font/woff2', woff2Of()]);
    expect(withFont.json.data, withFont.text).toMatchObject({ font: { type: 'font/woff2' } });
    const { data } = (await client.get('/store/brand')).json;
    expect((await api.ask(new URL(data.logo.url).pathname)).headers.get('content-type')).toBe('image/png');
    for (const part of ['logo', 'font']) await client.send(`DELETE /store/brand/${part}`);
    expect((await client.get('/store/brand')).json.data).toMatchObject({ logo: null, font: null });
  });

  test('refuses files that are not what they say, are too large, or have another type', async () => {
    const script = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const answers = [
      await upload('logo', ['image/png', script]),
      await upload('logo', ['image/svg+xml', script]),
      await upload('logo', ['application/json', script]),
      await upload('logo', ['image/png', new Uint8Array(129 * 1024)]),
      await upload('font', ['font/woff2', script]),
      await upload('font', ['image/png', pngOf(30, 30)]),
    ];
    expect(answers.map(({ status, json }) => `${status} ${json.error?.code}`)).toEqual([
      '422 logo_refused',
      '415 unsupported_media_type',
      '415 unsupported_media_type',
      '413 payload_too_large',
      '422 font_refused',
      '415 unsupported_media_type',
    ]);
    expect((await client.get('/store/brand')).json.data).toMatchObject({ logo: null, font: null });
    expect((await client.get('/activity')).json.data).toEqual([]);
  });
});
