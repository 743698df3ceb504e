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
    let by = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) by += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const moved = () => {
      add(observer.takeRecords()); // what the observer has not been called with yet
      return by;
    };
    Object.assign(window, { moved });
  });
  return async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return page.evaluate<number>('moved()');
  };
}
