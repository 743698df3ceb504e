import type { Page } from 'playwright-core';
import { type BrowserStage, placementsBlock, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { clickToField } from './click-to-field.ts';
import { serveEmptyFrames } from './empty-frames.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts } from './page-scripts.ts';

// A frame with one field is what a browser can open at best. `docs/performance.md` says where the rest goes.
const RATIO_MOST = 2.5;
const TURNS = 5;

const scripts = await buildPageScripts(['click', 'placements']);

function open(stage: BrowserStage, path: string): Promise<number> {
  const prepare = async (page: Page) => {
    await page.addInitScript(scripts('click'));
    await page.goto(stage.siteUrl + path);
  };
  return visit(stage, prepare, clickToField);
}

const empty = await serveEmptyFrames();
await withBrowserStage(async (stage) => {
  stage.pages['/product'] = productPage({
    head: `<script src="http://127.0.0.1:${stage.servicePort}/api/v1/service.js"></script>`,
    body: `<div data-service-placement-type="button"></div>${placementsBlock(stage, [{ placementType: 'button' }])}`,
    scripts: [scripts('placements')],
  });
  stage.pages['/empty'] = productPage({
    head: `<script src="http://127.0.0.1:${empty.port}/empty.js"></script>`,
    body: '<div data-empty="button"></div>',
    scripts: [],
  });
  await keepWithin({
    what: 'From a click to the first field of the checkout, beside the network',
    unit: 'ms',
    most: RATIO_MOST,
    turns: TURNS,
    measure: () => open(stage, '/product'),
    reference: { name: 'an empty frame', measure: () => open(stage, '/empty') },
  });
});
empty.close();
