import { expect, test } from 'vitest';
import { bundleForPage } from '../support/packages.ts';
import {
  BUTTON,
  frameOf,
  openStorePage,
  type PlacementPage,
  productPage,
  useStage,
} from '../support/placement-page.ts';

// `service.js?service-debug` prints each step on the console; without it nothing is printed.

const stage = useStage();

const PLAIN = '/api/v1/service.js';
const DEBUG = `${PLAIN}?service-debug`;
const MAYA = `{ email: 'maya@lindqvist.example', address: { firstName: 'Maya', city: 'Berlin' } }`;
const SCRIPT = `
Service.setCustomerData(${MAYA});
Service.on('PlacementLoaded', () => {});
Service.load({ placementType: 'button', productId, skuId: variants[0], lineItemProperties: { Engraving: 'For Maya' } });`;

// Keeps what the page's console is told.
const KEPT = '<script>const said = []; console.info = (line) => said.push(line);</script>';

const pageWith = (script: string) =>
  productPage(stage, BUTTON, SCRIPT).replace(PLAIN, script).replace('</title>', `</title>${KEPT}`);

/** The lines on the console, without their times. */
async function linesOf({ page }: PlacementPage): Promise<string[]> {
  const said = await page.evaluate<string[]>('said');
  return said.map((line) => line.replace(/^service-debug \d+ ms: /, ''));
}

/** Waits until these lines were said, in this order; each is a beginning. */
async function says(opened: PlacementPage, beginnings: string[]): Promise<void> {
  const inOrder = async () => {
    const lines = await linesOf(opened);
    let from = 0;
    const found = beginnings.filter((beginning) => {
      const at = lines.findIndex((line, index) => index >= from && line.startsWith(beginning));
      if (at >= 0) from = at + 1;
      return at >= 0;
    });
    // Where one is missing, the failure shows what was said instead.
    return found.length === beginnings.length ? beginnings : lines;
  };
  await expect.poll(inOrder).toEqual(beginnings);
}

const clickButton = async ({ page }: PlacementPage) => (await frameOf(page, 'button')).click('button');

const OPENING = [
  'button 1 to page: click',
  'event ButtonClicked',
  'page to checkout 2: open',
  'page to checkout 2: customer {"fields":["email","address"]}',
  'checkout 2 to page: event {"name":"PreorderCheckoutStep"}',
  'event PreorderCheckoutStep',
];

test('prints each step from the first call to the checkout where it is asked for, without personal data', async () => {
  const opened = await openStorePage(stage, pageWith(DEBUG));
  await opened.hears('PlacementLoaded');
  await says(opened, [
    `watching {"service":"${stage.system.baseUrl}","page":"${stage.site.url}"`,
    'event Ready',
    'on called {"event":"PlacementLoaded"}',
    `init called {"apiKey":"${stage.store.storeKey}"}`,
    'setCustomerData called {"type":"object"}',
    `load called {"placementType":"button","productId":"${stage.store.product.externalId}"`,
    'container button is loading',
    `button 1 made {"address":"${stage.system.baseUrl}/frames/1/button?product=`,
    'button 1 hello, port opened {"height":',
    'event PlacementLoaded',
    'container button is ready',
  ]);
  await clickButton(opened);
  await opened.hears('PreorderCheckoutStep');
  await says(opened, OPENING);
  await says(opened, ['checkout 2 made', 'checkout 2 hello, port opened']);
  await opened.page.keyboard.press('Escape');
  await says(opened, ['checkout 2 to page: close']);
  expect((await linesOf(opened)).join('\n')).not.toMatch(/maya|lindqvist|berlin/i);
  expect(opened.problems).toEqual([]);
  await opened.close();
});

test('a call that is refused and a frame that does not come are told with their reason', async () => {
  const opened = await openStorePage(stage, pageWith(DEBUG));
  await opened.hears('PlacementLoaded');
  await opened.page.evaluate(`try { Service.load({ placementType: 'price', productId }) } catch {}`);
  await says(opened, ['load called {"placementType":"price"', 'load failed {"code":"container_not_found"}']);
  await opened.page.route('**/frames/**', (route) => route.abort());
  await opened.page.evaluate(`Service.load({ placementType: 'button', productId: '77' })`);
  await opened.hears('PlacementFailed');
  await says(opened, [
    'button 2 made',
    'event PlacementFailed {"reason":"frame_unavailable"}',
    'container button is failed',
  ]);
  await opened.close();
});

test('not asked for, the page has the same script as ever, which says nothing', async () => {
  const opened = await openStorePage(stage, pageWith(PLAIN));
  await opened.hears('PlacementLoaded');
  await clickButton(opened);
  await opened.hears('PreorderCheckoutStep');
  expect(await linesOf(opened)).toEqual([]);
  const [plain = '', debug = ''] = await Promise.all(
    [PLAIN, DEBUG].map(async (path) => (await fetch(stage.system.baseUrl + path)).text()),
  );
  expect(plain).not.toContain('service-debug $');
  expect(debug.endsWith(plain)).toBe(true);
  expect(debug.length).toBeGreaterThan(plain.length);
  await opened.close();
});

test('a line on the console brings it into a page that runs already', async () => {
  const opened = await openStorePage(stage, pageWith(PLAIN));
  await opened.hears('PlacementLoaded');
  await opened.page.evaluate(`import('${stage.system.baseUrl}${DEBUG}')`);
  await says(opened, ['watching', 'container button is ready', 'button 1 made']);
  await clickButton(opened);
  await opened.hears('PreorderCheckoutStep');
  await says(opened, OPENING.slice(1));
  await opened.page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
  await says(opened, ['update called {"placementType":"button"']);
  await opened.close();
});

test('a page that waits for the SDK has its first calls told as well', async () => {
  const page = `<!doctype html><title>Store</title>${KEPT}
<script>addEventListener('Service:Ready', () => Service.init({ apiKey: 'K' }));</script>
<script async src="${stage.system.baseUrl}${DEBUG}"></script>`;
  const opened = await openStorePage(stage, page);
  await says(opened, ['watching', 'event Ready', 'init called {"apiKey":"K"}']);
  await opened.close();
});

test('a plain script tag takes it from the page’s own address', async () => {
  const path = '/plain';
  stage.site.pages[path] = pageWith(PLAIN);
  const opened = await openStorePage(stage, '');
  await opened.page.goto(`${stage.site.url}${path}?color=red&service-debug`);
  await says(opened, ['watching', 'container button is ', 'button 1 made']);
  await clickButton(opened);
  await says(opened, OPENING.slice(1));
  expect((await linesOf(opened)).join('\n')).not.toMatch(/maya|lindqvist|berlin/i);
  expect(opened.problems).toEqual([]);
  await opened.page.goto(stage.site.url + path);
  await opened.page.waitForSelector('[data-service-state=ready]');
  expect(await linesOf(opened)).toEqual([]);
  await opened.close();
});

test('the loader takes it from the page’s own address', async () => {
  const script = await bundleForPage(`
    import { loadService } from 'waitlist-preorder-loader';
    loadService({ baseUrl: '${stage.system.baseUrl}' }).then((service) => service.init({ apiKey: 'K' }));
  `);
  const path = '/bundled';
  stage.site.pages[path] = `<!doctype html><title>Store</title>${KEPT}<script>${script}</script>`;
  const opened = await openStorePage(stage, '');
  await opened.page.goto(`${stage.site.url}${path}?service-debug`);
  await says(opened, ['watching', 'event Ready', 'init called {"apiKey":"K"}']);
  await opened.page.goto(stage.site.url + path);
  await opened.page.waitForFunction('window.Service');
  expect(await linesOf(opened)).toEqual([]);
  await opened.close();
});
