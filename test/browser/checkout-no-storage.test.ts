import { beforeEach, expect, test } from 'vitest';
import { openCheckout, pay, reachPayment, useCheckoutStage } from '../support/checkout-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

// Many browsers give the frames of another site no storage, for example in a private window.
const stage = useCheckoutStage();
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system);
});

/** Resolves with how many checkouts were made and units are held. */
async function countsOf() {
  const [row] = await stage.system.db.query(
    `SELECT (SELECT count(*)::int FROM checkout WHERE store_id = $1) AS checkouts,
            (SELECT coalesce(sum(quantity), 0)::int FROM hold WHERE store_id = $1) AS held`,
    [stage.store.storeId],
  );
  return row;
}

const openWithout = async () => {
  const checkout = await openCheckout(stage);
  await checkout.page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await checkout.reload();
  await reachPayment(checkout.frame);
  return checkout;
};

test('closing keeps the units, and leaving or loading the page again gives them back', async () => {
  const checkout = await openWithout();
  await checkout.frame.click('[aria-label="Close"]');
  await expect.poll(async () => (await checkout.told()).filter(({ t }) => t === 'close').length).toBe(1);
  expect(await countsOf()).toEqual({ checkouts: 1, held: 1 });
  await checkout.reload();
  await expect.poll(countsOf).toEqual({ checkouts: 1, held: 0 });
  await reachPayment(checkout.frame);
  await checkout.page.goto('about:blank');
  await expect.poll(countsOf).toEqual({ checkouts: 2, held: 0 });
  await checkout.close();
});

test('leaving keeps the units that are being paid', async () => {
  const checkout = await openWithout();
  const { frame, page } = checkout;
  const abandoned: string[] = [];
  page.on('request', (request) => request.url().includes('/abandon') && abandoned.push(request.url()));
  await pay(frame, 'late');
  await frame.waitForSelector('text=Waiting for your bank');
  await page.goto('about:blank');
  expect(abandoned).toEqual([]);
  await checkout.close();
});

test('a page that the browser kept says that the hold is lost', async () => {
  const checkout = await openWithout();
  const { frame } = checkout;
  const event = (name: string) =>
    frame.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), name);
  await event('pagehide');
  expect(await countsOf()).toEqual({ checkouts: 1, held: 1 });
  await event('pageshow');
  await frame.waitForSelector('#cardNumber');
  await stage.system.db.query("INSERT INTO clock_shift (shift) VALUES (interval '11 minutes')");
  await event('pageshow');
  await frame.waitForSelector('text=Your time to pay is up');
  await checkout.close();
});
