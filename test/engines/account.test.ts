import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createOffer, type Offer } from '../support/core.ts';
import { describeEngines } from '../support/engines/each.ts';
import { until } from '../support/engines/engine.ts';
import { type EngineStage, frame, openEngineStage, openWatched, watchedPage } from '../support/engines/stage.ts';
import { cancelLinkIn } from '../support/mails.ts';
import { tokenFor } from '../support/status-client.ts';

let stage: EngineStage & { close(): Promise<void> };
let service: Core;
let offer: Offer;
beforeAll(async () => {
  stage = await openEngineStage();
  service = { ...stage.system.deps, stop: async () => {} };
  offer = await createOffer(service, { allocation: 100 });
  stage.store = { ...stage.store, storeKey: offer.storeKey };
});
afterAll(() => stage.close());

const STATUS = frame('status');
const BODY = '<div data-service-placement-type="pre-order-status-placement"></div><p id="below">Our address</p>';

await describeEngines('the status page on $name', ({ name, engine }) => {
  const openAccount = (options: object) =>
    openWatched(
      engine,
      stage.site,
      watchedPage(stage, { body: BODY, script: `Service.loadPreorderStatusPage(${JSON.stringify(options)});` }),
    );

  test('shows logged-in customers their pre-orders, and lets them cancel', async () => {
    const email = `${name}-${randomUUID()}@mail.example`; // a retry is another customer
    const [first, second] = [await buyFrom(service, offer, { email }), await buyFrom(service, offer, { email })];
    const token = await tokenFor(service, offer.storeId, { email });
    const page = await openAccount({ mode: 'logged_in', token });
    await page.sees(STATUS, `[id="${second}"]`);
    const codes = `[...document.querySelectorAll('.card .code')].map((one) => one.textContent)`;
    expect(await page.evaluate(STATUS, codes)).toEqual([second, first]);
    await until('a frame as tall as its content', async () => {
      const outside = `document.querySelector('iframe').getBoundingClientRect().height`;
      const height = await page.evaluate<number>(null, outside);
      return Math.abs(height - (await page.evaluate<number>(STATUS, 'document.body.offsetHeight'))) < 1;
    });

    await page.click(STATUS, `[id="${second}"]`);
    await page.sees(STATUS, '.quiet');
    await page.click(STATUS, '.quiet');
    await page.sees(STATUS, '.consequences');
    await page.click(STATUS, '.detail .actions button');
    const [cancelled] = await page.hears('PreorderCancelled');
    const preorder = await readPreorder(service.db, offer.storeId, second);
    expect(cancelled).toEqual({ preorderReference: second, lineItemIds: preorder.lines.map(({ id }) => id) });
    expect(preorder.state).toBe('cancelled');
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });

  test('shows guests one pre-order without personal data', async () => {
    const reference = await buyFrom(service, offer, { email: `guest-${name}@mail.example` });
    const page = await openAccount({ mode: 'guest' });
    await page.sees(STATUS, '#reference');
    await page.type(STATUS, '#reference', reference);
    await page.type(STATUS, '#place', '10115');
    await page.press('Enter');
    await page.sees(STATUS, '.detail');
    const shown = await page.text(STATUS, 'body');
    expect(shown).toContain(reference);
    expect(shown).not.toMatch(/Lovelace|Invaliden|guest-/);
    expect(await page.evaluate(STATUS, 'document.cookie')).toBe('');
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });

  test('sends the page an event when a guest cancels by the link in the mail', async () => {
    const email = `link-${name}-${randomUUID()}@mail.example`;
    const reference = await buyFrom(service, offer, { email });
    const page = await openAccount({ mode: 'guest' });
    await page.sees(STATUS, '#reference');
    await page.type(STATUS, '#reference', reference);
    await page.type(STATUS, '#place', '10115');
    await page.press('Enter');
    for (const state of ['.quiet', '.consequences ~ .actions button']) {
      await page.sees(STATUS, state);
      await page.click(STATUS, state);
    }
    await page.sees(STATUS, '#sent');
    await fetch(await cancelLinkIn(stage.system, email), { method: 'POST' });
    const preorder = await readPreorder(service.db, offer.storeId, reference);
    expect(preorder.state).toBe('cancelled');
    const told = { preorderReference: reference, lineItemIds: preorder.lines.map(({ id }) => id) };
    expect(await page.hears('PreorderCancelled')).toEqual([told]);
    await page.sees(STATUS, '#cancelled');
    expect(await page.complaints()).toEqual([]);
    await page.close();
  });
});
