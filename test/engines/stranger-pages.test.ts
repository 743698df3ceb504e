import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEngines } from '../support/engines/each.ts';
import { until } from '../support/engines/engine.ts';
import { type EngineStage, frame, openEngineStage, openWatched, writtenPage } from '../support/engines/stage.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

// Pages of three stores, written by an author who had only the contract. They are unchanged, including wrong guesses.

let stage: EngineStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openEngineStage();
});
beforeEach(async () => {
  stage.store = await createStoreWithWaitlist(stage.system);
});
afterAll(() => stage.close());

const LOG = `document.querySelector('#log').textContent`;
const buttonOf = (instanceId: string) => `[data-service-instance-id="${instanceId}"] iframe`;
const CHECKOUT = frame('checkout');

await describeEngines('by a stranger, on $name', ({ engine }) => {
  const open = async (name: string) => {
    const page = await openWatched(engine, stage.site, await writtenPage(stage, `stranger-${name}`));
    const logs = (text: string) =>
      until(text, async () => ((await page.evaluate<string>(null, LOG)).includes(text) ? true : null));
    return { ...page, logs };
  };

  test('a product page follows the chosen size, and its checkout has the customer data', async () => {
    const page = await open('product');
    await page.logs('"placementType":"button","sku":"AUR-0"');
    await page.choose(null, '#variant', stage.store.product.variants[1]?.externalId ?? '');
    for (const type of ['button', 'price']) await page.logs(`"placementType":"${type}","sku":"AUR-1"`);
    expect(await page.text(frame('price'), '#price')).toBe('€149.00');
    await page.click(frame('button'), '#button');
    await page.logs('setCustomerData called');
    await page.sees(CHECKOUT, '#email');
    await until('the e-mail', async () => {
      return (await page.evaluate(CHECKOUT, `document.querySelector('#email').value`)) === 'ada@example.com';
    });
    await page.close();
  });

  test('a listing that adds the script by itself shows open and sold out products', async () => {
    const page = await open('listing');
    await page.logs('"instanceId":"card-0"');
    await page.logs('"instanceId":"card-1"');
    expect(await page.text(buttonOf('card-0'), '#button')).toBe('Pre-order');
    expect(await page.text(buttonOf('card-1'), '#button')).toBe('Sold Out');
    const ground = `getComputedStyle(document.querySelector('#button')).backgroundColor`;
    expect(await page.evaluate(buttonOf('card-0'), ground)).toBe('rgb(10, 90, 60)');
    // The price of a product without a waitlist is empty, and a test store logs the reason.
    const problems = await page.problems();
    expect(problems.filter((text) => !text.includes('it has no open waitlist (said in test stores only)'))).toEqual([]);
    await page.close();
  });

  test('an account page lets a guest look for a pre-order', async () => {
    const page = await open('account');
    await page.sees(frame('status'), '#reference');
    expect(await page.problems()).toEqual([]);
    await page.close();
  });
});
