import type { Page } from 'playwright-core';
import { type BrowserStage, loadScript, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { keepWithin } from './limits.ts';

// A phone of the lower middle is about four times slower than a desk.
const SLOWER = 4;
// What a product page has: a button and a price.
const PLACEMENTS = 2;

/** Durations of the page's own tasks above 50 ms, once everything on it has loaded and been painted. */
function longTasks(stage: BrowserStage, path: string, settled: string): Promise<number[]> {
  const prepare = async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(stage.siteUrl + path);
  };
  return visit(stage, prepare, async (page) => {
    await page.waitForFunction(settled);
    // Entries come after the task and its frame, when the page has time to tell.
    return page.evaluate<number[]>(
      `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => {
         tell(observer.takeRecords());
         resolve(longTasks);
       }))))`,
    );
  });
}

const OBSERVE = `<script>
  window.longTasks = [];
  window.settled = 0;
  const tell = (entries) => longTasks.push(...entries.map(({ duration }) => Math.round(duration)));
  const observer = new PerformanceObserver((list) => tell(list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
</script>`;

await withBrowserStage(async (stage) => {
  const ids = Array.from({ length: PLACEMENTS }, (_, index) => ({
    placementType: index % 2 === 0 ? 'button' : 'price',
    instanceId: String(index),
  }));
  const body = ids
    .map(
      (one) =>
        `<div data-service-placement-type="${one.placementType}" data-service-instance-id="${one.instanceId}"></div>`,
    )
    .join('');
  stage.pages['/with'] = productPage({
    head: `${OBSERVE}<script src="http://127.0.0.1:${stage.servicePort}/api/v1/service.js"></script>`,
    body,
    script: `Service.on('PlacementLoaded', () => { settled += 1 });${loadScript(stage, ids)}`,
  });
  // 20 ms on a desk are 80 ms here: an observer that sees nothing would say that all is well.
  stage.pages['/busy'] = productPage({
    head: OBSERVE,
    body,
    script: `const end = performance.now() + 80; while (performance.now() < end); settled = 1;`,
  });
  const seen = await longTasks(stage, '/busy', 'settled === 1');
  if (seen.length === 0) throw new Error('A task of 80 ms was not seen.');

  const all: number[] = [];
  await keepWithin({
    what: `Long tasks (> 50 ms) in a page of ${PLACEMENTS} placements, the processor ${SLOWER} times slower`,
    unit: 'long tasks',
    most: 0,
    async measure() {
      const found = await longTasks(stage, '/with', `settled === ${PLACEMENTS}`);
      all.push(...found);
      return found.length;
    },
  });
  if (all.length > 0) console.log(`  (${all.join(', ')} ms; they count when most rounds have one)`);
});
