import type { Page } from 'playwright-core';

/**
 * Watches how far a page moves. The page is painted before the service's script comes, as on a slow line. Returns a function that
 * resolves with the sum of all shifts so far.
 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.route('**/service.js*', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1);
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved = { by: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.by += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return page.evaluate<number>('moved.by');
  };
}
