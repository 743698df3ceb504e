import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEngines } from '../support/engines/each.ts';
import { until } from '../support/engines/engine.ts';
import { type EngineStage, frame, openEngineStage, openWatched, watchedPage } from '../support/engines/stage.ts';
import { createRandom } from '../support/faults.ts';

// A shopper who clicks, goes back and forward, closes and loads again in any order. WALK_SEED repeats another walk.
const SEED = Number(process.env.WALK_SEED ?? 4_711);
const STEPS = 200;

let stage: EngineStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openEngineStage();
});
afterAll(() => stage.close());

const BODY = `<div data-service-placement-type="button"></div><p style="height: 3000px">Below</p>`;
const SCRIPT = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;

type Standing = { title: string; index: number; last: number; isOpen: boolean; scrolls: boolean; isReady: boolean };
const STANDING = `({
  title: document.querySelector('h1').textContent,
  index: navigation.currentEntry.index,
  last: navigation.entries().length - 1,
  isOpen: !!document.querySelector('dialog[open]'),
  scrolls: getComputedStyle(document.documentElement).overflowY === 'visible',
  isReady: document.readyState === 'complete'
    && [...document.querySelectorAll('[data-service-placement-type]')].every(({ dataset }) => dataset.serviceState === 'ready'),
})`;

await describeEngines('in $name', ({ name, engine }) => {
  // After Back the driver of Firefox no longer finds the frames that a shopper sees; WebKitGTK's page has no list of its entries.
  test.skipIf(name !== 'chromium')(
    `a walk of ${STEPS} steps never leaves the page dead`,
    { timeout: 900_000 },
    async () => {
      const home = `<!doctype html><html lang="en"><title>Home</title><h1>Home</h1>`;
      stage.site.pages['/walk-product'] = watchedPage(stage, { body: BODY, script: SCRIPT });
      const page = await openWatched(engine, stage.site, home);
      await page.goto(`${stage.site.url}/walk-product`);
      const random = createRandom(SEED);
      const walked: string[] = [];
      const stands = () => page.evaluate<Standing>(null, STANDING);
      /** Waits until the page is as a page must be: it scrolls exactly while no dialog covers it. */
      const isSound = () =>
        until(`a sound page after ${walked.slice(-8).join(', ')} (seed ${SEED}, step ${walked.length})`, async () => {
          const now = await stands();
          return now.isReady && now.scrolls === !now.isOpen && now;
        });
      const closed = () => until('the end of the dialog', async () => !(await stands()).isOpen);
      const moved = (from: number) => until('another entry', async () => (await stands()).index !== from);

      const acts: Record<string, (now: Standing) => Promise<unknown>> = {
        async click({ title, isOpen }) {
          if (title === 'Home' || isOpen) return;
          await page.click(frame('button'), '#button');
          await until('the checkout', async () => (await stands()).isOpen);
        },
        async back({ index, isOpen }) {
          if (index === 0) return;
          await page.evaluate(null, 'void setTimeout(() => history.back())');
          await moved(index);
          // The frame closes its dialog, a moment later.
          if (isOpen) await closed();
        },
        async forward({ index, last }) {
          if (index === last) return;
          await page.evaluate(null, 'void setTimeout(() => history.forward())');
          await moved(index);
        },
        async escape({ isOpen, index }) {
          if (!isOpen) return;
          // On its way forward the browser may load the frame again, and a key meanwhile is lost.
          await until('the end of the dialog by Escape', async () => {
            await page.press('Escape');
            await new Promise((resolve) => setTimeout(resolve, 250));
            return !(await stands()).isOpen;
          });
          await moved(index);
        },
        async reload() {
          await page.evaluate(null, 'void (window.before = true)');
          await page.evaluate(null, 'void setTimeout(() => location.reload())');
          await until('another document', () => page.evaluate(null, '!window.before'));
        },
      };
      const names = ['click', 'click', 'click', 'back', 'back', 'forward', 'forward', 'escape', 'escape', 'reload'];
      for (let step = 0; step < STEPS; step += 1) {
        const now = await isSound();
        const act = random.pick(names);
        walked.push(act);
        await acts[act]?.(now).catch(async (error: Error) => {
          const standing = JSON.stringify([now, await stands()]);
          throw new Error(`${error.message}; walked ${walked.slice(-12).join(', ')} (seed ${SEED}): ${standing}`);
        });
      }
      await isSound();
      expect(await page.problems(), `seed ${SEED}`).toEqual([]);
      await page.close();
    },
  );
});
