import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeContact } from '../../src/core/people/commands/change-contact.ts';
import { formatShipWindow } from '../../src/domain/ship-window.ts';
import type { SentLink, StatusPreorder, SwapChoice, SwapResult } from '../../src/protocol/schema/status-api.ts';
import { shiftClock } from '../support/core.ts';
import { CUSTOMER, openSelfService, type SelfService } from '../support/self-service.ts';

let service: SelfService;
beforeAll(async () => {
  service = await openSelfService();
});
afterAll(() => service.close());

const JUNE = formatShipWindow({ from: '2030-06-10', until: '2030-06-15' }, 'en', { style: 'long' });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('swaps', () => {
  test('are listed with their costs, and done at the shown price', async () => {
    const { offer, at, session, guest, lineItemId } = await service.open(
      { prices: [9_900, 12_900, 14_900], units: [1, 5, 0] },
      2,
    );
    const listed = await service.get<SwapChoice>(at(`/lines/${lineItemId}/swaps`), session);
    expect(listed.data.options).toEqual([
      {
        variantId: offer.sizes.small.variantExternalId,
        title: 'Small',
        ships: JUNE,
        moved: false,
        left: true,
        held: null,
        most: 1,
        now: -3_000,
        later: 0,
        also: [],
        values: [],
      },
      {
        variantId: offer.sizes.large.variantExternalId,
        title: 'Large',
        ships: JUNE,
        moved: false,
        left: false,
        held: null,
        most: 0,
        now: 2_000,
        later: 0,
        also: [],
        values: [],
      },
    ]);
    const { lines } = (await service.get<StatusPreorder>(at(''), session)).data;
    const second = lines.find(({ id }) => id !== lineItemId)?.id ?? '';
    const both = await service.get<SwapChoice>(at(`/lines/${lineItemId}/swaps?also=${second}`), session);
    expect(both.data.options[0]?.also).toEqual([{ now: -3_000, later: 0 }]);
    for (const also of ['x', randomUUID(), `${second},`]) {
      expect((await service.get(at(`/lines/${lineItemId}/swaps?also=${also}`), session)).error.code).toBe(
        'line_not_found',
      );
    }
    // The catalogue has medium, the line item's own size, between the two.
    expect(listed.data).toMatchObject({ names: [], own: { values: [], position: 1 } });
    const wish = { lineItemId, variantId: offer.sizes.small.variantExternalId, now: -3_000, later: 0 };
    expect((await service.post(at('/swap'), guest, wish)).error.code).toBe('link_required');
    expect((await service.post(at('/swap'), session, { ...wish, now: 0 })).error).toMatchObject({
      code: 'swap_changed',
      data: { now: -3_000, later: 0 },
    });
    const done = await service.post<SwapResult>(at('/swap'), session, wish);
    expect([done.status, done.data.payAt, done.data.preorder.lines[0]?.title]).toEqual([200, null, 'Small']);
    expect((await service.post<SwapResult>(at('/swap'), session, wish)).data).toEqual(done.data);
    await service.settleMoney(offer, at('').split('/')[2] ?? '');
  });

  test('to a dearer variant that is paid now answer where to pay, and change nothing before', async () => {
    const { offer, at, session, lineItemId } = await service.open();
    const wish = { lineItemId, variantId: offer.sizes.large.variantExternalId, now: 2_000, later: 0 };
    const { status, data } = await service.post<SwapResult>(at('/swap'), session, wish);
    expect([status, data.preorder.lines[0]?.title]).toEqual([200, 'Medium']);
    expect(data.payAt).toMatch(new RegExp(`^${service.api.deps.baseUrl}/links/pay/[0-9a-f-]{36}\\.`));
  });

  test.each<[string, Record<string, unknown>]>([
    ['no body', {}],
    ['a fraction', { lineItemId: 'x', variantId: '1', now: 0.5, later: 0 }],
    ['text for an amount', { lineItemId: 'x', variantId: '1', now: '1e3', later: 0 }],
    ['an amount beyond all', { lineItemId: 'x', variantId: '1', now: 1e300, later: 0 }],
    ['more than is asked for', { lineItemId: 'x', variantId: '1', now: 0, later: 0, unitPrice: 1 }],
  ])('%s is refused', async (_, body) => {
    const { at, session } = await service.open();
    const { status, error } = await service.post(at('/swap'), session, body);
    expect([status, ['invalid_parameter', 'missing_parameter', 'line_not_found'].includes(error.code)]).toEqual([
      error.code === 'line_not_found' ? 404 : 400,
      true,
    ]);
  });
});

describe('a line item that the pre-order does not have', () => {
  test('is 404 for its list of swaps and for a swap', async () => {
    const [mine, other] = [await service.open(), await service.open()];
    for (const lineItemId of [other.lineItemId, randomUUID(), 'x']) {
      const listed = await service.get(mine.at(`/lines/${lineItemId}/swaps`), mine.session);
      expect([listed.status, listed.error.code]).toEqual([404, 'line_not_found']);
      const wanted = { lineItemId, variantId: mine.offer.sizes.small.variantExternalId, now: 0, later: 0 };
      const swapped = await service.post(mine.at('/swap'), mine.session, wanted);
      expect([swapped.status, swapped.error.code]).toEqual([404, 'line_not_found']);
    }
  });
});

describe('a guest', () => {
  test('gets a link by mail that opens the pre-order once, with the right to change it', async () => {
    const { at, guest, id, reference } = await service.open();
    const sent = await service.post<SentLink>(at('/manage-links'), guest);
    expect([sent.status, sent.data]).toEqual([202, { email: 'a•••@m•••.example', minutes: 60 }]);
    const path = await service.pathOf(id, 'manage');
    const shown = await service.api.ask(path);
    expect([shown.status, shown.text.includes(reference), shown.text.includes(CUSTOMER)]).toEqual([200, true, false]);
    const opened = await service.api.ask(path, { method: 'POST', headers: FORM });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([opened.headers.get('referrer-policy'), opened.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ]);
    const { begun } = JSON.parse(/id="data">(.*?)<\/script>/s.exec(opened.text)?.[1] ?? '');
    expect(begun.preorder).toMatchObject({ reference, masked: false, email: CUSTOMER });
    expect((await service.post(at('/messages'), begun.session, { text: 'Hello' })).status).toBe(202);
    for (const method of ['GET', 'POST']) {
      expect((await service.api.ask(path, { method, headers: method === 'POST' ? FORM : {} })).status).toBe(404);
    }
    // The session is only for that pre-order, and expires.
    const other = await service.open();
    expect((await service.get(other.at(''), begun.session)).error.code).toBe('preorder_not_found');
    await shiftClock(service.api.db, 31 * 60);
    expect((await service.post(at('/messages'), begun.session, { text: 'late' })).error.code).toBe('session_ended');
    await shiftClock(service.api.db, -31 * 60);
  });

  test('a link that is changed, expired, of another purpose or store opens nothing', async () => {
    const { at, guest, session, id } = await service.open();
    await service.post(at('/manage-links'), guest);
    const path = await service.pathOf(id, 'manage');
    await service.post(at('/card'), session);
    const card = await service.pathOf(id, 'card');
    const dead = [
      path.replace('/manage/', '/cancel/'),
      card.replace('/card/', '/manage/'),
      `${path}x`,
      path.slice(0, -2),
      '/links/manage/%00',
    ];
    for (const each of dead) {
      for (const method of ['GET', 'POST'])
        expect((await service.api.ask(each, { method, headers: method === 'POST' ? FORM : {} })).status, each).toBe(
          404,
        );
    }
    await shiftClock(service.api.db, 61 * 60);
    expect((await service.api.ask(path, { method: 'POST', headers: FORM })).status).toBe(404);
    await shiftClock(service.api.db, -61 * 60);
  });

  test('who reads the mails of an earlier address loses the session of its link and of a look-up', async () => {
    const { at, guest, id, offer } = await service.open();
    await service.post(at('/manage-links'), guest);
    const opened = await service.api.ask(await service.pathOf(id, 'manage'), { method: 'POST', headers: FORM });
    const { begun } = JSON.parse(/id="data">(.*?)<\/script>/s.exec(opened.text)?.[1] ?? '');
    for (const session of [guest, begun.session]) expect((await service.get(at(''), session)).status).toBe(200);
    const change = { storeId: offer.storeId, preorderId: id, email: 'new@mail.example', by: 'Bo' };
    await changeContact(service.api.deps, change);
    for (const session of [guest, begun.session])
      expect((await service.get(at(''), session)).error.code).toBe('session_ended');
    expect((await service.post(at('/messages'), begun.session, { text: 'Still here' })).error.code).toBe(
      'session_ended',
    );
  });

  test('gets at most three links an hour', async () => {
    const { at, guest } = await service.open();
    for (const status of [202, 202, 202, 429])
      expect((await service.post(at('/manage-links'), guest)).status).toBe(status);
  });
});

describe('a pre-order of another customer is out of reach', () => {
  test.each<['GET' | 'POST', string, unknown]>([
    ['GET', '/details', undefined],
    ['GET', '/receipt', undefined],
    ['GET', '/address', undefined],
    ['GET', '/lines/LINE/swaps', undefined],
    ['POST', '/swap', { lineItemId: 'LINE', variantId: '1', now: 0, later: 0 }],
    [
      'POST',
      '/address',
      {
        address: {
          firstName: '',
          lastName: 'x',
          line1: 'x',
          line2: '',
          city: 'x',
          region: '',
          postalCode: '10115',
          country: 'DE',
          phoneNumber: '',
        },
      },
    ],
    ['POST', '/messages', { text: 'x' }],
    ['POST', '/card', undefined],
    ['POST', '/pay', undefined],
    ['POST', '/manage-links', undefined],
  ])('%s %s', async (method, path, body) => {
    const mine = await service.open();
    const stranger = await service.buyAndSignIn(mine.offer, 1, 'eve@mail.example');
    const elsewhere = await service.open();
    const fill = (text: string) => text.replaceAll('LINE', mine.lineItemId);
    const sent = body === undefined ? {} : { body: JSON.parse(fill(JSON.stringify(body))) };
    for (const session of [stranger.session, stranger.guest, elsewhere.session]) {
      const { status, error } = await service.client.call(method, mine.at(fill(path)), { session, ...sent });
      expect([status, error.code]).toEqual([404, 'preorder_not_found']);
    }
    const changed = mine.session.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    for (const session of [undefined, 'x'.repeat(40), changed]) {
      const { status, error } = await service.client.call(method, mine.at(fill(path)), { session, ...sent });
      expect([status, error.code]).toEqual([401, 'session_ended']);
    }
  });
});
