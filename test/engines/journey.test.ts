import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEngines } from '../support/engines/each.ts';
import { until } from '../support/engines/engine.ts';
import {
  type EngineStage,
  frame,
  openEngineStage,
  openWatched,
  payByCard,
  reachPayment,
  watchedPage,
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

const BODY = `
<p><span data-service-placement-type="price"></span></p>
<div data-service-placement-type="button"></div>
<p id="below">What stands below.</p>`;
const SCRIPT = `
const shown = { productId, skuId: variants[0], lineItemProperties: { engraving: 'Für Ada' } };
Service.load({ placementType: 'price', ...shown });
Service.load({ placementType: 'button', ...shown });`;

/** What a browser keeps of its user, by the ids of the fields. */
const FILLED = [
  {
    email: 'ada@mail.example',
    country: 'DE',
    lastName: 'Ada Lovelace',
    line1: 'Torstraße 1',
    city: 'Berlin',
    postalCode: '10119',
  },
  {
    email: 'grace@mail.example',
    country: 'US',
    lastName: 'Grace Hopper',
    line1: '1 Market Street',
    city: 'San Francisco',
    region: 'CA',
    postalCode: '94105',
  },
];

/** Fills the fields as a browser does for its user: all in one turn, each with its events, and none has the focus. */
const fillInOneGo = `(values) => {
  for (const [id, value] of Object.entries(values)) {
    const field = document.getElementById(id);
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    set.call(field, value);
    for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: type !== 'blur' }));
  }
}`;

const BUTTON = frame('button');
const PRICE = frame('price');
const CHECKOUT = frame('checkout');
const LEARN_MORE = frame('learn-more');

await describeEngines('a shopper with $name', ({ engine }) => {
  const openProductPage = async () => {
    const page = await openWatched(engine, stage.site, watchedPage(stage, { body: BODY, script: SCRIPT }));
    await page.hears('PlacementLoaded', 2);
    return page;
  };
  const openCheckout = async () => {
    const page = await openProductPage();
    await page.click(BUTTON, '#button');
    await page.sees(CHECKOUT, '#heading');
    return page;
  };

  test('sees no layout shift when a placement has nothing to show', async () => {
    const container = (id: string) =>
      `<div data-service-placement-type="button" data-service-instance-id="${id}"></div>`;
    const body = `${container('seen')}<div style="height: 300vh"></div><p id="end">The end</p>${container('far')}`;
    const script = `for (const instanceId of ['seen', 'far'])
      Service.load({ placementType: 'button', instanceId, productId: '404404' });`;
    const page = await openWatched(engine, stage.site, watchedPage(stage, { body, script }));
    await page.hears('PlacementLoaded', 2);
    const heightOf = (id: string) =>
      page.evaluate<number>(null, `document.querySelector('[data-service-instance-id=${id}]').clientHeight`);
    await until('the room below to go', async () => (await heightOf('far')) === 0);
    expect(await heightOf('seen')).toBeGreaterThan(44);
    const placeOfEnd = () => page.evaluate<number>(null, `document.querySelector('#end').getBoundingClientRect().top`);
    await page.evaluate(null, `scrollTo(0, document.body.scrollHeight)`);
    const place = await placeOfEnd();
    // Space above the viewport collapses only if the browser anchors the scroll position.
    if (await page.evaluate<boolean>(null, `CSS.supports('overflow-anchor: auto')`))
      await until('the room above to go', async () => (await heightOf('seen')) === 0);
    expect(Math.abs((await placeOfEnd()) - place)).toBeLessThan(1);
    // One warning for both, for the page's developer; a live store has none.
    expect(await page.evaluate(null, 'problems')).toEqual([
      'warn: Service: nothing is shown for productId 404404, for this test store has no such product',
    ]);
    await page.close();
  });

  test('sees price and button of the variant they choose, each as tall as its content', async () => {
    const page = await openProductPage();
    expect(await page.text(PRICE, '#price')).toBe('€129.00');
    expect(await page.text(BUTTON, '#button')).toBe('Pre-order');
    expect(await page.text(BUTTON, '#label')).toContain('Ships');
    await page.evaluate(
      null,
      `['price', 'button'].map((placementType) => Service.update({ placementType, skuId: variants[1] })).length`,
    );
    const loaded = await page.hears('PlacementLoaded', 4);
    expect(loaded.map(({ sku }) => sku)).toEqual(['AUR-0', 'AUR-0', 'AUR-1', 'AUR-1']);
    expect(loaded.every(({ disabled }) => !disabled)).toBe(true);
    expect(await page.text(PRICE, '#price')).toBe('€149.00');
    for (const placement of [PRICE, BUTTON]) {
      const outside = `document.querySelector(${JSON.stringify(placement)}).getBoundingClientRect().height`;
      const inside = 'document.body.getBoundingClientRect().height';
      expect(await page.evaluate<number>(null, outside)).toBeCloseTo(await page.evaluate(placement, inside), 1);
    }
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });

  test('opens the checkout, closes it by Escape, and is back at the button', async () => {
    const page = await openProductPage();
    const geometry = `JSON.stringify([scrollY, document.querySelector('#below').getBoundingClientRect().top,
      document.documentElement.getAttribute('style') ?? '', document.querySelectorAll('body > :not(dialog)').length])`;
    const before = await page.evaluate(null, geometry);
    await page.click(BUTTON, '#button');
    await page.sees(CHECKOUT, '#heading');
    expect(await page.hears('ButtonClicked')).toMatchObject([{ placementType: 'button', sku: 'AUR-0' }]);
    expect(await page.hears('PreorderCheckoutStep')).toEqual([{ stepName: 'Shipping', stepNumber: 0 }]);
    await until('the focus in the checkout', () => page.evaluate(CHECKOUT, 'document.hasFocus()'));
    await page.press('Escape');
    await until('the end of the dialog', () => page.evaluate(null, `!document.querySelector('dialog[open]')`));
    expect(await page.evaluate(null, geometry)).toBe(before);
    await until('the focus on the button', () =>
      page.evaluate(BUTTON, `document.hasFocus() && document.activeElement.id === 'button'`),
    );
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });

  test('reads what a pre-order is, and goes on to the checkout', async () => {
    const page = await openProductPage();
    await page.click(BUTTON, '#learn');
    await page.sees(LEARN_MORE, '#order');
    expect(await page.hears('LearnMoreClicked')).toMatchObject([{ placementType: 'button', sku: 'AUR-0' }]);
    // Its document is removed while it handles the click, so the test waits for the effect.
    page.click(LEARN_MORE, '#order').catch(() => {});
    await page.sees(CHECKOUT, '#email');
    expect(await page.hears('ButtonClicked')).toMatchObject([{ placementType: 'button', sku: 'AUR-0' }]);
    expect(await page.evaluate(null, `document.querySelectorAll('dialog').length`)).toBe(1);
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });

  test.each(FILLED)('goes on with what the browser fills in one go: $country', async (values) => {
    const shipping = ['DE', 'US'].map((country) => ({ country, amount: 790 }));
    stage.store = await createStoreWithWaitlist(stage.system, { store: { shipping } });
    const page = await openCheckout();
    await page.choose(CHECKOUT, '#country', values.country);
    await until('its fields', () =>
      page.evaluate<boolean>(
        CHECKOUT,
        `${JSON.stringify(Object.keys(values))}.every((id) => document.getElementById(id))`,
      ),
    );
    await until('its regions', () =>
      page.evaluate<boolean>(CHECKOUT, `(document.querySelector('#region')?.options?.length ?? 2) > 1`),
    );
    await page.evaluate(CHECKOUT, `(${fillInOneGo})(${JSON.stringify(values)})`);
    expect(await page.evaluate(CHECKOUT, `document.querySelectorAll('[aria-invalid=true]').length`)).toBe(0);
    await page.click(CHECKOUT, 'form button[type=submit]');
    await page.sees(CHECKOUT, '#cardNumber');
    expect(await page.text(CHECKOUT, 'main')).toContain(values.city);
    await page.close();
  });

  test('buys after a declined card, and the page gets both events', async () => {
    const page = await openCheckout();
    await reachPayment(page);
    await payByCard(page, 'declined');
    const [failed] = await page.hears('PreorderFailed');
    expect(await page.text(CHECKOUT, 'main')).toContain(failed?.errorMessage);
    await payByCard(page, 'succeeds');
    await page.sees(CHECKOUT, '.reference__code');
    const [created] = await page.hears('PreorderCreated');
    expect(created).toEqual({
      reference: await page.text(CHECKOUT, '.reference__code'),
      email: 'ada@shopper.example',
      shippingAddress: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        addressLine1: 'Torstraße 1',
        addressLine2: '',
        city: 'Berlin',
        postalCode: '10119',
        country: 'DE',
      },
      lineItems: [
        {
          id: expect.any(String),
          sku: 'AUR-0',
          skuId: stage.store.product.variants[0]?.externalId,
          properties: { engraving: 'Für Ada' },
        },
      ],
      total: { amount: 133.9, currency: 'EUR' },
      releaseId: stage.store.waitlistId,
    });
    expect(await page.hears('PreorderCheckoutSubmitted', 2)).toHaveLength(2);
    for (const where of [null, BUTTON, PRICE, CHECKOUT]) expect(await page.evaluate(where, 'document.cookie')).toBe('');
    const steps = await page.hears('PreorderCheckoutStep', 3);
    expect(steps.map(({ stepName }) => stepName)).toEqual(['Shipping', 'Payment', 'Confirmation']);
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });

  test('keeps the held units after a reload of the page', async () => {
    const page = await openCheckout();
    await reachPayment(page);
    await page.goto(await page.evaluate(null, 'location.href'));
    await page.hears('PlacementLoaded', 2);
    await page.click(BUTTON, '#button');
    await page.sees(CHECKOUT, '#cardNumber');
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });
});
