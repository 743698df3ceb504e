import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { formatShipWindow } from '../../src/domain/ship-window.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer } from '../support/core.ts';
import { answerPath, LATER, moveDates, noticesOf } from '../support/promises.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';

let api: Api;
let core: Core;
let client: ReturnType<typeof createStatusClient>;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  client = createStatusClient(api);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

/** Creates a pre-order whose shopper was asked by mail. */
async function asked() {
  const email = `${crypto.randomUUID()}@shopper.example`;
  const offer = await createOffer(core, { allocation: 20 });
  const reference = await buyFrom(core, offer, { email });
  await moveDates({ core, offer }, LATER);
  return { offer, reference, email, path: await answerPath(core, offer.storeId, reference) };
}

/** Sends the page's form like its button. */
async function press(path: string, choice: string) {
  const notice = /name="notice" value="([^"]+)"/.exec((await api.ask(path)).text)?.[1] ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return api.ask(path, { method: 'POST', headers, body: new URLSearchParams({ notice, choice }).toString() });
}

test('the status page lists what needs an answer first, with its last day, until it is answered', async () => {
  const given = await asked();
  const { storeId, storeKey } = given.offer;
  const references = [given.reference];
  for (let more = 0; more < 11; more += 1) references.unshift(await buyFrom(core, given.offer, { email: given.email }));
  const { data } = await client.signIn(storeKey, await tokenFor(api.deps, storeId, { email: given.email }));
  const [first, ...others] = data.page.preorders;
  const { answerBy } = { answerBy: null, ...(await noticesOf(core, storeId, given.reference))[0] };
  const day = formatShipWindow({ from: answerBy ?? '', until: answerBy ?? '' }, 'en', { style: 'long' });
  expect([first?.reference, first?.answerBy]).toEqual([given.reference, day]);
  expect(others.map(({ reference }) => reference)).toEqual(references.slice(0, 10));
  expect(others.every((one) => one.answerBy === '')).toBe(true);
  const rest = await client.page(data.session, data.page.after ?? '');
  expect(rest.data.preorders.map(({ reference }) => reference)).toEqual(references.slice(10, 11));
  await press(given.path, 'wait');
  const again = await client.signIn(storeKey, await tokenFor(api.deps, storeId, { email: given.email }));
  expect(again.data.page.preorders.map(({ reference }) => reference)).toEqual(references.slice(0, 10));
});

test('a button of the mail leads to its choice, and chooses nothing by itself', async () => {
  const given = await asked();
  const stateOf = async () => (await readPreorder(api.db, given.offer.storeId, given.reference)).state;
  const buttons = async (path: string) =>
    [...(await api.ask(path)).text.matchAll(/<button class="(\w+)" name="choice" value="(\w+)"/g)].map(
      ([, look, value]) => [value, look],
    );
  const wait = [
    ['wait', 'first'],
    ['cancel', 'second'],
  ];
  expect(await buttons(`${given.path}?choice=wait`)).toEqual(wait);
  expect(await buttons(`${given.path}?choice=cancel`)).toEqual([
    ['cancel', 'first'],
    ['wait', 'second'],
  ]);
  for (const wrong of ['?choice=', '?choice=x&choice=cancel', '?choice[a]=cancel', '?other=1']) {
    expect(await buttons(given.path + wrong), wrong).toEqual(wait);
  }
  expect(await stateOf()).toBe('placed');
  await press(`${given.path}?choice=cancel`, 'cancel');
  expect(await stateOf()).toBe('cancelled');
});
