import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { LANGUAGES, textDirection, translate } from '../../src/messages/catalogue.ts';
import { PSEUDO_LOCALE } from '../../src/messages/pseudo.ts';
import { DESKTOP, expectAccessible, PHONE, resize, takeScreenshot } from '../support/browser.ts';
import {
  BUTTON,
  frameOf,
  openStage,
  openStorePage,
  PRICE,
  productPage,
  type Stage,
} from '../support/placement-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const SIZES = Object.entries({ narrow: { width: 320, height: 568 }, desk: DESKTOP, phone: PHONE });

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  stage.store = await createStoreWithWaitlist(stage.system, { prices: [12_900, 14_900, 9_900] });
  const [first, , third] = stage.store.product.variants;
  await updateWaitlist(stage.system.deps, stage.store, {
    variants: [
      { variantId: first?.id ?? '', compareAtPrice: 15_900 },
      { variantId: third?.id ?? '', allocation: 0 },
    ],
  });
});
afterAll(() => stage.close());

const STATES = ['skuId: variants[0]', '', 'skuId: variants[2]', 'skuId: variants[1], style: { width: "150px" }'];

/** Opens every state of both placements in a page of that language. */
function gallery(lang: string): string {
  const places = STATES.map((_, index) =>
    [PRICE, BUTTON].map((place) => place.replace('>', ` data-service-instance-id="${index}">`)).join(''),
  );
  const loads = STATES.map(
    (options, index) => `for (const placementType of ['price', 'button'])
      Service.load({ placementType, instanceId: '${index}', productId, ...{ ${options} } });`,
  );
  const page = productPage(
    stage,
    `<style>body { font: 16px/1.5 system-ui } main { display: grid; gap: 12px; max-width: 400px; margin: 12px auto }</style>${places.join('')}`,
    loads.join('\n'),
  );
  return page.replace(/<html[^>]*>/, `<html lang="${lang}" dir="${textDirection(lang)}">`);
}

/** Lists the elements that their frame cuts off. */
async function cutOff(page: Page): Promise<string[]> {
  const frames = page.frames().filter((frame) => frame.url().includes('/frames/1/'));
  const found = await Promise.all(
    frames.map((frame) =>
      frame.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('#button, #label, #price, #compare-at')]
          .filter((element) => {
            const { left, right, bottom } = element.getBoundingClientRect();
            const isBeyond = left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
            return isBeyond || element.scrollWidth > Math.max(element.clientWidth, 1) + 1;
          })
          .filter((element) => getComputedStyle(element).display !== 'inline' || element.getClientRects().length > 0)
          .map(
            (element) => `${element.id || element.tagName} in ${innerWidth} px: ${element.textContent?.slice(0, 50)}`,
          ),
      ),
    ),
  );
  return found.flat();
}

test.each(Object.keys(LANGUAGES))('a page in %s gets its button in that language', async (lang) => {
  const { page, hears, problems, close } = await openStorePage(stage, gallery(lang));
  await hears('PlacementLoaded', STATES.length * 2);
  const frame = await frameOf(page, 'button');
  expect(await frame.textContent('#button')).toBe(translate(lang, 'button.order'));
  expect(await frame.getAttribute('html', 'dir')).toBe(textDirection(lang));
  expect(problems).toEqual([]);
  await close();
});

/** Lists the elements that overflow the window that explains pre-orders. */
const beyondOf = (learn: Frame) =>
  learn.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return right > innerWidth + 1 || left < -1;
      })
      .map((element) => `${element.tagName} in ${innerWidth} px`),
  );

test.each(['de', 'fr', 'pl', 'ja', 'ar', 'he', PSEUDO_LOCALE])(
  'in %s buttons, prices and the window from the link in the label are shown in full, in every width',
  async (lang) => {
    const { page, hears, close } = await openStorePage(stage, gallery(lang));
    await hears('PlacementLoaded', STATES.length * 2);
    /** Checks each size, the phone's last. */
    const look = async (what: string, found: () => Promise<string[]>) => {
      for (const [size, viewport] of SIZES) {
        await resize(page, viewport);
        await expect.poll(found, { message: `${what} ${size}` }).toEqual([]);
        await takeScreenshot(page, `${what}-${lang}-${size}`);
      }
      await expectAccessible(page);
    };
    await look('sdk', () => cutOff(page));
    await (await frameOf(page, 'button')).click('#learn');
    const learn = await frameOf(page, 'learn-more');
    await learn.waitForSelector('h1');
    expect(await learn.textContent('h1')).toBe(translate(lang, 'learn.title'));
    await look('learn', () => beyondOf(learn));
    await close();
  },
);

describe('the language', () => {
  const languageOf = async (html: string, locale = 'en-GB') => {
    const { page, hears, close } = await openStorePage(stage, html, { locale });
    await hears('PlacementLoaded');
    const lang = await (await frameOf(page, 'button')).getAttribute('html', 'lang');
    await close();
    return lang;
  };
  const pageIn = (lang: string) =>
    productPage(stage, BUTTON, `Service.load({ placementType: 'button', productId });`).replace(
      /<html[^>]*>/,
      lang && `<html lang="${lang}">`,
    );

  test('is the page’s', async () => {
    expect(await languageOf(pageIn('pl'), 'sv-SE')).toBe('pl');
  });

  test('is the browser’s if the page names none', async () => {
    expect(await languageOf(pageIn(''), 'sv-SE')).toBe('sv-SE');
  });

  test('is the one given to init, before both', async () => {
    const told = pageIn('pl').replace('Service.init({', "Service.init({ locale: 'it-CH',");
    expect(await languageOf(told, 'sv-SE')).toBe('it-CH');
  });

  test('is English if there is no other', async () => {
    expect(await languageOf(pageIn('fi'), 'sv-SE')).toBe('en');
  });
});
