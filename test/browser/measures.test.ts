import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  BUTTON,
  frameOf,
  openStage,
  openStorePage,
  PRICE,
  productPage,
  type Stage,
} from '../support/placement-page.ts';
import { storePage } from '../support/system.ts';

let stage: Stage;
// Playwright does not report requests of a page that is being left, so the test asks the service.
let beacons: number;
beforeAll(async () => {
  stage = await openStage();
  const { measures } = stage.system.deps;
  const { add } = measures;
  measures.add = (...told) => {
    beacons += 1;
    add(...told);
  };
});
beforeEach(async () => {
  beacons = 0;
  await stage.system.db.query('DELETE FROM measure');
});
afterAll(() => stage.close());

const BOTH = `
  Service.load({ placementType: 'button', productId, skuId: variants[0] });
  Service.load({ placementType: 'price', productId, skuId: variants[0] });`;

/** Reads the stored measures by event. */
async function counted(): Promise<Record<string, number>> {
  await stage.system.deps.measures.flush();
  const rows = await stage.system.db.query<{ event: string; count: string }>(
    'SELECT event, count FROM measure WHERE store_id = $1 AND waitlist_id = $2',
    [stage.store.storeId, stage.store.waitlistId],
  );
  return Object.fromEntries(rows.map(({ event, count }) => [event, Number(count)]));
}

test('the events of a page are counted by one request when it is left', async () => {
  const opened = await openStorePage(stage, productPage(stage, BUTTON + PRICE, BOTH));
  const { page } = opened;
  await opened.hears('PlacementLoaded', 2);
  await (await frameOf(page, 'button')).click('#button');
  await opened.hears('PreorderCheckoutStep');
  expect(beacons).toBe(0);
  await page.goto('about:blank');
  await expect.poll(counted).toEqual({ PlacementLoaded: 2, ButtonClicked: 1, PreorderCheckoutStep: 1 });
  expect(beacons).toBe(1);
  expect(opened.problems).toEqual([]);
  await opened.close();
});

test('no event is counted if the page opts out or the browser asks for privacy', async () => {
  const init = `Service.init({ apiKey: '${stage.store.storeKey}', measures: false });`;
  const load = `Service.load({ placementType: 'button', productId: '${stage.store.product.externalId}' });`;
  const off = storePage(stage.system, `${BUTTON}<script>const heard = []; ${init} ${load}</script>`);
  const plain = productPage(stage, BUTTON, BOTH.split('\n')[1] ?? '');
  const asking = plain.replace(
    '<script src',
    "<script>Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })</script><script src",
  );
  // Once the last page is counted, requests of the others would have arrived as well.
  for (const html of [off, asking, plain]) {
    const { page, close } = await openStorePage(stage, html);
    await page.waitForSelector('[data-service-state=ready]');
    await page.goto('about:blank');
    if (html === plain) await expect.poll(counted).toEqual({ PlacementLoaded: 1 });
    await close();
  }
  expect(beacons).toBe(1);
});
