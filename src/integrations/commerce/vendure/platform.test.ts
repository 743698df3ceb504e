import { describe, expect, test } from 'vitest';
import type { PlatformRequest } from '../http-port.ts';
import { pricesIn } from '../prices.ts';
import { decimalOf, toVendure } from './money.ts';
import { vendure } from './platform.ts';

const SETTINGS = { url: 'https://shop.example/admin-api', key: 'a1b2c3d4:e5f6' };

function openWith(settings: Record<string, string>, ...answers: unknown[]) {
  const requests: PlatformRequest[] = [];
  const send = async (request: PlatformRequest) => {
    requests.push(request);
    return { status: 200, headers: {}, json: answers.shift() ?? null };
  };
  const read = async () => Buffer.alloc(0);
  const tools = { http: { send, read }, currency: 'EUR', now: () => new Date() };
  return { platform: vendure.open({ ...SETTINGS, ...settings }, tools), requests };
}

describe('settings', () => {
  test.each([
    ['url', 'ftp://shop.example'],
    ['url', 'https://ada:secret@shop.example'],
    ['key', ''],
    ['key', 'a key with spaces'],
    ['channel', 'a channel'],
    ['webhook_secret', 'short'],
  ])('%s “%s” is refused by its name', (name, value) => {
    expect(() => openWith({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: { param: name } }),
    );
  });

  test('the key goes into a header, and the currency into the address', async () => {
    const { platform, requests } = openWith({ channel: 'paris' }, { data: { product: null } });
    expect(await platform.getProduct('1')).toBeNull();
    expect(requests[0]?.url).toBe('https://shop.example/admin-api?currencyCode=EUR');
    expect(requests[0]?.headers()).toMatchObject({ 'vendure-api-key': SETTINGS.key, 'vendure-token': 'paris' });
  });
});

describe('money', () => {
  test.each([
    ['EUR', 12_345, 12_345],
    ['JPY', 123_400, 1_234],
    ['KWD', 1_234, 12_340],
  ])('of %s has the decimals of the server', (currency, there, here) => {
    expect(pricesIn(currency).read(decimalOf(there, 2))).toBe(here);
    expect(toVendure(here, 2, currency)).toBe(there);
  });

  test('that is finer than its currency is rounded and told, and money that the server cannot keep is refused', () => {
    const prices = pricesIn('JPY');
    expect(prices.told()).toEqual({});
    expect([prices.read(decimalOf(150, 2)), prices.read(decimalOf(149, 2)), prices.read(decimalOf(5, 0))]).toEqual([
      2, 1, 5,
    ]);
    expect(prices.told()).toEqual({ pricesRounded: true });
    expect(() => prices.read(decimalOf(-1, 2))).toThrow(expect.objectContaining({ kind: 'malformed' }));
    expect(() => toVendure(12_345, 2, 'KWD')).toThrow(expect.objectContaining({ kind: 'refused' }));
  });
});

describe('errors of Vendure', () => {
  test.each([
    ['FORBIDDEN', 'no right', 'unauthorised'],
    ['ENTITY_NOT_FOUND', 'no such thing', 'not_found'],
    ['INTERNAL_SERVER_ERROR', 'it broke', 'unreachable'],
    ['INTERNAL_SERVER_ERROR', 'No price information was found for …', 'malformed'],
    ['BAD_USER_INPUT', 'not like this', 'refused'],
  ])('%s “%s” is %s', async (code, message, kind) => {
    const { platform } = openWith({}, { errors: [{ message, extensions: { code } }] });
    await expect(platform.getProduct('1')).rejects.toMatchObject({ name: 'CommerceError', kind });
  });
});

describe('changes', () => {
  const page = (seqs: number[], last: number, oldest = 1) => ({
    data: {
      waitlistChanges: seqs.map((seq) => ({ seq, what: 'product', ref: String(seq) })),
      waitlistLastChange: [last, oldest],
    },
  });

  test('that commit after a later one are asked for again', async () => {
    const { platform, requests } = openWith({}, page([11, 13], 13), page([12], 13), page([], 13));
    const first = await platform.changes('10');
    const second = await platform.changes(first.cursor);
    expect(second.changes).toEqual([{ what: 'product', id: '12' }]);
    await platform.changes(second.cursor);
    const asked = requests.map(({ body }) => JSON.parse(body ?? '{}').variables);
    expect(asked.map(({ after, missed }) => [after, missed])).toEqual([
      [10, []],
      [13, [12]],
      [13, []],
    ]);
  });

  test.each([
    ['were removed since', '10', page([], 90, 50)],
    ['never were', '100', page([], 90)],
  ])('that %s need everything anew', async (_, cursor, answer) => {
    const { platform } = openWith({}, answer);
    await expect(platform.changes(cursor)).rejects.toMatchObject({ kind: 'not_found' });
  });
});
