import { afterEach, describe, expect, test } from 'vitest';
import { type OpenShopify, openShopify } from '../../support/shopify/open.ts';
import { testData } from '../../support/test-data.ts';

const opened: OpenShopify[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function openShop(): Promise<OpenShopify> {
  const shop = await openShopify();
  opened.push(shop);
  return shop;
}

describe.skipIf(testData === undefined)('an app of the Dev Dashboard', () => {
  test('gets a token for its id and secret, keeps it, and another one when Shopify ends it', async () => {
    const open = await openShop();
    const { clientId } = open.shop;
    const tokens = open.shop.tokens.size;
    for (let times = 0; times < 2; times += 1) await open.adapter({ clientId }).check();
    expect(open.shop.tokens.size).toBe(tokens + 1);
    const [given = ''] = [...open.shop.tokens.keys()].slice(-1);
    open.shop.tokens.delete(given);
    expect((await open.adapter({ clientId }).check()).missingScopes).toEqual([]);
    expect(open.shop.tokens.has(given)).toBe(false);
  });

  test('that was removed, or has another secret, has no access any more', async () => {
    const open = await openShop();
    const unauthorised = { kind: 'unauthorised' };
    await expect(open.adapter({ clientId: 'f'.repeat(32) }).check()).rejects.toMatchObject(unauthorised);
    open.uninstall();
    await expect(open.adapter({ clientId: open.shop.clientId }).check()).rejects.toMatchObject(unauthorised);
    expect(() => open.adapter({ token: '' })).toThrow('client_id is missing');
  });
});
