import { afterAll, describe, expect, test } from 'vitest';
import { changeContact } from '../../src/core/people/commands/change-contact.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { type KnownPage, knownPath } from '../../src/surfaces/known-address.ts';
import { LATER, moveDates } from '../support/promises.ts';
import { startWithdrawals } from '../support/withdrawals.ts';

// The addresses of a pre-order that its customer keeps: its own page, and its calendar.

const world = await startWithdrawals();
const { api, core } = world;
afterAll(() => world.stop());

async function sold(quantity = 1) {
  const made = await world.sold(quantity);
  const preorder = await readPreorder(core.db, made.storeId, made.reference);
  const store = await readStore(core.db, made.storeId);
  const { contact } = preorder;
  if (!contact) throw new Error('the pre-order has no contact');
  return {
    ...made,
    preorder,
    pathOf: (purpose: KnownPage) => knownPath(api.deps, { purpose, store }, { ...preorder, contact }),
  };
}

const PURPOSES = ['own-page', 'receipt', 'calendar'] as const;

describe.each(PURPOSES)('the address for %s', (purpose) => {
  test('works for its own pre-order and purpose alone', async () => {
    const [one, other] = [await sold(), await sold()];
    const path = one.pathOf(purpose);
    expect((await api.ask(path)).status).toBe(200);
    const [, , name, key = '', token = ''] = path.split('/');
    const [, otherToken = ''] = other.pathOf(purpose).split(`${other.offer.storeKey}/`);
    const elsewhere = PURPOSES.filter((each) => each !== purpose).map((each) => each.replace('own-page', 'preorder'));
    for (const wrong of [
      `/links/${name}/${key}/${token}x`,
      `/links/${name}/${key}/${token.slice(0, -1)}`,
      `/links/${name}/${key}/${token.split('.')[0]}.${otherToken.split('.')[1]}`,
      `/links/${name}/${other.offer.storeKey}/${token}`,
      `/links/${name}/nobody/${token}`,
      `/links/${name}/${key}/x`,
      `/links/${name}/${key}/%00`,
      `/links/withdraw-other/${key}/${token}`,
      ...elsewhere.map((each) => `/links/${each}/${key}/${token}`),
    ]) {
      const answer = await api.ask(wrong);
      expect(answer.status, wrong).toBe(404);
      expect(answer.text, wrong).not.toContain(one.preorder.productTitle);
      expect(answer.headers.get('content-type'), wrong).toMatch(/^text\/html/);
    }
    const post = await api.ask(path, { method: 'POST' });
    expect([404, 405]).toContain(post.status);
  });

  test('ends when the pre-order gets another e-mail address', async () => {
    const { storeId, preorder, pathOf } = await sold();
    await changeContact(api.deps, { storeId, preorderId: preorder.id, email: 'new@shopper.example', by: 'ada' });
    expect((await api.ask(pathOf(purpose))).status).toBe(404);
  });
});

test('a page of a dead address leads to the look-up of its store, in its language, and no other page does', async () => {
  const { pathOf, offer } = await sold();
  const gone = await api.ask(`${pathOf('own-page')}x`, { headers: { 'accept-language': 'de-AT' } });
  const [, href = ''] = /href="(\/links\/preorder\/[^"]+)"/.exec(gone.text) ?? [];
  expect(href).toBe(`/links/preorder/${offer.storeKey}?lang=de-AT`);
  const found = await api.ask(href);
  expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(found.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(found.text).toContain('Vorbestellung finden');
  const unknown = await api.ask('/links/preorder/00000000-0000-4000-8000-000000000000');
  expect([unknown.status, unknown.text.includes('/links/preorder/')]).toEqual([404, false]);
  for (const key of ['x', '%00', '..%2f']) expect((await api.ask(`/links/preorder/${key}`)).status, key).toBe(404);
  for (const lang of ['', 'xx', '%00', 'a&lang=b'])
    expect((await api.ask(`/links/preorder/${offer.storeKey}?lang=${lang}`)).status, lang).toBe(200);
});

test('the own page shows what a look-up shows: a change needs a mailed link', async () => {
  const { pathOf, email, reference } = await sold();
  const { text, headers } = await api.ask(pathOf('own-page'));
  expect(text).toContain(reference);
  expect(text).not.toContain(email);
  expect(text).not.toContain('Zoë');
  expect(text).toContain('"masked":true');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const session = /"session":"([\w-]+)"/.exec(text)?.[1];
  const status = (path: string, init: RequestInit = {}) =>
    api.ask(`/frames/1/api/status/preorders/${reference}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    });
  expect((await status('')).status).toBe(200);
  const address = {
    firstName: '',
    lastName: 'X',
    line1: 'Weg 2',
    line2: '',
    city: 'Köln',
    region: '',
    postalCode: '50667',
  };
  const change = { address: { ...address, country: 'DE', phoneNumber: '' } };
  const refused = await status('/address', { method: 'POST', body: JSON.stringify(change) });
  expect(refused.json.error.code).toBe('link_required');
  expect((await status('/receipt')).json.error.code).toBe('link_required');
});

test('the receipt groups equal line items, and may not be framed, kept or indexed', async () => {
  const { pathOf, reference, preorder } = await sold(3);
  const { text, headers } = await api.ask(pathOf('receipt'));
  expect(text).toContain(`3 × <bdi>${preorder.productTitle}</bdi>`);
  for (const word of [reference, 'Zoë Müller', 'North &amp; Pine GmbH', '@page']) expect(text).toContain(word);
  expect(text).not.toContain('<script');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
});

describe('the calendar', () => {
  const entriesOf = (text: string) => text.match(/BEGIN:VEVENT/g)?.length ?? 0;

  test('says the product and its days, and nothing of its buyer', async () => {
    const { pathOf, preorder, email, reference } = await sold(2);
    const { text, headers } = await api.ask(pathOf('calendar'));
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toMatch(/^private/);
    expect(entriesOf(text)).toBe(1);
    expect(text).toContain(`SUMMARY:${preorder.productTitle}: expected to ship\r\n`);
    expect(text).toContain('DTSTART;VALUE=DATE:20300610\r\nDTEND;VALUE=DATE:20300616\r\n');
    for (const secret of [email, reference, 'Zoë', 'Müller', 'Weg 1', '50667', preorder.id, 'North', 'http'])
      expect(text, secret).not.toContain(secret);
  });

  test('moves with the date as the same entry, and says what was cancelled', async () => {
    const { pathOf, offer, storeId, preorder } = await sold(2);
    const path = pathOf('calendar');
    const read = async () => (await api.ask(path)).text;
    const before = await read();
    await moveDates({ core, offer }, LATER);
    await expect.poll(read, { timeout: 15_000, interval: 500 }).toContain('DTSTART;VALUE=DATE:20300701');
    const moved = await read();
    const part = (text: string, name: string) => new RegExp(`${name}:(.*)`).exec(text)?.[1];
    expect(part(moved, 'UID')).toBe(part(before, 'UID'));
    expect(Number(part(moved, 'SEQUENCE'))).toBeGreaterThan(Number(part(before, 'SEQUENCE')));
    await cancelLines(core, { storeId, preorderId: preorder.id, lineIds: preorder.lines.map(({ id }) => id) });
    await expect.poll(read, { timeout: 15_000, interval: 500 }).toContain('STATUS:CANCELLED');
  });

  test('is cheap when it is asked for again: 304, and hardly a statement for thousands of requests', async () => {
    const path = (await sold()).pathOf('calendar');
    const etag = (await api.ask(path)).headers.get('etag') ?? '';
    const again = await api.ask(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    let statements = 0;
    const { query } = api.db;
    api.db.query = ((...given: Parameters<typeof query>) => {
      statements += 1;
      return query(...given);
    }) as typeof query;
    const answers = new Map<number, number>();
    const ask = async () => {
      const { status } = await api.ask(path, { headers: { 'if-none-match': etag } });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    };
    for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 100 }, ask));
    api.db.query = query;
    expect(statements).toBeLessThan(10); // what other rounds of the service asked
    // The limit of reads refuses a client that asks all the time, with the code of all limits.
    expect([...answers.keys()].filter((status) => status !== 304 && status !== 429)).toEqual([]);
    expect(answers.get(304)).toBeGreaterThan(1_000);
  });
});
