import type { Page } from 'playwright-core';
import { openSlowNetwork } from '../test/support/slow-network.ts';
import { type BrowserStage, placementsBlock, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { serveCalEmbed } from './cal-embed.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts, dataBlock } from './page-scripts.ts';

const DELAY_MS = 50;
const RATIO_MOST = 0.8;
const TURNS = 3;

const scripts = await buildPageScripts(['paint', 'tag', 'placements', 'cal-embed']);
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

const cal = await serveCalEmbed();
await withBrowserStage(async (stage) => {
  const ours = await openSlowNetwork(stage.servicePort, DELAY_MS);
  const theirs = await openSlowNetwork(cal.port, DELAY_MS);
  const theirOrigin = `http://127.0.0.1:${theirs.port}`;
  const types = ['button', 'price'];
  const containers = types.map((type) => `<div data-service-placement-type="${type}"></div>`).join('');
  const placements = types.map((placementType) => ({ placementType }));
  stage.pages['/ours'] = productPage({
    head: `${TAG}<script src="http://127.0.0.1:${ours.port}/api/v1/service.js"></script>`,
    body: containers + placementsBlock(stage, placements),
    scripts: [scripts('placements')],
  });
  const elements = types.map((id) => `<div id="${id}" style="min-height: 100px"></div>`).join('');
  stage.pages['/theirs'] = productPage({
    head: TAG,
    body: elements + dataBlock('embeds', { origin: theirOrigin, ids: types }),
    scripts: [scripts('cal-embed')],
  });
  try {
    await keepWithin({
      what: `From the script tag to button and price painted, ${DELAY_MS} ms of delay, against two embeds of Cal.com's`,
      unit: 'ms',
      most: RATIO_MOST,
      turns: TURNS,
      measure: () => painted(stage, '/ours', types.length),
      reference: { name: "Cal.com's embed", measure: () => painted(stage, '/theirs', types.length) },
    });
  } finally {
    ours.close();
    theirs.close();
  }
});
cal.close();
