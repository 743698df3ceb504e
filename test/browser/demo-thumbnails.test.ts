import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRODUCT_PICTURES, readPictures } from '../../demo/pictures.ts';
import { launchBrowser, openPage } from '../support/browser.ts';

// The pictures of the demo store are SVG, which mails cannot show. Their JPEGs are made here:
//
//     DRAW_THUMBNAILS=1 npm test -- test/browser/demo-thumbnails.test.ts

const FOLDER = fileURLToPath(new URL('../../demo/thumbnails/', import.meta.url));
const SIDE = 216; // three times the size in which the status page shows them
const fileOf = (name: string) => `${FOLDER}${name}.jpg`;

const pictures = await readPictures();
const browser = await launchBrowser();
let page: Page;
beforeAll(async () => {
  page = (await openPage(browser, 'about:blank', { viewport: { width: SIDE, height: SIDE } })).page;
  await page.setContent('<style>body { margin: 0 } img { display: block; width: 100vw; height: 100vh }</style><img>');
});
afterAll(() => browser.close());

const svgOf = (name: string) => `data:image/svg+xml,${encodeURIComponent(pictures.get(name) ?? '')}`;

async function drawJpeg(name: string): Promise<Buffer> {
  const image = page.locator('img');
  await image.evaluate((element, source) => {
    (element as HTMLImageElement).src = source;
    return (element as HTMLImageElement).decode();
  }, svgOf(name));
  return page.screenshot({ type: 'jpeg', quality: 82 });
}

/** Returns how much two pictures differ: 0 for the same one, 255 for black and white. */
function difference(first: string, second: string): Promise<number> {
  return page.evaluate(
    async ([sources, side]) => {
      const [one, other] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image(side, side);
          image.src = source;
          await image.decode();
          const context = new OffscreenCanvas(side, side).getContext('2d');
          context?.drawImage(image, 0, 0, side, side);
          return context?.getImageData(0, 0, side, side).data ?? [];
        }),
      );
      return (
        Array.from(one ?? []).reduce((sum, value, at) => sum + Math.abs(value - (other?.[at] ?? 0)), 0) /
        (side * side * 4)
      );
    },
    [[first, second], SIDE] as const,
  );
}

async function drawAll(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const name of PRODUCT_PICTURES) await writeFile(fileOf(name), await drawJpeg(name));
}

test('every product has its picture in the form that mails can carry', async () => {
  if (process.env.DRAW_THUMBNAILS) await drawAll();
  expect((await readdir(FOLDER)).sort()).toEqual(PRODUCT_PICTURES.map((name) => `${name}.jpg`).sort());
  for (const name of PRODUCT_PICTURES) {
    const jpeg = await readFile(fileOf(name));
    expect(jpeg.length, name).toBeLessThan(16_000);
    const source = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    expect(await difference(svgOf(name), source), name).toBeLessThan(3);
  }
});
