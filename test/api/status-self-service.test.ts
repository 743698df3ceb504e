import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWords } from '../../src/core/mails/queries.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { writeToShopper } from '../../src/core/preorders/commands/write-to-shopper.ts';
import { forgetWords } from '../../src/core/preorders/commands/write-to-store.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { setFont, setLogo, updateBrand } from '../../src/core/stores/commands/brand.ts';
import { updateStore } from '../../src/core/stores/commands.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { formatShipWindow } from '../../src/domain/ship-window.ts';
import type {
  AddressForm,
  AddressResult,
  StatusDetails,
  StatusPreorder,
} from '../../src/protocol/schema/status-api.ts';
import { pngOf, woff2Of } from '../support/asset-files.ts';
import { postponeRefunds } from '../support/charges.ts';
import { openSelfService, type SelfService } from '../support/self-service.ts';

let service: SelfService;
beforeAll(async () => {
  service = await openSelfService();
});
afterAll(() => service.close());

const JUNE = formatShipWindow({ from: '2030-06-10', until: '2030-06-15' }, 'en', { style: 'long' });

describe('the address', () => {
  const BERLIN = {
    firstName: 'Ada',
    lastName: 'King',
    line1: 'Torstraße 1',
    line2: '',
    city: 'Berlin',
    region: '',
    postalCode: '10119',
    country: 'DE',
    phoneNumber: '',
  };
  const PARIS = { country: 'FR', postalCode: '75001', city: 'Paris' };

  test('is shown in its country’s format, and changed once', async () => {
    const { at, session, guest, id } = await service.open({}, 2);
    const form = await service.get<AddressForm>(at('/address'), session);
    expect(form.data).toMatchObject({ address: { line1: 'Invalidenstraße 116' }, country: 'Germany', regions: null });
    expect(form.data.problems['postalCode.required']).toContain('Postcode');
    expect((await service.get(at('/address'), guest)).error.code).toBe('link_required');
    expect((await service.post(at('/address'), guest, { address: BERLIN })).error.code).toBe('link_required');
    const changed = await service.post<AddressResult>(at('/address'), session, { address: BERLIN });
    expect(changed.data.changed).toBe(true);
    expect(changed.data.preorder.address).toEqual(['Ada King', 'Torstraße 1', '10119 Berlin', 'Germany']);
    const again = await service.post<AddressResult>(at('/address'), session, { address: BERLIN });
    expect([again.status, again.data.changed]).toEqual([200, false]);
    const told = await service.api.db.query(
      `SELECT 1 FROM outbox WHERE subject_id = $1 AND topic = 'preorder.address_changed'`,
      [id],
    );
    expect(told).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ['a country of no rate', PARIS, 'country_not_shipped', 'address.country'],
    ['a country that there is not', { country: 'XX' }, 'invalid_parameter', 'address.country'],
    ['no street', { line1: ' ' }, 'invalid_parameter', 'address.line1'],
    ['a postcode of nowhere', { postalCode: 'ABC' }, 'invalid_parameter', 'address.postalCode'],
    ['NUL', { line1: 'Torstraße\u0000 1' }, 'invalid_parameter', 'address.line1'],
  ])('%s is refused', async (_, change, ...[code, param]) => {
    const { at, session, offer, reference } = await service.open();
    const before = await readPreorder(service.api.db, offer.storeId, reference);
    const { status, error } = await service.post(at('/address'), session, { address: { ...BERLIN, ...change } });
    expect([status < 500, error.code, error.param]).toEqual([true, code, param]);
    expect((await readPreorder(service.api.db, offer.storeId, reference)).contact).toEqual(before.contact);
  });

  test('keeps its country: another one has other tax, or is none of the waitlist', async () => {
    const { at, session, offer } = await service.open();
    const key = { storeId: offer.storeId, waitlistId: offer.waitlistId };
    const toParis = async () =>
      (await service.post(at('/address'), session, { address: { ...BERLIN, ...PARIS } })).error;
    const shipping = ['DE', 'FR', 'AT'].map((country) => ({ country, amount: 490 }));
    await updateStore(service.api.deps, offer.storeId, { shipping });
    expect(await toParis()).toMatchObject({ code: 'country_not_changeable', param: 'address.country' });
    await updateWaitlist(service.api.deps, key, { countries: ['DE'] });
    expect(await toParis()).toMatchObject({ code: 'country_not_shipped', param: 'address.country' });
    // What was sold to Germany goes there, wherever the waitlist ships now.
    await updateWaitlist(service.api.deps, key, { countries: ['AT'] });
    expect((await service.post(at('/address'), session, { address: BERLIN })).status).toBe(200);
  });

  test('cannot change once a line item is released', async () => {
    const { at, session, offer, id, lineItemId } = await service.open({}, 2);
    await advanceLines(service.api.deps, {
      storeId: offer.storeId,
      preorderId: id,
      to: 'released',
      lineIds: [lineItemId],
    });
    expect((await service.post(at('/address'), session, { address: BERLIN })).error.code).toBe(
      'address_not_changeable',
    );
    expect((await service.get<StatusPreorder>(at(''), session)).data.movable).toBe(false);
  });

  test('cannot move to another region if regions have their own tax', async () => {
    const { at, session, offer, id } = await service.open();
    await service.api.db.query(
      `INSERT INTO store_tax_rate (store_id, country, region, millionths) VALUES ($1, 'US', 'NY', 40000)`,
      [offer.storeId],
    );
    const newYork = {
      ...BERLIN,
      country: 'US',
      region: 'NY',
      city: 'New York',
      postalCode: '10001',
      line1: '350 5th Ave',
    };
    await service.api.db.query('UPDATE preorder_contact SET address = $2 WHERE preorder_id = $1', [id, newYork]);
    const moved = { ...newYork, region: 'CA', city: 'Los Angeles', postalCode: '90001' };
    expect((await service.post(at('/address'), session, { address: moved })).error).toMatchObject({
      code: 'country_not_changeable',
      param: 'address.region',
    });
    expect((await service.post(at('/address'), session, { address: { ...newYork, line1: '1 Broadway' } })).status).toBe(
      200,
    );
  });
});

test('what the store wrote stands on the page, but not for a guest who only looked it up', async () => {
  const { at, session, guest, id, offer } = await service.open();
  const key = { storeId: offer.storeId, preorderId: id };
  await writeToShopper(service.api.deps, { ...key, text: 'Dear Ada,\nyes.', by: 'Bo' });
  const { messages } = (await service.get<StatusDetails>(at('/details'), session)).data;
  expect(messages).toEqual([{ on: expect.any(String), text: 'Dear Ada,\nyes.' }]);
  expect(JSON.stringify(messages)).not.toContain('Bo');
  expect((await service.get<StatusDetails>(at('/details'), guest)).data.messages).toEqual([]);
});

describe('a message to the store', () => {
  test('is kept as plain text until its mail is sent, at most three an hour', async () => {
    const { at, session, guest, id, offer } = await service.open();
    const text = 'Hello\r\n\r\n\r\n\r\nBcc: everybody@example.com\u0007\n<b>Can it be <i>red</i>?</b> ';
    expect((await service.post(at('/messages'), guest, { text })).error.code).toBe('link_required');
    expect((await service.post(at('/messages'), session, { text })).status).toBe(202);
    const [message] = await service.api.db.query<{ id: string }>(
      'SELECT id FROM shopper_message WHERE preorder_id = $1',
      [id],
    );
    expect(await findWords(service.api.db, offer.storeId, message?.id ?? '')).toBe(
      'Hello\n\nBcc: everybody@example.com\n<b>Can it be <i>red</i>?</b>',
    );
    await forgetWords(service.api.db, offer.storeId, message?.id ?? '');
    expect(await findWords(service.api.db, offer.storeId, message?.id ?? '')).toBeNull();
    await service.post(at('/messages'), session, { text: 'b' });
    await service.post(at('/messages'), session, { text: 'c' });
    const refused = await service.post(at('/messages'), session, { text: 'd' });
    expect([refused.status, refused.error.code, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
  });

  test.each([
    ['nothing', ''],
    ['blanks and control characters', ' \n\u0001\t '],
    ['NUL', 'a\u0000b'],
    ['10 kB', 'x'.repeat(10_000)],
  ])('%s is refused', async (_, text) => {
    const { at, session } = await service.open();
    expect((await service.post(at('/messages'), session, { text })).error).toMatchObject({
      code: 'invalid_parameter',
      param: 'text',
    });
  });
});

describe('the receipt', () => {
  test('leads to the legal pages that the store has', async () => {
    const { at, session, offer } = await service.open();
    const { db } = service.api;
    const receipt = async () => {
      const headers = { authorization: `Bearer ${session}` };
      return (await fetch(`${service.api.baseUrl}/frames/1/api/status${at('/receipt')}`, { headers })).text();
    };
    const [store] = await db.query<{ terms: string; privacy: string }>(
      'SELECT terms_url AS terms, privacy_url AS privacy FROM store WHERE id = $1',
      [offer.storeId],
    );
    const before = await receipt();
    expect(before).toContain(`<a href="${store?.terms}">Terms of sale</a>`);
    expect(before).toContain(`<a href="${store?.privacy}">Privacy policy</a>`);
    expect(before).not.toContain('Right of withdrawal');
    await db.query('UPDATE store SET withdrawal_url = $2 WHERE id = $1', [offer.storeId, 'https://fjord.example/back']);
    expect(await receipt()).toContain('<a href="https://fjord.example/back">Right of withdrawal</a>');
  });

  test('names the seller and every amount with its date; a guest gets no receipt', async () => {
    const { at, session, guest, offer, reference, lineItemId } = await service.open(
      { prices: [9_900, 12_900, 14_900] },
      2,
    );
    await service.post(at('/cancel'), session, { lineItemIds: [lineItemId] });
    await service.settleMoney(offer, reference);
    const response = await fetch(`${service.api.baseUrl}/frames/1/api/status${at('/receipt')}`, {
      headers: { authorization: `Bearer ${session}` },
    });
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.url).toContain('/links/receipt/');
    expect(text).toContain('Price');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    for (const word of [
      'North &amp; Pine GmbH',
      'Hauptstraße 1',
      reference,
      'Ada Lovelace',
      '€258.00',
      '€262.90',
      'Refunded on',
      '-€131.45',
      'Paid on',
      'Cancelled',
    ]) {
      expect(text).toContain(word);
    }
    expect(text).not.toMatch(/<script|http-equiv="refresh"/);
    expect((await service.get(at('/receipt'), guest)).error.code).toBe('link_required');
  });

  test('has the look of the store, and holds logo and font itself', async () => {
    const { at, session, offer } = await service.open();
    await setLogo(service.api, offer.storeId, pngOf(120, 40));
    await setFont(service.api, offer.storeId, woff2Of());
    await updateBrand(service.api, offer.storeId, { accent: '#a8481f', ground: '#faf7f2' });
    const response = await fetch(`${service.api.baseUrl}/frames/1/api/status${at('/receipt')}`, {
      headers: { authorization: `Bearer ${session}` },
    });
    const text = await response.text();
    expect(response.headers.get('content-security-policy')).toContain('img-src data:; font-src data:;');
    expect(text).toMatch(/<meta http-equiv="content-security-policy" content="[^"]*img-src data:; font-src data:/);
    expect(text).toContain('background: #faf7f2');
    expect(text).toContain('<img src="data:image/png;base64,iVBORw0KGgo');
    expect(text).toContain('src:url(data:font/woff2;base64,d09GM');
    expect(text).not.toContain('/brand/');
  });

  test('says that a refund is delayed until it arrives, like the page', async () => {
    const { at, session, guest, offer, reference, lineItemId, id } = await service.open();
    await service.settleMoney(offer, reference);
    const receipt = async () => {
      const headers = { authorization: `Bearer ${session}` };
      return (await fetch(`${service.api.baseUrl}/frames/1/api/status${at('/receipt')}`, { headers })).text();
    };
    const delayed = async () => (await service.get<StatusDetails>(at('/details'), guest)).data.refundDelayed;
    await postponeRefunds(service.core, id);
    await service.post(at('/cancel'), session, { lineItemIds: [lineItemId] });
    await service.settleMoney(offer, reference);
    expect(await delayed()).toBe(true);
    expect(await receipt()).toMatch(/€[\d.]+ is not back with you yet\. The store knows/);
    await service.api.db.query('UPDATE refund_owed SET asked = true WHERE preorder_id = $1', [id]);
    await service.settleMoney(offer, reference);
    expect(await delayed()).toBe(false);
    expect(await receipt()).not.toContain('is not back with you');
  });
});

describe('a pre-order’s page', () => {
  test('shows its notices, its card, and its place if the merchant shows it', async () => {
    const { at, session, guest, offer, lineItemId } = await service.open();
    const before = (await service.get<StatusDetails>(at('/details'), session)).data;
    expect(before).toEqual({
      messages: [],
      question: null,
      places: [],
      swaps: true,
      card: null,
      owed: 0,
      owedBy: '',
      refundDelayed: false,
      promises: [{ on: expect.stringContaining('20'), ships: JUNE, reason: '', outcome: null }],
    });
    await service.api.db.query('UPDATE waitlist SET show_position = true WHERE id = $1', [offer.waitlistId]);
    await service.buyAndSignIn(offer, 2, 'second@mail.example');
    expect((await service.get<StatusDetails>(at('/details'), guest)).data.places).toEqual([{ lineItemId, place: 1 }]);
  });
});
