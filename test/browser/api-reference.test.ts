import { afterAll, expect, test } from 'vitest';
import { launchBrowser, openPage, takeScreenshot } from '../support/browser.ts';
import { createStoreWithWaitlist, startSystem } from '../support/system.ts';

const system = await startSystem();
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await system.stop();
});

test('the reference shows both reads and loads nothing from other hosts', async () => {
  const hosts = new Set<string>();
  const { page, problems, close } = await openPage(browser, 'about:blank');
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${system.baseUrl}/docs`);
  await page.getByRole('button', { name: /GET .*waitlists/ }).waitFor();
  await page.getByRole('button', { name: /GET .*availability/ }).waitFor();
  expect(await page.getByRole('button', { name: /frames|health/ }).count()).toBe(0);
  await takeScreenshot(page, 'api-reference');
  expect([...hosts].filter((origin) => origin !== 'null')).toEqual([system.baseUrl]);
  expect(problems).toEqual([]);
  await close();
});

test('the page can send a read', async () => {
  const store = await createStoreWithWaitlist(system);
  const { page, problems, close } = await openPage(browser, `${system.baseUrl}/docs`);
  const operation = page.locator('#operations-Public_API-getAvailability');
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByPlaceholder('api_key').fill(store.storeKey);
  await operation.getByPlaceholder('product_id').fill(store.product.externalId);
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table').getByText(store.waitlistId).first().waitFor();
  expect(problems).toEqual([]);
  await close();
});
