import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscount } from '../../src/core/discounts/commands.ts';
import type { PlanChange } from '../../src/domain/payment-plan.ts';
import { DESKTOP, expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutOptions,
  type CheckoutStage,
  confirmedReference,
  enterCard,
  openCheckout,
  openCheckoutStage,
  pay,
  reachPayment,
} from '../support/checkout-page.ts';
import { HANDS } from '../support/shopper.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let stage: CheckoutStage;
beforeAll(async () => {
  stage = await openCheckoutStage();
});
afterAll(() => stage.close());

const PLANS: Record<'deposit' | 'kept' | 'later', PlanChange> = {
  deposit: { deposit: { kind: 'percent', value: 2_000 } },
  kept: { deposit: { kind: 'amount', value: 3_000 }, depositRefundable: false },
  later: { plan: 'pay_later' },
};

async function createStoreWithPlan(plan: PlanChange | undefined, code?: string): Promise<StoreWithWaitlist> {
  const store = await createStoreWithWaitlist(stage.system, { waitlist: { plan } });
  if (code) await createDiscount(stage.system.deps, store.storeId, { code, kind: 'percent', value: 1_000 });
  return store;
}

const open = (store: StoreWithWaitlist, options: CheckoutOptions = {}) => openCheckout({ ...stage, store }, options);

async function textOf(frame: Frame, selector: string): Promise<string> {
  return ((await frame.textContent(selector)) ?? '').replace(/\s+/g, ' ').trim();
}

async function amountsOf(frame: Frame, selector: string): Promise<string[][]> {
  return frame.$$eval(`${selector} .amounts > div`, (rows) =>
    rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' '))),
  );
}

const SIZES = [
  { size: 'desktop', viewport: DESKTOP },
  { size: 'phone', viewport: PHONE },
] as const;

describe.each(SIZES)('on a $size', ({ size, viewport }) => {
  test.each(['deposit', 'kept', 'later'] as const)(
    'the plan %s is told before it is paid, and in the receipt',
    async (name) => {
      const checkout = await open(await createStoreWithPlan(PLANS[name]), { viewport });
      const { frame, page } = checkout;
      expect(await textOf(frame, '.summary')).toContain(
        { deposit: 'a deposit of 20%', kept: 'a deposit of €30.00 per item', later: 'You pay nothing now' }[name],
      );
      await reachPayment(frame);
      const dueNow = { deposit: '€26.78', kept: '€30.00', later: '€0.00' }[name];
      const later = { deposit: '€107.12', kept: '€103.90', later: '€133.90' }[name];
      expect(await amountsOf(frame, '.plan')).toEqual([
        ...(name === 'later' ? [] : [['Now', dueNow]]),
        ['When it is ready to ship, expected 10 – 15 June 2030', later],
      ]);
      expect(await textOf(frame, '.plan')).toContain(`and ${later} is charged to it then`);
      expect(await textOf(frame, '.plan')).toContain(
        { deposit: 'you get the deposit back', kept: 'the deposit is not returned', later: '' }[name],
      );
      expect((await textOf(frame, '.plan')).includes('Nothing is paid today.')).toBe(name === 'later');
      expect(await textOf(frame, '.plan')).toContain(
        'If your bank declines it then, a mail brings you a link to pay, and your place is kept for 7 days.',
      );
      expect(await textOf(frame, '.consent')).toContain('to keep your card for this pre-order alone');
      expect(await textOf(frame, '.pay button[type=submit]')).toBe(
        name === 'later' ? 'Pre-order and pay €133.90 later' : `Pay ${dueNow} and pre-order`,
      );
      await expectAccessible(page);
      await frame.locator('.plan').scrollIntoViewIfNeeded();
      await takeScreenshot(page, `plan-${name}-${size}`);
      await frame.locator('.pay').scrollIntoViewIfNeeded();
      await takeScreenshot(page, `plan-${name}-${size}-pay`);
      await pay(frame, 'second_step');
      await frame.waitForSelector('.bank');
      expect(await textOf(frame, '.bank__amount .money')).toBe(name === 'later' ? later : dueNow);
      await frame.click('text=Approve');
      await confirmedReference(frame);
      expect(await textOf(frame, '.facts')).toContain(`Paid${name === 'later' ? 'Nothing is paid today.' : dueNow}`);
      const sum = name === 'later' ? later : `€133.90 − ${dueNow} paid = ${later}`;
      expect(await textOf(frame, '.facts')).toContain(
        `Due before it ships${sum}, expected on 10 June 2030 at the earliest`,
      );
      expect(await textOf(frame, '.next')).toContain(`When it is ready to ship, ${later} is charged to your card.`);
      await expectAccessible(page);
      await takeScreenshot(page, `plan-${name}-${size}-done`);
      expect(checkout.problems).toEqual([]);
      await checkout.close();
    },
  );

  test('a code lowers the price and can be removed', async () => {
    const checkout = await open(await createStoreWithPlan(PLANS.deposit, 'SUMMER10'), { viewport });
    const { frame, page } = checkout;
    await reachPayment(frame);
    await takeScreenshot(page, `discount-${size}-closed`);
    await frame.click('text=I have a discount code');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('discountCode');
    await frame.click('.discount-form button');
    expect(await textOf(frame, '#discountCode-error')).toBe('Enter a code.');
    await frame.fill('#discountCode', 'winter');
    await frame.click('.discount-form button');
    await frame.waitForSelector('text=This store has no such code.');
    expect(await frame.textContent('p.visually-hidden[role=status]')).toBe('');
    await expectAccessible(page);
    await takeScreenshot(page, `discount-${size}-refused`);
    await frame.fill('#discountCode', 'summer 10');
    await frame.press('#discountCode', 'Enter');
    await frame.waitForSelector('.discount');
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('discount-remove');
    expect(await textOf(frame, '.discount')).toContain('SUMMER10−€12.90');
    expect(await amountsOf(frame, '.plan')).toEqual([
      ['Now', '€24.20'],
      ['When it is ready to ship, expected 10 – 15 June 2030', '€96.80'],
    ]);
    expect(await amountsOf(frame, '.summary')).toEqual([
      ['1 × €129.00', '€129.00'],
      ['Discount', '−€12.90'],
      ['Delivery', '€4.90'],
      ['Total', '€121.00'],
      ['To pay now', '€24.20'],
      ['Due before it ships', '€96.80'],
    ]);
    await expectAccessible(page);
    await takeScreenshot(page, `discount-${size}-applied`);
    await frame.click('#discount-remove');
    await frame.waitForSelector('#discountCode');
    expect(await textOf(frame, '.pay button[type=submit]')).toBe('Pay €26.78 and pre-order');
    await frame.fill('#discountCode', 'SUMMER10');
    await frame.press('#discountCode', 'Enter');
    await frame.waitForSelector('.discount');
    await pay(frame, 'succeeds');
    await confirmedReference(frame);
    expect(await textOf(frame, '.facts')).toContain('Paid€24.20');
    // The browser itself logs every refused request.
    expect(checkout.problems).toEqual([expect.stringContaining('404')]);
    await checkout.close();
  });
});

test('a code that has expired when the shopper comes back can be removed', async () => {
  const store = await createStoreWithPlan(undefined, 'ONCE');
  const checkout = await open(store);
  const { frame } = checkout;
  await reachPayment(frame);
  await frame.click('text=I have a discount code');
  await frame.fill('#discountCode', 'once');
  await frame.press('#discountCode', 'Enter');
  await frame.waitForSelector('.discount');
  await stage.system.db.query('UPDATE discount SET ended_at = app_now() WHERE store_id = $1', [store.storeId]);
  await frame.click('text=Back to shipping');
  await frame.fill('#quantity', '2');
  await frame.click('.step > button[type=submit]');
  await frame.waitForSelector('text=This code has expired.');
  await expectAccessible(checkout.page);
  await frame.click('text=Go on without the code');
  await frame.waitForSelector('#cardNumber');
  expect(await textOf(frame, '.pay button[type=submit]')).toBe('Pay €262.90 and pre-order');
  await checkout.close();
});

test('everything works by keyboard alone, and Enter in the code pays nothing', async () => {
  const checkout = await open(await createStoreWithPlan(PLANS.later, 'KEYS'));
  const { frame, page } = checkout;
  await reachPayment(frame, { country: 'FR' });
  const hand = HANDS.keyboard(page);
  await enterCard(frame, 'succeeds');
  await hand.press(frame.locator('text=I have a discount code'));
  await page.keyboard.type('keys');
  await page.keyboard.press('Enter');
  await frame.waitForSelector('.discount');
  await frame.waitForSelector('#terms:not(:checked)'); // the consent text has changed
  await hand.check(frame.locator('#terms'));
  await hand.press(frame.locator('.pay button[type=submit]'));
  await confirmedReference(frame);
  expect(await textOf(frame, '.facts')).toContain('Due before it ships€126.00, expected');
  await checkout.close();
});

test.each(['de', 'ar', 'ja'])('in %s everything is shown, and nothing overflows on a phone', async (lang) => {
  const checkout = await open(await createStoreWithPlan(PLANS.kept, 'CODE'), { viewport: PHONE, lang });
  const { frame, page } = checkout;
  await reachPayment(frame);
  await frame.click('.step > .link-button');
  await frame.fill('#discountCode', 'nothing');
  await frame.press('#discountCode', 'Enter');
  await frame.waitForSelector('#discountCode-error');
  await takeScreenshot(page, `plan-${lang}-phone`);
  await expectAccessible(page);
  await frame.fill('#discountCode', 'code');
  await frame.press('#discountCode', 'Enter');
  await frame.waitForSelector('.discount');
  const beyond = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
  await frame.locator('.pay').scrollIntoViewIfNeeded();
  await takeScreenshot(page, `plan-${lang}-phone-pay`);
  await checkout.close();
});
