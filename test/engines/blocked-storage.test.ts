import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEngines } from '../support/engines/each.ts';
import { until } from '../support/engines/engine.ts';
import {
  type EngineStage,
  frame,
  openEngineStage,
  openWatched,
  payByCard,
  reachPayment,
  watchedPage,
} from '../support/engines/stage.ts';
import { createStoreWithWaitlist, serveStore } from '../support/system.ts';

let stage: EngineStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openEngineStage();
});
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system);
});
afterAll(() => stage.close());

const BODY = `<div data-service-placement-type="button"></div>`;
const SCRIPT = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;

const BUTTON = frame('button');
const CHECKOUT = frame('checkout');

/** Resolves with how many units are held. */
async function heldUnits(): Promise<number> {
  const { db } = stage.system;
  const [row] = await db.query<{ held: number }>(
    'SELECT coalesce(sum(quantity), 0)::int AS held FROM hold WHERE store_id = $1',
    [stage.store.storeId],
  );
  return row?.held ?? 0;
}

await describeEngines(
  'a shopper with $name, which gives frames no storage,',
  ({ name, engine }) => {
    const openCheckout = async () => {
      const page = await openWatched(engine, stage.site, watchedPage(stage, { body: BODY, script: SCRIPT }));
      await page.hears('PlacementLoaded');
      await page.click(BUTTON, '#button');
      await page.sees(CHECKOUT, '#email');
      const denied = `(() => { try { return !sessionStorage; } catch ({ name }) { return name; } })()`;
      expect(await page.evaluate(CHECKOUT, denied)).toBe('SecurityError');
      return page;
    };

    test('closes the checkout, finds in it what was typed, and pays after a challenge', async () => {
      const page = await openCheckout();
      await page.type(CHECKOUT, '#email', 'ada@');
      await page.press('Escape');
      await until('the end of the dialog', () => page.evaluate(null, `!document.querySelector('dialog[open]')`));
      await page.click(BUTTON, '#button');
      await until('the dialog', () => page.evaluate(null, `!!document.querySelector('dialog[open]')`));
      expect(await page.evaluate(CHECKOUT, `document.querySelector('#email').value`)).toBe('ada@');
      await page.evaluate(
        CHECKOUT,
        `(() => {
          const field = document.querySelector('#email');
          field.value = '';
          field.dispatchEvent(new Event('input', { bubbles: true }));
        })()`,
      );
      await reachPayment(page);
      await payByCard(page, 'second_step');
      await page.sees(CHECKOUT, '.bank__actions button');
      await page.click(CHECKOUT, '.bank__actions button');
      await page.sees(CHECKOUT, '.reference__code');
      const [created] = await page.hears('PreorderCreated');
      expect(created).toMatchObject({ email: 'ada@shopper.example' });
      expect(await page.complaints()).toEqual([]);
      await page.close();
    });

    test('gives the units back by a reload, and can hold them again', async () => {
      const page = await openCheckout();
      await reachPayment(page);
      expect(await heldUnits()).toBe(1);
      await page.goto(await page.evaluate(null, 'location.href'));
      await until('the units to be back', async () => (await heldUnits()) === 0);
      await page.hears('PlacementLoaded');
      await page.click(BUTTON, '#button');
      await reachPayment(page);
      expect(await heldUnits()).toBe(1);
      expect(await page.complaints()).toEqual([]);
      await page.close();
    });

    test('opens the checkout of an isolated page beside it', async () => {
      const pages = {};
      const isolated = await serveStore(pages, {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      });
      const html = watchedPage(stage, { body: BODY, script: SCRIPT });
      const page = await openWatched(engine, { ...isolated, pages }, html);
      await page.hears('PlacementLoaded');
      // In such a page Firefox sends the driver's mouse only to the page, not to its frames.
      if (name === 'firefox') await page.evaluate(BUTTON, `document.querySelector('#button').click()`);
      else await page.click(BUTTON, '#button');
      await page.sees(frame('isolated'), '#go[href*="relay="][target=_blank]');
      expect(await page.complaints()).toEqual([]);
      await page.close();
      await isolated.close();
    });
  },
  'blocked',
);
