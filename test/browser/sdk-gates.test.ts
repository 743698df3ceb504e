import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { BUTTON, openStage, openStorePage, productPage, type Stage } from '../support/placement-page.ts';
import { openSlowNetwork } from '../support/slow-network.ts';

// Limits for a store's page: no layout shift, no leak.

let stage: Stage;
/** The stage behind a slow network. */
let slow: Stage;
let network: Awaited<ReturnType<typeof openSlowNetwork>>;

beforeAll(async () => {
  stage = await openStage();
  network = await openSlowNetwork(Number(new URL(stage.system.baseUrl).port), 100);
  slow = { ...stage, system: { ...stage.system, baseUrl: `http://127.0.0.1:${network.port}` } };
});
afterAll(async () => {
  network.close();
  await stage.close();
});

const buttonCalled = (id: number) => BUTTON.replace('>', ` data-service-instance-id="${id}">`);

const OBSERVE = `<script>
  const shifts = [];
  const note = (entries) => shifts.push(...entries.map(({ value }) => value));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
</script>`;

/** Lists all layout shifts so far, as Core Web Vitals count them, including the frame in progress. */
const shiftsOf = (page: Page) =>
  page.evaluate<number[]>(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
       note(observer.takeRecords());
       resolve(shifts);
     })))`,
  );

describe('a page of 12 placements on a slow network', () => {
  const columns = (count: number) => `section{display:grid;grid-template-columns:repeat(${count},1fr);gap:16px}`;
  const shapes: [string, string, { width: number; height: number }][] = [
    ['in a column', '', { width: 1440, height: 900 }],
    ['in four columns', columns(4), { width: 1440, height: 900 }],
    ['in six columns', columns(6), { width: 1440, height: 900 }],
    ['on a phone', '', PHONE],
    ['in two columns on a phone', columns(2), PHONE],
  ];
  const openCards = async (css: string, viewport: { width: number; height: number }, given: string) => {
    const cards = Array.from(
      { length: 12 },
      (_, id) =>
        `<article><div style="height:160px;background:#ccc"></div><h2>Thing ${id}</h2>${buttonCalled(id)}</article>`,
    );
    const html = productPage(
      slow,
      `<style>${css}</style><section>${cards.join('')}</section><p>Below</p>`,
      `for (let id = 0; id < 12; id++)
         Service.load({ placementType: 'button', instanceId: String(id), productId, skuId: variants[0], ${given} });`,
    );
    const opened = await openStorePage(slow, html.replace('<head>', `<head>${OBSERVE}`), { viewport });
    await opened.hears('PlacementLoaded', 12);
    return opened;
  };

  test.each(shapes)('does not shift %s while they load', async (_, css, viewport) => {
    for (const given of ['', `style: { height: '48px' }`]) {
      const { page, close } = await openCards(css, viewport, given);
      expect(await shiftsOf(page)).toEqual([]);
      await close();
    }
  });

  test.each(shapes)(
    'moves at most once, and barely, %s, for the one that has nothing to show',
    async (_, css, viewport) => {
      const { page, close } = await openCards(css, viewport, `...(id === 5 && { productId: '404404' })`);
      const shifts = await shiftsOf(page);
      expect(shifts.length).toBeLessThanOrEqual(1);
      expect(shifts[0] ?? 0).toBeLessThanOrEqual(0.01);
      expect(await page.locator('iframe:visible').count()).toBe(11);
      await close();
    },
  );

  test.each(shapes)('does not shift %s when none of them has anything to show', async (_, css, viewport) => {
    for (const given of [`productId: '404404'`, `productId: '404404', style: { height: '48px' }`]) {
      const { page, heard, problems, close } = await openCards(css, viewport, given);
      expect(await heard('PlacementLoaded')).toEqual(Array(12).fill(expect.objectContaining({ disabled: true })));
      // Outside the viewport the space has collapsed; inside, it stays until it is scrolled out of view.
      const heights = () =>
        page.$$eval('[data-service-placement-type]', (all) => all.map(({ clientHeight }) => clientHeight));
      await page.waitForFunction(
        `[...document.querySelectorAll('[data-service-placement-type]')]
           .every((one) => one.getBoundingClientRect().top < innerHeight || one.clientHeight === 0)`,
      );
      expect((await heights())[0]).toBeGreaterThan(44);
      expect(await page.locator('iframe:visible').count()).toBe(0);
      await page.evaluate(`document.body.style.paddingBottom = '200vh'; scrollTo(0, document.body.scrollHeight)`);
      await page.waitForFunction(
        `[...document.querySelectorAll('[data-service-placement-type]')].every((one) => one.clientHeight === 0)`,
      );
      expect(await shiftsOf(page)).toEqual([]);
      expect(problems).toEqual([expect.stringContaining('404404')]);
      await close();
    }
  });
});

test('an empty placement can collapse at once', async () => {
  const css = '[data-service-state=empty] { display: none }';
  const { page, hears, close } = await openStorePage(
    stage,
    productPage(
      stage,
      `<style>${css}</style>${BUTTON}<p>Below</p>`,
      `Service.load({ placementType: 'button', productId: '404404' });`,
    ),
  );
  await hears('PlacementLoaded');
  expect(await page.locator('[data-service-placement-type]').boundingBox()).toBeNull();
  await close();
});

test('a placement that is shown later has exactly its reserved space', async () => {
  const { page, hears, close } = await openStorePage(
    stage,
    productPage(stage, `${BUTTON}<p>Below</p>`, `Service.load({ placementType: 'button', productId: '404404' });`),
  );
  const height = () => page.$eval('[data-service-placement-type]', ({ clientHeight }) => clientHeight);
  await hears('PlacementLoaded');
  expect(await page.locator('iframe').getAttribute('style')).toContain('display: none');
  const kept = await height();
  await page.evaluate(`Service.update({ placementType: 'button', productId, skuId: variants[0] })`);
  await hears('PlacementLoaded', 2);
  expect(await height()).toBe(kept);
  expect(await page.locator('[data-service-placement-type] > *').count()).toBe(1);
  await page.evaluate(`Service.load({ placementType: 'button', productId: '404404' })`);
  await hears('PlacementLoaded', 3);
  // By now the page knows that there is nothing to show.
  expect(await height()).toBe(0);
  await close();
});

test('200 placements are all shown, each by its own document', async () => {
  const html = productPage(
    stage,
    Array.from({ length: 200 }, (_, id) => buttonCalled(id)).join(''),
    `for (let id = 0; id < 200; id++)
       Service.load({ placementType: 'button', instanceId: String(id), productId, skuId: variants[id % 2] });`,
  );
  const { page, requests, problems, close } = await openStorePage(stage, html);
  await page.waitForFunction(`document.querySelectorAll('[data-service-state=ready]').length === 200`, undefined, {
    timeout: 60_000,
  });
  expect(requests.length).toBeLessThanOrEqual(201); // a browser may share one answer among equal requests
  expect(problems).toEqual([]);
  await close();
}, 90_000);

describe('200 mounts and unmounts', () => {
  // Counts each kind of object that the SDK could leak.
  const SPY = `<script>
    const kept = { listeners: 0, observers: 0, ports: 0 };
    for (const [name, by] of [['addEventListener', 1], ['removeEventListener', -1]]) {
      const own = window[name];
      window[name] = function (type, ...rest) { kept.listeners += by; return own.call(this ?? window, type, ...rest); };
    }
    window.MutationObserver = class extends MutationObserver { constructor(...given) { super(...given); kept.observers += 1; } };
    addEventListener('message', ({ ports }) => { kept.ports += ports.length; });
    const close = MessagePort.prototype.close;
    MessagePort.prototype.close = function () { kept.ports -= 1; close.call(this); };
  </script>`;

  test('leak no listener, frame, observer, port or memory', async () => {
    // A frame that stays keeps the process of its site alive; otherwise each mount would start another process.
    const html = productPage(
      stage,
      `${buttonCalled(0)}<div id="app"></div>`,
      `Service.load({ placementType: 'button', instanceId: '0', productId, skuId: variants[0] });`,
    );
    const { page, hears, problems, close } = await openStorePage(stage, html.replace('<head>', `<head>${SPY}`));
    await hears('PlacementLoaded');
    const devtools = await page.context().newCDPSession(page);
    const mount = (times: number) =>
      page.evaluate(`(async () => {
        for (let time = 0; time < ${times}; time++) {
          app.innerHTML = ${JSON.stringify(buttonCalled(1))};
          Service.load({ placementType: 'button', instanceId: '1', productId, skuId: variants[0] });
          await new Promise((resolve) => addEventListener('Service:PlacementLoaded', resolve, { once: true }));
          kept.listeners -= 1; // removed by the browser
          app.replaceChildren();
          await undefined; // the SDK cleans up in a microtask
        }
        heard.length = 0; // the page's own records
        performance.clearResourceTimings(); // the browser's records
      })()`);
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    await mount(20); // the browser's own initialisation
    const before = { kept: await page.evaluate('({ ...kept })'), heap: await heap() };
    await mount(200);
    // 200 times the leak of one mount, so a kilobyte each would be noticed.
    expect((await heap()) - before.heap).toBeLessThan(200 * 1024);
    expect(await page.evaluate('kept')).toEqual(before.kept);
    expect(await page.locator('iframe').count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  }, 60_000);
});
