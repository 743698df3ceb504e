import type { Page } from 'playwright-core';
import { type BrowserStage, placementsBlock, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { clickToField } from './click-to-field.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts } from './page-scripts.ts';

const MS_MOST = 150;
const TURNS = 3;

const scripts = await buildPageScripts(['click', 'placements']);

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
