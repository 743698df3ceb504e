import type { Page } from 'playwright-core';
import { openSlowNetwork } from '../test/support/slow-network.ts';
import type { UsableTimes } from './browser/bench.ts';
import { placementsBlock, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts } from './page-scripts.ts';

// A phone's line in a train: a round trip takes 150 ms, and a megabit comes in a second.
const DELAY_MS = 150;
const MS_EACH_KILOBYTE = 8;
const RATIO_MOST = 0.8;

const scripts = await buildPageScripts(['click', 'placements']);

/** Clicks, and resolves with the milliseconds until the checkout shows the product, and until its first field. */
async function clickAndWait(page: Page): Promise<{ product: number; field: number }> {
  await page.evaluate('bench.settled');
  const button = page.frames().find((frame) => frame.url().includes('/button'));
  await button?.click('#button');
  const checkout = await (await page.waitForSelector('dialog iframe')).contentFrame();
  const product = await checkout?.evaluate<number>('bench.product()');
  const field = await checkout?.evaluate<UsableTimes>('bench.usable()');
  const clickedAt = await button?.evaluate<number>('bench.clickedAt()');
  if (clickedAt === undefined || !product || !field) throw new Error('the checkout did not open');
  return { product: product - clickedAt, field: field.usableAt - clickedAt };
}

await withBrowserStage(async (stage) => {
  const slow = await openSlowNetwork(stage.servicePort, DELAY_MS, MS_EACH_KILOBYTE);
  stage.pages['/product'] = productPage({
    head: `<script src="http://127.0.0.1:${slow.port}/api/v1/service.js"></script>`,
    body: `<div data-service-placement-type="button"></div>${placementsBlock(stage, [{ placementType: 'button' }])}`,
    scripts: [scripts('placements')],
  });
  const open = () =>
    visit(
      stage,
      async (page) => {
        await page.addInitScript(scripts('click'));
        await page.goto(`${stage.siteUrl}/product`);
      },
      clickAndWait,
    );
  try {
    await keepWithin({
      what: 'From a click to the product in the checkout, on a slow line, against its first field',
      unit: 'ms',
      most: RATIO_MOST,
      measure: async () => (await open()).product,
      reference: { name: 'the first field', measure: async () => (await open()).field },
    });
  } finally {
    slow.close();
  }
});
