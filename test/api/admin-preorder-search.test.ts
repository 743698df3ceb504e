import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { writeDueWords } from '../../src/core/preorders/commands/keep-words.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../support/core.ts';
import { copyPreorder } from '../support/many-preorders.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient & { tokenId: string };
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 50 });
  client = await tokenClient(api, offer.storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const clerk = () =>
  tokenClient(
    api,
    offer.storeId,
    ALL_SCOPES.filter((scope) => scope !== 'preorders:personal'),
  );

async function buyAs(email: string, firstName: string, lastName: string): Promise<string> {
  const { address } = checkoutRequest(offer);
  return buyFrom(core, offer, { email, address: { ...address, firstName, lastName } });
}

async function writeAll(): Promise<void> {
  while ((await writeDueWords(api.db)) > 0);
}

async function find(asker: AdminClient, query: string): Promise<string[]> {
  const { json } = await asker.get(`/preorders?${query}`);
  return json.data.map((one: { reference: string }) => one.reference);
}

describe('a search', () => {
  test('finds by reference, SKU, product, e-mail address and name, the newest first', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const bo = await buyAs('bo_1@mail.example', 'Bo', 'Lindqvist');
    for (const q of [
      ada,
      ada.toLowerCase().replaceAll('-', ' '),
      'ADA@',
      'love',
      'ada  love',
      'ada@mail.example',
      'vel',
    ]) {
      expect(await find(client, `q=${encodeURIComponent(q)}`), q).toEqual([ada]);
    }
    expect(await find(client, 'q=Li')).toEqual([bo]);
    for (const q of ['aur-m', 'aur', 'URM', 'mail.exam']) expect(await find(client, `q=${q}`), q).toEqual([bo, ada]);
    expect(await find(client, `q=aur-m&limit=1&after=${bo}`)).toEqual([ada]);
    for (const q of ['bo_1', 'bo%251', 'b%27o']) expect(await find(client, `q=${q}`), q).toEqual([bo]);
    for (const q of ['%25%25', '__', '%5C%5C', 'a%25a', '%F0%9F%8E%89%EF%B8%8F', '---', 'x'.repeat(200)]) {
      expect(await find(client, `q=${q}`), `${q} has no special meaning`).toEqual([]);
    }
    expect((await client.get('/preorders?q=%00%00')).status).toBeLessThan(500);
    const file = await client.get('/preorders.csv?q=love');
    expect([file.text.includes(ada), file.text.includes(bo)]).toEqual([true, false]);
  });

  test.each([
    [
      'Müller',
      ['muller', 'mueller', 'MÜLLER', 'Mu\u0308ller', 'üll', 'eva müller', 'müller eva', 'aur mueller', 'mü 10'],
    ],
    ['Mueller', ['muller', 'müller']],
    ['Kovács', ['kovacs', 'ovac', 'kovács AUR-M']],
    ['O’Neil', ["o'neil", 'o’neil', 'oneil', 'neil']],
    ["O'Neil", ["O'Neil", 'O’NEIL']],
    ['山田', ['山田', '山 eva', 'eva 田']],
    ['Ng', ['ng', 'eva ng']],
    ['مُحَمَّد', ['محمد']],
  ])('finds %s before and after its words are written', async (lastName, typed) => {
    await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const wanted = await buyAs('eva.m+shop@mail.example', 'Eva', lastName);
    const askAll = async () => {
      for (const q of [...typed, 'eva.m+shop', 'm+sho'])
        expect(await find(client, `q=${encodeURIComponent(q)}`), q).toEqual([wanted]);
    };
    await askAll();
    await writeAll();
    await askAll();
  });

  test('finds by parts of postcode, place, phone and tracking number, as they are now', async () => {
    const { address } = checkoutRequest(offer);
    const there = { ...address, city: 'Kraków', postalCode: '80331', phoneNumber: '+49 30 1234567' };
    const wanted = await buyFrom(core, offer, { email: 'ada@mail.example', address: { ...there, country: 'DE' } });
    await buyAs('bo@mail.example', 'Bo', 'Lindqvist');
    const found = async (q: string) => [await find(client, `q=${q}`), await writeAll(), await find(client, `q=${q}`)];
    for (const q of ['8033', 'krak', '1234567', '301234'])
      expect(await found(q), q).toEqual([[wanted], undefined, [wanted]]);
    const { lines } = (await client.get(`/preorders/${wanted}`)).json.data;
    await client.post(`/preorders/${wanted}/release`, { lines: [lines[0].number] });
    const tracking = { carrier: 'DHL', tracking_number: 'JD01 4600 0033' };
    const sent = await client.post(`/preorders/${wanted}/fulfilments`, tracking);
    expect(sent.status).toBeLessThan(300);
    for (const q of ['jd014600', 'JD01 4600', '0033'])
      expect(await found(q), q).toEqual([[wanted], undefined, [wanted]]);
    expect(await find(await clerk(), 'q=jd014600')).toEqual([]);
  });

  test('finds no person without the scope for it, and no one of another store or who was erased', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const other = await createOffer(core, { allocation: 1 });
    const stranger = await tokenClient(api, other.storeId);
    for (const write of [() => {}, writeAll]) {
      await write();
      for (const q of ['love', 'aur-m love', 'ada@mail.example', 'mail'])
        expect(await find(await clerk(), `q=${q}`), q).toEqual([]);
      for (const q of ['aur-m', 'urm', ada.slice(3, 7)]) expect(await find(await clerk(), `q=${q}`), q).toEqual([ada]);
      for (const q of [ada, 'love', 'aur-m']) expect(await find(stranger, `q=${q}`)).toEqual([]);
    }
    await erase(core, { storeId: offer.storeId, email: 'ada@mail.example' }, { openToo: true });
    for (const write of [() => {}, writeAll]) {
      await write();
      for (const q of ['love', 'ada@mail.example', 'ada']) expect(await find(client, `q=${q}`), q).toEqual([]);
      for (const q of [ada, 'aur-m']) expect(await find(client, `q=${q}`)).toEqual([ada]);
    }
    expect((await client.get('/preorders?q=x')).json.error).toMatchObject({ code: 'missing_parameter', param: 'q' });
  });

  test('says where there may be more than it shows, and then no file is written of it', async () => {
    offer = await createOffer(core, { allocation: 300 });
    client = await tokenClient(api, offer.storeId);
    const hopper = await buyAs('grace@mail.example', 'Grace', 'Hopper');
    const reference = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    await copyPreorder(core, { storeId: offer.storeId, reference }, 255);
    for (const write of [() => {}, writeAll]) {
      await write();
      const common = await client.get('/preorders?q=aur-m&limit=250');
      expect([common.json.data.length, common.json.meta.incomplete]).toEqual([250, true]);
      const narrowed = await client.get('/preorders?q=aur-m&state=cancelled');
      expect([narrowed.json.data, narrowed.json.meta.incomplete]).toEqual([[], true]);
      const file = await client.get('/preorders.csv?q=aur-m');
      expect([file.status, file.json.error]).toMatchObject([
        400,
        { code: 'invalid_parameter', param: 'q', data: { reason: 'search_incomplete' } },
      ]);
    }
    for (const query of ['q=hopper', `q=${hopper}`, 'q=nobody', 'limit=10'])
      expect((await client.get(`/preorders?${query}`)).json.meta.incomplete, query).toBe(false);
    expect((await client.get('/preorders.csv?q=hopper')).text).toContain(hopper);
  });

  test('may be narrowed to a product', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const { product } = (await client.get(`/preorders/${ada}`)).json.data;
    expect(await find(client, `product_id=${product.id}`)).toEqual([ada]);
    expect((await client.get('/preorders?product_id=999')).json.error.code).toBe('product_not_found');
  });
});

describe('the list', () => {
  test('takes a state and a time, page by page, and so does the file', async () => {
    const [first, second, third] = [
      await buyAs('ada@mail.example', 'Ada', 'Lovelace'),
      await buyAs('bo@mail.example', 'Bo', 'Lindqvist'),
      await buyAs('cy@mail.example', 'Cy', 'Young'),
    ];
    await client.post(`/preorders/${second}/cancel`, {});
    expect(await find(client, 'state=cancelled')).toEqual([second]);
    expect(await find(client, 'state=placed')).toEqual([third, first]);
    expect(await find(client, 'state=placed&limit=1')).toEqual([third]);
    expect(await find(client, `state=placed&limit=1&after=${third}`)).toEqual([first]);
    expect(await find(client, 'state=placed&q=love')).toEqual([first]);
    const { updated_at } = (await client.get(`/preorders/${second}`)).json.data;
    await client.post(`/preorders/${first}/notes`, { text: 'Called.' });
    expect(await find(client, `updated_at_min=${updated_at}`)).toEqual([second, first]);
    expect(await find(client, `updated_at_min=${updated_at}&state=placed`)).toEqual([first]);
    const file = await client.get('/preorders.csv?state=cancelled');
    expect([first, second, third].map((one) => file.text.includes(one))).toEqual([false, true, false]);
    for (const query of ['state=sold', 'updated_at_min=yesterday']) {
      const { status, json } = await client.get(`/preorders?${query}`);
      expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_parameter', query.split('=')[0]]);
    }
  });
});

test('what is ready to send is found although other units of its pre-order wait, and packed from the file', async () => {
  const waiting = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
  const partly = await buyFrom(core, offer, { email: 'bo@mail.example', quantity: 2 });
  const released = await client.post(`/preorders/${partly}/release`, { lines: [2] });
  expect(released.json.data.state).toBe('placed');
  expect(await find(client, 'state=released')).toEqual([partly]);
  expect(await find(client, 'state=placed')).toEqual([partly, waiting]);
  const [, ...rows] = (await client.get('/preorders.csv?state=released&bom=false')).text.trim().split('\r\n');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(`"${partly}",`);
  expect(rows[0]).toContain(',"placed","2",');
});

describe('a note', () => {
  const NOTE = 'Called: away until May.';

  test('stands with the pre-order and in its timeline, and is taken away', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const added = await client.post(`/preorders/${ada}/notes`, { text: ` ${NOTE}\u0007 ` });
    expect([added.status, added.json.data.notes]).toMatchObject([201, [{ text: NOTE, by: 'ERP' }]]);
    const [{ id }] = added.json.data.notes;
    const events = (await client.get(`/preorders/${ada}/timeline`)).json.data;
    expect(events.at(-1)).toMatchObject({ kind: 'note', what: 'ERP', reason: NOTE });
    const hidden = [
      await (await clerk()).get(`/preorders/${ada}`),
      await (await clerk()).get(`/preorders/${ada}/timeline`),
    ];
    for (const { text } of hidden) expect(text).not.toContain('Called');
    expect((await client.get('/activity')).text).not.toContain('Called');
    expect((await client.send(`DELETE /preorders/${ada}/notes/${id}`)).json.data.notes).toEqual([]);
    expect((await client.send(`DELETE /preorders/${ada}/notes/${id}`)).json.error.code).toBe('note_not_found');
  });

  test('goes with the person, into the export and away', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    await client.post(`/preorders/${ada}/notes`, { text: NOTE });
    const exported = await client.post('/people/export', { email: 'ada@mail.example' });
    expect(JSON.parse(exported.text).preorders[0].notes).toMatchObject([{ words: NOTE }]);
    await erase(core, { storeId: offer.storeId, email: 'ada@mail.example' }, { openToo: true });
    expect((await client.get(`/preorders/${ada}`)).json.data.notes).toEqual([]);
    const late = await client.post(`/preorders/${ada}/notes`, { text: NOTE });
    expect(late.json.error.code).toBe('preorder_not_found');
  });

  test('is refused when it is empty, and in another store', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    for (const text of [' ', '\u0007', 'x'.repeat(2_001)]) {
      expect((await client.post(`/preorders/${ada}/notes`, { text })).json.error.param).toBe('text');
    }
    const stranger = await tokenClient(api, (await createOffer(core, { allocation: 1 })).storeId);
    expect((await stranger.post(`/preorders/${ada}/notes`, { text: NOTE })).json.error.code).toBe('preorder_not_found');
  });
});

describe('what is written to the customer', () => {
  const WORDS = 'Yes, to your office.';

  test('stands with the pre-order and in its timeline, with the scope for people', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const written = await client.post(`/preorders/${ada}/messages`, { text: WORDS });
    expect([written.status, written.json.data.messages]).toMatchObject([
      201,
      [{ from: 'store', text: WORDS, by: 'ERP' }],
    ]);
    const events = (await client.get(`/preorders/${ada}/timeline`)).json.data;
    expect(events.at(-1)).toMatchObject({ kind: 'written', what: 'ERP', reason: WORDS });
    const hidden = await Promise.all(
      ['', '/timeline'].map(async (path) => (await clerk()).get(`/preorders/${ada}${path}`)),
    );
    for (const { text } of hidden) expect(text).not.toContain(WORDS);
    const log = (await client.get('/activity')).text;
    expect([log.includes('preorder.message'), log.includes(WORDS)]).toEqual([true, false]);
    const exported = await client.post('/people/export', { email: 'ada@mail.example' });
    expect(JSON.parse(exported.text).preorders[0].messages).toMatchObject([{ from: 'store', words: WORDS }]);
  });

  test('is refused when it is empty, and in another store', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    expect((await client.post(`/preorders/${ada}/messages`, { text: ' ' })).json.error.param).toBe('text');
    const stranger = await tokenClient(api, (await createOffer(core, { allocation: 1 })).storeId);
    const refused = await stranger.post(`/preorders/${ada}/messages`, { text: WORDS });
    expect(refused.json.error.code).toBe('preorder_not_found');
  });
});

describe('another e-mail address', () => {
  test('is set with the scope for people, and the activity log names no address', async () => {
    const ada = await buyAs('ada@mail.example', 'Ada', 'Lovelace');
    const email = 'grace@mail.example';
    const refused = await (await clerk()).send(`PUT /preorders/${ada}/contact`, { email });
    expect([refused.status, refused.json.error.data]).toEqual([403, { scope: 'preorders:personal' }]);
    const changed = await client.send(`PUT /preorders/${ada}/contact`, { email });
    expect([changed.status, changed.json.data.contact.email]).toEqual([200, email]);
    expect(await find(client, 'q=grace')).toEqual([ada]);
    const log = (await client.get('/activity')).text;
    expect([log.includes('preorder.contact'), log.includes('@mail')]).toEqual([true, false]);
    for (const wrong of ['x', 'a@', '']) {
      const { error } = (await client.send(`PUT /preorders/${ada}/contact`, { email: wrong })).json;
      expect([error.param, ['invalid_parameter', 'missing_parameter'].includes(error.code)]).toEqual(['email', true]);
    }
  });
});
