import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { newSecret, openConnector } from '../../../../test/support/connector-store.ts';
import { platformContract } from '../../../../test/support/platform-contract/contract.ts';
import type { PlatformRequest } from '../http-port.ts';
import { httpConnector } from './platform.ts';
import { readProducts } from './products.ts';

const URL_OF_STORE = 'https://shop.example/connector';

function openWith(settings: Record<string, string>, answer: unknown = null) {
  const requests: PlatformRequest[] = [];
  const send = async (request: PlatformRequest) => {
    requests.push(request);
    return { status: 200, headers: {}, json: answer };
  };
  const read = async () => Promise.reject(new Error('the protocol has no files'));
  const all = { url: URL_OF_STORE, secret: newSecret(), ...settings };
  const platform = httpConnector.open(all, { http: { send, read }, currency: 'EUR', now: () => new Date() });
  return { platform, requests };
}

const everything = openWith({}).platform.can;

platformContract({
  name: 'the reference implementation by the HTTP connector',
  can: everything,
  currencies: ['EUR', 'JPY', 'KWD'],
  signsTime: true,
  deletesOrders: true,
  open: openConnector,
});

describe('settings', () => {
  test.each([
    ['url', 'ftp://shop.example'],
    ['url', 'https://ada:secret@shop.example'],
    ['url', ''],
    ['secret', 'short'],
    ['secret', `whsec_${'A'.repeat(10)}`],
    ['cannot', 'everything'],
  ])('%s “%s” is refused by its name', (name, value) => {
    expect(() => openWith({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: { param: name } }),
    );
  });

  test('say what a connector cannot do', () => {
    expect(openWith({ cannot: 'changes, hold_lines, cancel' }).platform.can).toEqual({
      ...everything,
      changes: false,
      hold: 'order',
      cancel: 'no',
    });
  });

  test('sign each request with both secrets while they change', async () => {
    const { platform, requests } = openWith(
      { secret: `${newSecret()} ${newSecret()}` },
      { id: 'a', name: 'b', currency: 'EUR' },
    );
    await platform.check();
    expect(requests[0]?.headers()['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(requests[0]?.url).toBe(`${URL_OF_STORE}/shop`);
  });
});

describe('what cannot be read', () => {
  const good = {
    id: '1',
    handle: 'lamp',
    title: 'Lamp',
    description_html: '',
    vendor: '',
    image_url: null,
    published: true,
    currency: 'EUR',
    option_names: [],
    variants: [
      {
        id: '2',
        sku: '',
        option_values: [],
        price: '1.00',
        compare_at_price: null,
        image_url: null,
        in_stock: 0,
        oversell: false,
      },
    ],
  };

  test.each([
    ['a number in place of an id', { ...good, id: 7 }, '7'],
    ['no variant', { ...good, variants: [] }, '1'],
    ['an unknown currency', { ...good, currency: 'XYZ' }, '1'],
    ['nothing', null, null],
  ])('%s leaves the other products of its page', (_, bad, id) => {
    const { products, unreadable } = readProducts([good, bad]);
    expect(products.map(({ externalId }) => externalId)).toEqual(['1']);
    expect(unreadable).toEqual([{ id, reason: expect.stringMatching(/./) }]);
  });

  test('a price that is finer than its currency is rounded, which is told', () => {
    const net = { ...good, currency: 'JPY', variants: [{ ...good.variants[0], price: '1.50' }] };
    expect(readProducts([good, net]).products).toMatchObject([{}, { pricesRounded: true, variants: [{ price: 2 }] }]);
  });

  test('another product than the one that was asked for is malformed', async () => {
    const { platform } = openWith({}, good);
    await expect(platform.getProduct('8')).rejects.toMatchObject({ kind: 'malformed' });
  });

  test.each([{ products: 'none' }, null, [], 'text'])('%j is no page of products', async (answer) => {
    const { platform } = openWith({}, answer);
    await expect(platform.listProducts(null)).rejects.toMatchObject({ name: 'CommerceError', kind: 'malformed' });
  });
});

test('the reference implementation is short', async () => {
  const folder = new URL('../../../../examples/connector/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  expect(texts.join('').split('\n').length).toBeLessThanOrEqual(200);
});
