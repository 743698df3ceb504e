import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUTTON, frameOf, openStage, openStorePage, productPage, type Stage } from '../support/placement-page.ts';

let stage: Stage;
const scripts = { turbo: '', htmx: '' };

beforeAll(async () => {
  stage = await openStage();
  const read = (file: string) => readFile(createRequire(import.meta.url).resolve(file), 'utf8');
  scripts.turbo = await read('@hotwired/turbo/dist/turbo.es2017-umd.js');
  scripts.htmx = await read('htmx.org/dist/htmx.min.js');
});
afterAll(() => stage.close());

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;
const pageWith = (script: string, body: string) =>
  productPage(stage, body, LOAD).replace('<head>', `<head><script>${script}</script>`);

describe('a page driven by Turbo', () => {
  test('shows the button of another page without a new document', async () => {
    stage.site.pages['/turbo-next'] = `<!doctype html><html lang="en"><head><title>Next</title></head>
      <body><h1>Next</h1>${BUTTON}<script>${LOAD}</script></body></html>`;
    const html = pageWith(scripts.turbo, `${BUTTON}<a href="/turbo-next">Next</a>`);
    const { page, hears, heard, close } = await openStorePage(stage, html);
    await hears('PlacementLoaded');
    await page.evaluate(`window.same = true`);
    await page.click('a');
    await page.waitForFunction(`document.querySelector('h1').textContent === 'Next'`);
    await hears('PlacementLoaded', 2);
    expect(await page.evaluate('window.same')).toBe(true);
    await (await frameOf(page, 'button')).waitForSelector('#button:enabled');
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await heard('PlacementFailed')).toEqual([]);
    // Back: Turbo restores its cached page, and the button with it.
    await page.goBack();
    await page.waitForSelector('a');
    await page.waitForSelector('[data-service-state=ready] iframe');
    expect(await page.locator('iframe').count()).toBe(1);
    await close();
  });
});

describe('a page driven by htmx', () => {
  test.each([
    ['innerHTML', '#app'],
    ['outerHTML', '#app'],
    ['innerMorph', '#app'],
  ])('swaps %s and has its button again', async (swap, target) => {
    stage.site.pages['/htmx-part'] = swap === 'outerHTML' ? `<div id="app">${BUTTON}</div>` : BUTTON;
    const body = `<div id="app">${BUTTON}</div><button id="go" hx-get="/htmx-part" hx-target="${target}" hx-swap="${swap}">Go</button>`;
    const { page, hears, heard, problems, close } = await openStorePage(stage, pageWith(scripts.htmx, body));
    await hears('PlacementLoaded');
    await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
    await hears('PlacementLoaded', 2);
    const swapped = page.waitForResponse('**/htmx-part');
    await page.click('#go');
    await swapped;
    await page.waitForSelector('#app [data-service-state=ready] iframe');
    await page.evaluate(`Service.update({ placementType: 'button' })`);
    expect((await hears('PlacementLoaded', 3)).at(-1)).toMatchObject({ sku: 'AUR-1' });
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await heard('PlacementFailed')).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
