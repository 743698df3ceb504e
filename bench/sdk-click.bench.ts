import type { Page } from 'playwright-core';
import type { UsableTimes } from './browser/bench.ts';
import { type BrowserStage, placementsBlock, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts } from './page-scripts.ts';

const MS_MOST = 150;
const TURNS = 3;

const scripts = await buildPageScripts(['click', 'placements']);

/** Returns the milliseconds from the click to the first field, without the network time of the checkout's document. */
async function clickToField(page: Page): Promise<number> {
  await page.evaluate('bench.settled');
  const button = page.frames().find((frame) => frame.url().includes('/button'));
  await button?.click('#button');
  const element = await page.waitForSelector('dialog iframe');
  const checkout = await element.contentFrame();
  const clickedAt = await button?.evaluate<number>('bench.clickedAt()');
  const answer = await checkout?.evaluate<UsableTimes>('bench.usable()');
  if (clickedAt === undefined || !answer) throw new Error('the checkout did not open');
  const network = Math.max(0, answer.until - Math.max(answer.from, clickedAt));
  return answer.usableAt - clickedAt - network;
}

function open(stage: BrowserStage): Promise<number> {
  const prepare = async (page: Page) => {
    await page.addInitScript(scripts('click'));
    await page.goto(`${stage.siteUrl}/product`);
  };
  return visit(stage, prepare, clickToField);
}

await withBrowserStage(async (stage) => {
  stage.pages['/product'] = productPage({
    head: `<script src="http://127.0.0.1:${stage.servicePort}/api/v1/service.js"></script>`,
    body: `<div data-service-placement-type="button"></div>${placementsBlock(stage, [{ placementType: 'button' }])}`,
    scripts: [scripts('placements')],
  });
  await keepWithin({
    what: 'From a click to the first field of the checkout, beside the network',
    unit: 'ms',
    most: MS_MOST,
    turns: TURNS,
    measure: () => open(stage),
  });
});
