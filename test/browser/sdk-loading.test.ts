import { describe, expect, test } from 'vitest';
import { BUTTON, openStorePage, productPage, useStage } from '../support/placement-page.ts';

const stage = useStage();

/** Returns a page that records when the global exists and how often `Service:Ready` came. */
function loadingPage(head: string, body = ''): string {
  return `<!doctype html><html lang="en"><head><title>Store</title>
<script>window.readies = 0; addEventListener('Service:Ready', () => { readies++; window.whenReady?.(); })</script>
${head.replaceAll('SDK', `${stage.system.baseUrl}/api/v1/service.js`)}
</head><body>${BUTTON}${body.replaceAll('SDK', `${stage.system.baseUrl}/api/v1/service.js`)}</body></html>`;
}

const LOAD = () => `
  Service.on('PlacementLoaded', (payload) => { window.loaded = payload; });
  Service.init({ apiKey: '${stage.store.storeKey}' });
  Service.load({ placementType: 'button', productId: '${stage.store.product.externalId}' });`;

describe('the script', () => {
  const ways: [string, () => string][] = [
    ['in the head', () => loadingPage('<script src="SDK"></script>', `<script>${LOAD()}</script>`)],
    [
      'at the end with async, after the code that waits for it',
      () => loadingPage('', `<script>whenReady = () => {${LOAD()}}</script><script async src="SDK"></script>`),
    ],
    [
      'with defer, after the code that waits for it',
      () => loadingPage('', `<script>whenReady = () => {${LOAD()}}</script><script defer src="SDK"></script>`),
    ],
    [
      'as a module',
      () => loadingPage('', `<script>whenReady = () => {${LOAD()}}</script><script type="module" src="SDK"></script>`),
    ],
    [
      'added by another script',
      () =>
        loadingPage(
          '',
          `<script>whenReady = () => {${LOAD()}}; document.body.append(Object.assign(document.createElement('script'), { src: 'SDK' }))</script>`,
        ),
    ],
    [
      'in a page whose addresses begin elsewhere',
      () => loadingPage('<base href="https://cdn.example/"><script src="SDK"></script>', `<script>${LOAD()}</script>`),
    ],
    [
      'twice, the second copy doing nothing',
      () => loadingPage('<script src="SDK"></script><script src="SDK?again"></script>', `<script>${LOAD()}</script>`),
    ],
    [
      'in a page with elements that are called like it',
      () =>
        loadingPage(
          '',
          `<p id="Service"></p><img name="scripts" alt=""><script src="SDK"></script><script>${LOAD()}</script>`,
        ),
    ],
  ];

  test.each(ways)('%s: is ready once and loads a button', async (_, html) => {
    const { page, problems, close } = await openStorePage(stage, html());
    await page.waitForFunction('window.loaded');
    expect(await page.evaluate('readies')).toBe(1);
    expect(await page.evaluate('loaded')).toMatchObject({ placementType: 'button', sku: '', disabled: true });
    expect(problems).toEqual([]);
    await close();
  });

  test('sets the whole global while it runs, requests nothing, and keeps its state if it runs twice', async () => {
    const { page, requests, close } = await openStorePage(
      stage,
      loadingPage(
        `<script src="SDK"></script><script>window.shape = Object.keys(Service); window.first = Service;
         Service.init({ apiKey: 'key' });</script><script src="SDK"></script>`,
      ),
    );
    expect(await page.evaluate('shape')).toEqual([
      'init',
      'load',
      'update',
      'on',
      'off',
      'setCustomerData',
      'cartContainsPreorderItems',
      'loadPreorderStatusPage',
      'fetchAvailability',
      'fetchWaitlists',
    ]);
    expect(await page.evaluate('Service === first')).toBe(true);
    expect(new Set(requests.map((address) => new URL(address).pathname))).toEqual(new Set(['/api/v1/service.js']));
    await close();
  });

  test('stores nothing and sets no cookie', async () => {
    const html = productPage(stage, BUTTON, `Service.load({ placementType: 'button', productId });`);
    const { page, hears, close } = await openStorePage(stage, html);
    await hears('PlacementLoaded');
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      '',
    ]);
    await close();
  });

  test('has no listener that keeps a page out of the back-forward cache', async () => {
    const spy = `<script>
      window.listened = [];
      for (const target of [window, document]) {
        const listen = target.addEventListener;
        target.addEventListener = function (type, ...rest) { listened.push(type); return listen.call(this, type, ...rest); };
      }
    </script>`;
    const html = productPage(stage, BUTTON, `Service.load({ placementType: 'button', productId });`);
    const { page, hears, close } = await openStorePage(stage, html.replace('<head>', `<head>${spy}`));
    await hears('PlacementLoaded');
    const listened = (await page.evaluate('listened')) as string[];
    expect(listened).toContain('message');
    expect(listened.filter((type) => /unload|pagehide/.test(type))).toEqual([]);
    expect(await page.evaluate(() => [window.onunload, window.onbeforeunload])).toEqual([null, null]);
    await close();
  });
});

describe('misuse', () => {
  const before: [string, string][] = [
    [`Service.load({ placementType: 'button', productId: '1' })`, 'not_initialised'],
    [`Service.update({ placementType: 'button' })`, 'not_initialised'],
    [`Service.init()`, 'missing_parameter'],
    [`Service.init({})`, 'missing_parameter'],
    [`Service.init({ apiKey: '' })`, 'missing_parameter'],
    [`Service.init({ apiKey: 5 })`, 'invalid_parameter'],
    [`Service.init({ apiKey: 'key', locale: 5 })`, 'invalid_parameter'],
  ];
  const after: [string, string][] = [
    [`Service.init({ apiKey: 'other' })`, 'already_initialised'],
    [`Service.load()`, 'invalid_parameter'],
    [`Service.load(null)`, 'invalid_parameter'],
    [`Service.load('button')`, 'invalid_parameter'],
    [`Service.load({})`, 'invalid_parameter'],
    [`Service.load({ placementType: 5, productId: '1' })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'banner', productId: '1' })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'toString', productId: '1' })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button' })`, 'missing_parameter'],
    [`Service.load({ placementType: 'button', productId: '' })`, 'missing_parameter'],
    [`Service.load({ placementType: 'button', productId: {} })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1'.repeat(501) })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productCode: 'a'.repeat(501) })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', sku: 'a'.repeat(501) })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1', skuId: '1'.repeat(501) })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: true })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1', skuId: [] })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1', instanceId: 1 })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1', fallbackToSoldOut: 'yes' })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1', style: 'red' })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1', labelStyle: 5 })`, 'invalid_parameter'],
    [`Service.load({ placementType: 'button', productId: '1', lineItemProperties: 'x' })`, 'invalid_parameter'],
    [
      `Service.load({ placementType: 'button', productId: '1', lineItemProperties: { __ours: 'x' } })`,
      'invalid_parameter',
    ],
    [`Service.load({ placementType: 'button', productId: '1', lineItemProperties: { '': 'x' } })`, 'invalid_parameter'],
    [
      `Service.load({ placementType: 'button', productId: '1', lineItemProperties: { a: 'x'.repeat(501) } })`,
      'invalid_parameter',
    ],
    [
      `Service.load({ placementType: 'button', productId: '1', lineItemProperties: { ['a'.repeat(101)]: 'x' } })`,
      'invalid_parameter',
    ],
    [
      `Service.load({ placementType: 'button', productId: '1', lineItemProperties: Array.from({ length: 20 }, (_, i) => ({ name: 'n' + i, value: '木'.repeat(200) })) })`,
      'invalid_parameter',
    ],
    [
      `Service.load({ placementType: 'button', productId: '1', lineItemProperties: Array.from({ length: 51 }, (_, i) => ({ name: 'n' + i, value: 'x' })) })`,
      'invalid_parameter',
    ],
    [`Service.load({ placementType: 'price', productId: '1' })`, 'container_not_found'],
    [`Service.load({ placementType: 'button', instanceId: 'x', productId: '1' })`, 'container_not_found'],
    [`Service.update({ placementType: 'button' })`, 'not_loaded'],
    [`Service.update({ placementType: 'price' })`, 'not_loaded'],
    [`Service.on(5, () => {})`, 'invalid_parameter'],
    [`Service.on('PlacementLoaded')`, 'invalid_parameter'],
    [`Service.off('PlacementLoaded', 'x')`, 'invalid_parameter'],
    [`Service.setCustomerData('x')`, 'invalid_parameter'],
    [`Service.setCustomerData()`, 'invalid_parameter'],
  ];

  test('throws at once with a stable code and has no effect', async () => {
    const { page, requests, close } = await openStorePage(stage, loadingPage('<script src="SDK"></script>'));
    const codeOf = (call: string) =>
      page.evaluate(
        `(() => { try { ${call}; return [] } catch (error) { return [error.code, error instanceof Error, String(error)] } })()`,
      );
    const guide = `${stage.system.baseUrl}/docs/sdk`;
    for (const [source, code] of before) {
      expect(await codeOf(source), source).toEqual([code, true, expect.stringContaining(guide)]);
    }
    await page.evaluate(`Service.init({ apiKey: 'key' }); Service.init({ apiKey: 'key', locale: 'en-GB' })`);
    for (const [source, code] of after) {
      expect(await codeOf(source), source).toEqual([code, true, expect.stringContaining(guide)]);
    }
    expect(requests).toHaveLength(1);
    expect(await page.locator('iframe').count()).toBe(0);
    await close();
  });
});

describe('events', () => {
  test('reach the window and every callback once, even if one throws or is removed meanwhile', async () => {
    const { page, problems, close } = await openStorePage(
      stage,
      loadingPage(
        '<script src="SDK"></script>',
        `<script>
        window.calls = [];
        const third = () => calls.push('third');
        const { on, off } = Service;
        on('PlacementLoaded', () => { calls.push('first'); off('PlacementLoaded', third); throw new Error('the page broke'); });
        const second = () => calls.push('second');
        on('PlacementLoaded', second); on('PlacementLoaded', second);
        on('PlacementLoaded', third);
        addEventListener('Service:PlacementLoaded', (event) => { calls.push(event.detail.placementType); window.loaded = event.detail; });
        ${LOAD()}
        calls.push('load returned');
        </script>`,
      ),
    );
    await page.waitForFunction('window.loaded');
    expect(await page.evaluate('calls')).toEqual(['load returned', 'first', 'second', 'button']);
    expect(problems).toEqual(['uncaught: the page broke']);
    await close();
  });
});

describe('reading the API', () => {
  test('returns the answers unchanged, and rejects with codes', async () => {
    const { page, close } = await openStorePage(stage, loadingPage('<script src="SDK"></script>'));
    const codeOf = (call: string) => page.evaluate(`${call}.then(() => 'none', (error) => error.code)`);
    expect(await codeOf(`Service.fetchWaitlists()`)).toBe('not_initialised');
    await page.evaluate(`Service.init({ apiKey: '${stage.store.storeKey}' })`);
    const productId = stage.store.product.externalId;
    expect(await page.evaluate(`Service.fetchAvailability({ productId: ${productId} })`)).toMatchObject({
      meta: { result: 'success' },
      data: { id: productId, available: true, available_stock: 20, variants: [{ sku: 'AUR-0' }, { sku: 'AUR-1' }] },
    });
    expect(await page.evaluate(`Service.fetchWaitlists()`)).toMatchObject({
      meta: { result: 'success' },
      data: [{ id: stage.store.waitlistId, state: 'OPEN', product: { id: productId } }],
    });
    expect(await codeOf(`Service.fetchAvailability()`)).toBe('missing_parameter');
    expect(await codeOf(`Service.fetchAvailability({ productId: {} })`)).toBe('invalid_parameter');
    expect(await codeOf(`Service.fetchAvailability({ productId: '404404' })`)).toBe('product_not_found');
    await page.route('**/api/v1/**', (route) => route.abort());
    expect(await codeOf(`Service.fetchWaitlists()`)).toBe('network_error');
    await close();
  });
});

test.each(['inline', 'as a file of the store'])(
  'a copy that the store serves itself, %s, says so and asks nobody',
  async (way) => {
    const script = await (await fetch(`${stage.system.baseUrl}/api/v1/service.js`)).text();
    stage.site.pages['/theme.js'] = script;
    const tag = way === 'inline' ? `<script>${script}</script>` : '<script src="/theme.js"></script>';
    const html = `<!doctype html><html lang="en"><head><title>Store</title>${tag}</head><body>${BUTTON}</body></html>`;
    const { page, requests, problems, close } = await openStorePage(stage, html);
    expect(problems).toEqual([expect.stringContaining('Service: self_hosted: load service.js from the service')]);
    expect(await page.evaluate('typeof Service')).toBe('undefined');
    expect(requests).toEqual([]);
    await close();
  },
);
