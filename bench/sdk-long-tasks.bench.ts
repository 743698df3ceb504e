import type { CDPSession, Page } from 'playwright-core';
import { type BrowserStage, placementsBlock, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts } from './page-scripts.ts';

// A lower mid-range phone is about four times slower than a desktop computer.
const SLOWER = 4;
// A product page has a button and a price.
const PLACEMENTS = 2;
const TURNS = 3;
const scripts = await buildPageScripts(['long-tasks', 'placements', 'busy']);

/** Returns the durations of the page's tasks above 50 ms, once everything is loaded and painted. */
function longTasks(stage: BrowserStage, path: string): Promise<number[]> {
  let devtools: CDPSession;
  const prepare = async (page: Page) => {
    devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(stage.siteUrl + path);
  };
  return visit(stage, prepare, async () => {
    // Uses the protocol directly: Playwright's `evaluate` first runs a script of 330 kB in the page, a task of 40 ms.
    const { result } = await devtools.send('Runtime.evaluate', {
      awaitPromise: true,
      returnByValue: true,
      expression: 'bench.longTasks()',
    });
    return result.value as number[];
  });
}

const OBSERVE = `<script>${scripts('long-tasks')}</script>`;

/** Adds three pages: with the SDK and its placements, without it, and with a long task of its own. */
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
    body: body + placementsBlock(stage, ids),
    scripts: [scripts('placements')],
  });
  stage.pages['/without'] = productPage({ head: OBSERVE, body, scripts: [] });
  // Proves that the observer works: one that sees no task at all would pass every other page.
  stage.pages['/busy'] = productPage({
    head: OBSERVE,
    body,
    scripts: [scripts('busy')],
  });
}

await withBrowserStage(async (stage) => {
  addPages(stage);
  const seen = await longTasks(stage, '/busy');
  if (seen.length === 0) throw new Error('task of 80 ms not observed');

  const all: number[] = [];
  const own: number[] = [];
  await keepWithin({
    what: `Long tasks (> 50 ms) that ${PLACEMENTS} placements add to a page, the processor ${SLOWER} times slower`,
    unit: 'long tasks',
    most: 0,
    turns: TURNS,
    async measure() {
      // Measured in turn, because on a busy machine a page without the SDK has long tasks too.
      const without = await longTasks(stage, '/without');
      const found = await longTasks(stage, '/with');
      own.push(...without);
      all.push(...found);
      return Math.max(0, found.length - without.length);
    },
  });
  if (all.length > 0) console.log(`  (${all.join(', ')} ms; without us ${own.join(', ') || 'none'})`);
});
