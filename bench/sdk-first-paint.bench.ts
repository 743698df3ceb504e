import type { Page } from 'playwright-core';
import { openSlowNetwork } from '../test/support/slow-network.ts';
import { type BrowserStage, loadScript, productPage, visit, withBrowserStage } from './browser-stage.ts';
import { calEmbed, calEmbedSnippet, serveCalEmbed } from './cal-embed.ts';
import { keepWithin } from './limits.ts';

const DELAY_MS = 50;
const RATIO_MOST = 0.8;
const TURNS = 3;

/** Runs first in every frame. Records the time of its first paint, by a clock that all frames share. */
const WATCH = `
new PerformanceObserver((list) => {
  const entry = list.getEntriesByName('first-contentful-paint')[0];
  if (entry) window.paintedAt = performance.timeOrigin + entry.startTime;
}).observe({ type: 'paint', buffered: true });`;

const PAINTED = `new Promise((resolve) => {
  const look = () => (window.paintedAt ? resolve(paintedAt) : requestAnimationFrame(look));
  look();
})`;

/** Returns the milliseconds from the script tag until all embedded frames are visible and painted. */
function painted(stage: BrowserStage, path: string, frames: number): Promise<number> {
  const prepare = async (page: Page) => {
    await page.addInitScript(WATCH);
    await page.goto(stage.siteUrl + path);
  };
  return visit(stage, prepare, async (page) => {
    // Visible for the shopper means that the page shows the frame and the browser has drawn it.
    const shownAt = await page.evaluate<number>(`new Promise((resolve) => {
      const look = () => {
        const shown = [...document.querySelectorAll('iframe')]
          .filter((frame) => frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
        if (shown.length < ${frames}) requestAnimationFrame(look);
        else requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
      };
      look();
    })`);
    const children = page.frames().filter((frame) => frame !== page.mainFrame());
    const times = await Promise.all(children.map((frame) => frame.evaluate<number>(PAINTED)));
    if (times.length !== frames) throw new Error(`${times.length} frames instead of ${frames}`);
    const taggedAt = await page.evaluate<number>(
      `performance.timeOrigin + performance.getEntriesByName('tag')[0].startTime`,
    );
    return Math.max(shownAt, ...times) - taggedAt;
  });
}

const cal = await serveCalEmbed();
await withBrowserStage(async (stage) => {
  const ours = await openSlowNetwork(stage.servicePort, DELAY_MS);
  const theirs = await openSlowNetwork(cal.port, DELAY_MS);
  const theirOrigin = `http://127.0.0.1:${theirs.port}`;
  const types = ['button', 'price'].map((placementType) => ({ placementType }));
  stage.pages['/ours'] = productPage({
    head: `<script src="http://127.0.0.1:${ours.port}/api/v1/service.js"></script>`,
    body: types.map(({ placementType }) => `<div data-service-placement-type="${placementType}"></div>`).join(''),
    script: loadScript(stage, types),
  });
  stage.pages['/theirs'] = productPage({
    head: calEmbedSnippet(theirOrigin),
    body: types.map(({ placementType }) => `<div id="${placementType}" style="min-height: 100px"></div>`).join(''),
    script: types.map(({ placementType }) => calEmbed(placementType, theirOrigin)).join(''),
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
