import type { Page } from 'playwright-core';
import { openSlowNetwork } from '../test/support/slow-network.ts';
import { type BrowserStage, placementsBlock, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { serveEmptyFrames } from './empty-frames.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts } from './page-scripts.ts';

const DELAY_MS = 50;
const RATIO_MOST = 1.15;
const TURNS = 5;

const scripts = await buildPageScripts(['paint', 'tag', 'placements']);
const TAG = `<script>${scripts('tag')}</script>`;

/** Returns the milliseconds from the script tag until all embedded frames are visible and painted. */
function painted(stage: BrowserStage, path: string, frames: number): Promise<number> {
  const prepare = async (page: Page) => {
    await page.addInitScript(scripts('paint'));
    await page.goto(stage.siteUrl + path);
  };
  return visit(stage, prepare, async (page) => {
    const shownAt = await page.evaluate<number>(`bench.shown(${frames})`);
    const children = page.frames().filter((frame) => frame !== page.mainFrame());
    const times = await Promise.all(children.map((frame) => frame.evaluate<number>('bench.painted()')));
    if (times.length !== frames) throw new Error(`${times.length} frames instead of ${frames}`);
    const taggedAt = await page.evaluate<number>('bench.taggedAt()');
    return Math.max(shownAt, ...times) - taggedAt;
  });
}

const empty = await serveEmptyFrames();
await withBrowserStage(async (stage) => {
  const ours = await openSlowNetwork(stage.servicePort, DELAY_MS);
  const theirs = await openSlowNetwork(empty.port, DELAY_MS);
  const types = ['button', 'price'];
  const containers = types.map((type) => `<div data-service-placement-type="${type}"></div>`).join('');
  const placements = types.map((placementType) => ({ placementType }));
  stage.pages['/ours'] = productPage({
    head: `${TAG}<script src="http://127.0.0.1:${ours.port}/api/v1/service.js"></script>`,
    body: containers + placementsBlock(stage, placements),
    scripts: [scripts('placements')],
  });
  stage.pages['/empty'] = productPage({
    head: `${TAG}<script src="http://127.0.0.1:${theirs.port}/empty.js"></script>`,
    body: types.map((type) => `<div data-empty="${type}"></div>`).join(''),
    scripts: [],
  });
  try {
    await keepWithin({
      what: `From the script tag to button and price painted, ${DELAY_MS} ms of delay, against two empty frames`,
      unit: 'ms',
      most: RATIO_MOST,
      turns: TURNS,
      measure: () => painted(stage, '/ours', types.length),
      reference: { name: 'two empty frames', measure: () => painted(stage, '/empty', types.length) },
    });
  } finally {
    ours.close();
    theirs.close();
  }
});
empty.close();
