import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEngines } from '../support/engines/each.ts';
import { until } from '../support/engines/engine.ts';
import {
  type EngineStage,
  frame,
  openEngineStage,
  openWatched,
  payByCard,
  writtenPage,
} from '../support/engines/stage.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let stage: EngineStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openEngineStage();
});
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system);
});
afterAll(() => stage.close());

const buttonOf = (instanceId: string) => `[data-service-instance-id="${instanceId}"] iframe`;
const BUY = buttonOf('buy-box');
const CHECKOUT = frame('checkout');

await describeEngines('written from the contract alone, on $name', ({ engine }) => {
  const open = async (name: string) => {
    const page = await openWatched(engine, stage.site, await writtenPage(stage, name));
    const seen = (event: string, count = 1) =>
      until(`${count} × ${event}`, async () => {
        const all = await page.evaluate<Record<string, unknown>[]>(
          null,
          `seen.filter(({ name }) => name === '${event}').map(({ payload }) => payload)`,
        );
        return all.length >= count && all;
      });
    return { ...page, seen };
  };

  test('a product page sells the chosen size, with the customer data of the page', async () => {
    const page = await open('product');
    const loaded = await page.seen('PlacementLoaded', 3);
    const byInstance = (instanceId: string) => loaded.find((one) => one.instanceId === instanceId);
    expect(byInstance('buy-box')).toMatchObject({ placementType: 'button', sku: 'AUR-0', disabled: false });
    expect(byInstance('sold-elsewhere')).toMatchObject({ placementType: 'button', disabled: true });
    expect(await page.text(buttonOf('sold-elsewhere'), '#button')).toBe('Sold Out');
    await until('the stock', async () => (await page.evaluate(null, `document.querySelector('#left').value`)) === '10');

    await page.choose(null, '#size', stage.store.product.variants[1]?.externalId ?? '');
    await page.type(null, '#collar', 'Grace');
    await page.evaluate(null, `document.querySelector('#collar').blur()`);
    await page.seen('PlacementLoaded', 6);
    expect(await page.text(frame('price'), '#price')).toBe('€149.00');
    const style = `(({ backgroundColor, height }) => [backgroundColor, height])(getComputedStyle(document.querySelector('#button')))`;
    expect(await page.evaluate(BUY, style)).toEqual(['rgb(20, 60, 40)', '52px']);

    await page.click(BUY, '#button');
    await page.sees(CHECKOUT, '#email');
    await until('the e-mail', async () => {
      return (await page.evaluate(CHECKOUT, `document.querySelector('#email').value`)) === 'grace@shopper.example';
    });
    await page.click(CHECKOUT, 'form button[type=submit]');
    await page.sees(CHECKOUT, '#cardNumber');
    await payByCard(page, 'succeeds');
    const [created] = await page.seen('PreorderCreated');
    expect(created).toMatchObject({
      email: 'grace@shopper.example',
      shippingAddress: {
        firstName: 'Grace',
        addressLine1: 'Invalidenstraße 116',
        postalCode: '10115',
        country: 'DE',
      },
      lineItems: [{ sku: 'AUR-1', properties: { collar: 'Grace' } }],
      total: { amount: 153.9, currency: 'EUR' },
    });
    expect(await page.text(null, '#thanks b')).toBe(created?.reference);
    expect(await page.problems()).toEqual([]);
    await page.close();
  });

  test('a collection page with an async script shows every open waitlist', async () => {
    const page = await open('collection');
    const { product, waitlistId } = stage.store;
    expect(await page.seen('PlacementLoaded')).toMatchObject([{ instanceId: waitlistId, disabled: true }]);
    expect(await page.text(null, '#soon')).toContain(`${product.handle} (OPEN)`);
    await page.sees(buttonOf(waitlistId), '#button');
    expect(await page.text(buttonOf(waitlistId), '#button')).toBe('Pre-order');
    expect(await page.problems()).toEqual([]);
    await page.close();
  });
});
