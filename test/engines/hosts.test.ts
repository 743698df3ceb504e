import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEngines } from '../support/engines/each.ts';
import { until } from '../support/engines/engine.ts';
import {
  type EngineStage,
  frame,
  openEngineStage,
  openWatched,
  payByCard,
  reachPayment,
  type WatchedPage,
  watchedPage,
} from '../support/engines/stage.ts';
import { serveStore } from '../support/system.ts';

let stage: EngineStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openEngineStage();
});
afterAll(() => stage.close());

const BOTH = `<p data-service-placement-type="price"></p><div data-service-placement-type="button"></div>`;
const LOAD_BOTH = `for (const placementType of ['price', 'button'])
  Service.load({ placementType, productId, skuId: variants[0] });`;

const BUTTON = frame('button');
const CHECKOUT = frame('checkout');

await describeEngines('hosts on $name:', ({ name, engine }) => {
  test('the storage of a frame is not shared with its site as a page', async () => {
    const { site } = stage;
    const frameUrl = `${site.url.replace('localhost', '127.0.0.1')}/keeper`;
    site.pages['/keeper'] = '<!doctype html><title>Keeper</title>';
    site.pages['/around'] = `<!doctype html><title>Around</title><iframe src="${frameUrl}"></iframe>`;
    const page = await engine.open();
    await page.goto(`${site.url}/around`);
    // Where secure cookies need HTTPS, the first cookie applies.
    await until('a frame that has kept it', () =>
      page.evaluate(
        'iframe',
        `(() => {
          document.cookie = 'plain=1';
          document.cookie = 'cross=1; SameSite=None; Secure';
          try { localStorage.kept = 1; } catch {}
          return location.pathname === '/keeper';
        })()`,
      ),
    );
    await page.goto(frameUrl);
    expect(await page.evaluate(null, 'document.cookie')).toBe('');
    expect(await page.evaluate(null, 'localStorage.kept ?? null')).toBe(null);
    await page.close();
  });

  test('a page with the strictest policy runs everything without a violation', async () => {
    const service = stage.system.baseUrl;
    const pages = {};
    const policy = [
      "default-src 'none'",
      "script-src 'nonce-n0nce'",
      "style-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-src ${service}`,
      `connect-src ${service}`,
      "img-src 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    const strict = await serveStore(pages, { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' });
    const html = watchedPage(stage, { body: BOTH, script: LOAD_BOTH }).replaceAll('<script', '<script nonce="n0nce"');
    const page = await openWatched(engine, { ...strict, pages }, html);
    expect(await page.hears('PlacementLoaded', 2)).toMatchObject([{ disabled: false }, { disabled: false }]);
    await page.click(BUTTON, '#button');
    await page.sees(CHECKOUT, '#email');
    const box = `(({ width, height }) => [width, height])(document.querySelector('dialog iframe').getBoundingClientRect())`;
    const [width = 0, height = 0] = await page.evaluate<number[]>(null, box);
    expect(width).toBe(992);
    expect(height).toBeGreaterThan(800);
    await page.press('Escape');
    await until('the end of the dialog', () => page.evaluate(null, `!document.querySelector('dialog[open]')`));
    expect(await page.complaints()).toEqual([]);
    await page.close();
    await strict.close();
  });

  test('a page that is isolated from other origins has its placements, leads to a checkout page, and gets its events', async () => {
    const pages = {};
    const isolated = await serveStore(pages, {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    const html = watchedPage(stage, { body: BOTH, script: LOAD_BOTH });
    const page = await openWatched(engine, { ...isolated, pages }, html);
    expect(await page.hears('PlacementLoaded', 2)).toMatchObject([{ disabled: false }, { disabled: false }]);
    expect(await page.evaluate(null, 'crossOriginIsolated')).toBe(true);
    // In such a page Firefox sends the driver's mouse and keys only to the page, not to its frames.
    const press = (where: string, selector: string) =>
      name === 'firefox'
        ? page.evaluate(where, `document.querySelector(${JSON.stringify(selector)}).click()`)
        : page.click(where, selector);
    await press(BUTTON, '#button');
    await page.sees(frame('isolated'), '#go[href*="relay="]');
    expect(await page.complaints()).toEqual([]);
    await press(frame('isolated'), '#go');
    await page.sees(null, '#email');
    expect(await page.evaluate(null, 'location.pathname + location.hash')).toBe('/checkout');
    await reachPayment(page, null);
    await payByCard(page, 'declined', null);
    await page.sees(null, '#problem');
    await payByCard(page, 'succeeds', null);
    await page.sees(null, '.reference__code');
    const reference = await page.text(null, '.reference__code');

    // Back in the page, the events arrive like those of a frame.
    await page.evaluate(null, 'history.back()');
    const [created] = await page.hears('PreorderCreated');
    expect(created).toMatchObject({ reference, email: 'ada@shopper.example', lineItems: [{ sku: 'AUR-0' }] });
    expect(await page.evaluate(null, 'crossOriginIsolated')).toBe(true);
    // Firefox restores the page from its cache, with the card still open.
    await until('the page alone', () => page.evaluate(null, `!document.querySelector('dialog[open]')`));
    const told = `heard.map(({ name }) => name).filter((name) => name.startsWith('Preorder'))`;
    expect(await page.evaluate(null, told)).toEqual([
      'PreorderCheckoutStep',
      'PreorderCheckoutStep',
      'PreorderCheckoutSubmitted',
      'PreorderFailed',
      'PreorderCheckoutSubmitted',
      'PreorderCheckoutStep',
      'PreorderCreated',
    ]);
    expect(await page.evaluate(null, 'problems')).toEqual([]);
    await page.close();
    await isolated.close();
  });

  test.each([
    ['says so', 'dark'],
    ['does not say so', 'normal'],
  ])('a dark page that %s, right to left, keeps its background behind frames', async (_, scheme) => {
    const html = watchedPage(stage, {
      attributes: 'lang="ar" dir="rtl"',
      head: `<style>:root { color-scheme: ${scheme} } body { background: rgb(24, 32, 48); color: #fff; width: 600px }</style>`,
      body: BOTH,
      script: LOAD_BOTH,
    });
    const page = await openWatched(engine, stage.site, html);
    await page.hears('PlacementLoaded', 2);
    for (const placement of [BUTTON, frame('price')]) {
      const seen = `[document.documentElement.dir, getComputedStyle(document.documentElement).colorScheme]`;
      expect(await page.evaluate(placement, seen)).toEqual(['rtl', scheme]);
      // The text is light on dark in both cases.
      const text = `getComputedStyle(document.body).color`;
      expect(await page.evaluate(placement, text)).toBe('rgb(236, 238, 242)');
      // The end of the line shows only the page's background.
      const place = `(({ right, left, top, bottom }) => [left + 3, bottom - 3])(document.querySelector(${JSON.stringify(placement)}).getBoundingClientRect())`;
      await until(`the page's ground behind ${placement}`, async () => {
        const [x = 0, y = 0] = await page.evaluate<number[]>(null, place);
        return `${await pixelAt(page, x, y)}` === '24,32,48';
      });
    }
    await page.close();
  });

  test('the checkout is opened, filled in, closed, and opened again by keyboard alone', async () => {
    const page = await openWatched(engine, stage.site, watchedPage(stage, { body: BOTH, script: LOAD_BOTH }));
    await page.hears('PlacementLoaded', 2);
    await tabTo(page, BUTTON, 'button');
    for (const times of [1, 2]) {
      await page.press('Enter');
      await page.sees(CHECKOUT, '#email');
      await page.hears('ButtonClicked', times);
      await until('the focus in the checkout', () => page.evaluate(CHECKOUT, 'document.hasFocus()'));
      await tabTo(page, CHECKOUT, 'email');
      await page.press('Escape');
      await until('the end of the dialog', () => page.evaluate(null, `!document.querySelector('dialog[open]')`));
      await until('the button', () => page.evaluate(BUTTON, hasFocus('button')));
    }
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });
});

/** Tells whether the element with that id has the focus. */
const hasFocus = (id: string) => `document.hasFocus() && document.activeElement.id === ${JSON.stringify(id)}`;

/** Presses the key until the element has the focus. */
async function tabTo(page: WatchedPage, where: string, id: string): Promise<void> {
  await until(`the focus on ${id}`, async () => {
    if (await page.evaluate(where, hasFocus(id))) return true;
    await page.press('Tab');
    return page.evaluate(where, hasFocus(id));
  });
}

/** Reads the colour of a pixel of a screenshot, in the page itself. */
async function pixelAt(page: WatchedPage, x: number, y: number): Promise<number[]> {
  const png = (await page.screenshot()).toString('base64');
  return page.evaluate(
    null,
    `(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png}';
      await image.decode();
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      canvas.drawImage(image, -Math.floor(${x}), -Math.floor(${y}));
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    })()`,
  );
}
