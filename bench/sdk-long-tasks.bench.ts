import type { CDPSession, Page } from 'playwright-core';
import { type BrowserStage, loadScript, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { keepWithin } from './limits.ts';

// A phone of the lower middle is about four times slower than a desk.
const SLOWER = 4;
// What a product page has: a button and a price.
const PLACEMENTS = 2;
const TURNS = 3;

/** Durations of the page's own tasks above 50 ms, once everything on it has loaded and been painted. */
function longTasks(stage: BrowserStage, path: string): Promise<number[]> {
  let devtools: CDPSession;
  const prepare = async (page: Page) => {
    devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(stage.siteUrl + path);
  };
  return visit(stage, prepare, async () => {
    // Asked by the protocol itself: Playwright's own questions begin with a script of 330 kB in the page, which takes it
    // 40 ms. Entries come after the task and its frame, when the page has time to tell.
    const { result } = await devtools.send('Runtime.evaluate', {
      awaitPromise: true,
      returnByValue: true,
      expression: `settled.then(() => new Promise((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => {
          tell(observer.takeRecords());
          resolve(longTasks);
        })))))`,
    });
    return result.value as number[];
  });
}

const OBSERVE = `<script>
  window.longTasks = [];
  const { promise: settled, resolve: settle } = Promise.withResolvers();
  const tell = (entries) => longTasks.push(...entries.map(({ duration }) => Math.round(duration)));
  const observer = new PerformanceObserver((list) => tell(list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
</script>`;

/** The page with the SDK and its placements; without it; and with a task of its own that is long for a phone. */
function addPages(stage: BrowserStage): void {
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
    script: `let left = ${PLACEMENTS};
      Service.on('PlacementLoaded', () => { if (--left === 0) settle(); });${loadScript(stage, ids)}`,
  });
  stage.pages['/without'] = productPage({ head: OBSERVE, body, script: `addEventListener('load', settle);` });
  // 20 ms on a desk are 80 ms here: an observer that sees nothing would say that all is well.
  stage.pages['/busy'] = productPage({
    head: OBSERVE,
    body,
    script: `const end = performance.now() + 80; while (performance.now() < end); settle();`,
  });
}

await withBrowserStage(async (stage) => {
  addPages(stage);
  const seen = await longTasks(stage, '/busy');
  if (seen.length === 0) throw new Error('A task of 80 ms was not seen.');

  const all: number[] = [];
  const own: number[] = [];
  await keepWithin({
    what: `Long tasks (> 50 ms) that ${PLACEMENTS} placements add to a page, the processor ${SLOWER} times slower`,
    unit: 'long tasks',
    most: 0,
    turns: TURNS,
    async measure() {
      // By turns: on a busy machine a page without us has some as well.
      const without = await longTasks(stage, '/without');
      const found = await longTasks(stage, '/with');
      own.push(...without);
      all.push(...found);
      return Math.max(0, found.length - without.length);
    },
  });
  if (all.length > 0) console.log(`  (${all.join(', ')} ms; without us ${own.join(', ') || 'none'})`);
});
