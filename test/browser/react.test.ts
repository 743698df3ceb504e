import { beforeAll, describe, expect, test } from 'vitest';
import { bundleForPage, type ReactVersion, runOnServer } from '../support/packages.ts';
import { frameOf, openStorePage, type PlacementPage, useStage } from '../support/placement-page.ts';

const stage = useStage();

/** An application in the page: `set` changes its props, like a store's state. */
const APP = `
  import * as React from 'react';
  import { StrictMode, useState } from 'react';
  import { createRoot, hydrateRoot } from 'react-dom/client';
  import {
    PreorderButton, PreorderPrice, PreorderProvider, PreorderStatus, useAvailability, usePreorderEvent, useService,
  } from 'waitlist-preorder-react';

  const calls = globalThis.calls = [];
  /** A callback that records its calls under a name. */
  const tell = (who) => (payload) => calls.push([who, payload]);

  const Left = ({ productId }) => {
    const { availability, isLoading, error, refresh } = useAvailability({ productId });
    globalThis.refresh = refresh;
    return <output>{isLoading ? 'loading' : error ? error.code : availability ? availability.available_stock : 'none'}</output>;
  };
  const Everything = () => {
    usePreorderEvent('PlacementLoaded', tell('page'));
    globalThis.service = useService();
    return null;
  };
  export const App = ({ baseUrl, apiKey, start }) => {
    const [state, setState] = useState(start);
    globalThis.set = (changes) => setState((before) => ({ ...before, ...changes }));
    return <PreorderProvider baseUrl={baseUrl} apiKey={apiKey} timeoutMs={state.timeoutMs} onError={(error) => calls.push(['error', error.code])}>
      {state.buttons?.map(({ name, ...props }) => <PreorderButton key={name} {...props}
        onPlacementLoaded={tell(name + ' loaded')} onButtonClicked={tell(name + ' clicked')}
        onPreorderCheckoutStep={tell(name + ' step')} />)}
      {state.activity && <React.Activity mode={state.activity}>
        <PreorderButton {...state.inActivity} onPlacementLoaded={tell('activity loaded')} /></React.Activity>}
      {state.price && <PreorderPrice {...state.price} onPlacementLoaded={tell('price loaded')} />}
      {state.status && <PreorderStatus {...state.status} onPreorderCancelled={tell('cancelled')}
        onArrangeReturnClicked={state.arranges ? tell('arrange') : undefined} />}
      {'left' in state && <Left productId={state.left} />}
      {state.listen && <Everything />}
    </PreorderProvider>;
  };
  globalThis.start = (props) => {
    const options = { onRecoverableError: (error) => calls.push(['recovered', String(error)]) };
    const app = <StrictMode><App {...props} /></StrictMode>;
    const root = document.querySelector('#root');
    const mounted = root.firstChild ? hydrateRoot(root, app, options) : createRoot(root, options);
    if (!root.firstChild) mounted.render(app);
    globalThis.end = () => mounted.unmount();
  };
`;

/** Counts the present listeners of SDK events. */
const LISTENERS = `
  const heard = [];
  const listeners = new Set();
  const { addEventListener: add, removeEventListener: remove } = window;
  window.addEventListener = (type, listener, ...others) => {
    if (type.startsWith('Service:')) listeners.add(listener);
    return add.call(window, type, listener, ...others);
  };
  window.removeEventListener = (type, listener, ...others) => {
    listeners.delete(listener);
    return remove.call(window, type, listener, ...others);
  };
`;

type State = Record<string, unknown>;

const propsOf = (start: State) =>
  JSON.stringify({ baseUrl: stage.system.baseUrl, apiKey: stage.store.storeKey, start });

const pageOf = (script: string, start: State, markup = '') => `<!doctype html><html lang="en"><head><title>Store</title>
<script>${LISTENERS}</script></head><body><div id="root">${markup}</div>
<script>${script}</script><script>start(${propsOf(start)})</script></body></html>`;

const product = () => ({ productId: stage.store.product.externalId });
const variant = (index: number) => stage.store.product.variants[index]?.externalId;

type Call = [who: string, payload: Record<string, unknown>];
const callsOf = ({ page }: PlacementPage) => page.evaluate('calls') as Promise<Call[]>;
async function waitFor(opened: PlacementPage, who: string, count = 1): Promise<Call[1][]> {
  await opened.page.waitForFunction(
    `calls.filter(([who]) => who === ${JSON.stringify(who)}).length >= ${count}`,
    undefined,
    { timeout: 10_000 },
  );
  return (await callsOf(opened)).filter(([name]) => name === who).map(([, payload]) => payload);
}
const set = ({ page }: PlacementPage, changes: State) => page.evaluate(`set(${JSON.stringify(changes)})`);
const framesOf = ({ page }: PlacementPage) => page.locator('iframe').count();

describe.each([18, 19] as ReactVersion[])('React %i', (react) => {
  let script: string;
  beforeAll(async () => {
    script = await bundleForPage(APP, react);
  });
  const open = (start: State) => openStorePage(stage, pageOf(script, start));

  test('shows button and price once each, also in Strict Mode', async () => {
    const opened = await open({ buttons: [{ name: 'main', ...product(), skuId: variant(0) }], price: product() });
    const [loaded] = await waitFor(opened, 'main loaded');
    await waitFor(opened, 'price loaded');
    expect(loaded).toMatchObject({ placementType: 'button', sku: 'AUR-0', skuId: variant(0), disabled: false });
    expect(await (await frameOf(opened.page, 'price')).textContent('body')).toContain('129');
    expect(await framesOf(opened)).toBe(2);
    // Each was requested once: a script, two documents.
    expect(opened.requests).toHaveLength(3);
    expect(opened.problems).toEqual([]);
    expect(await callsOf(opened)).toHaveLength(2);
    await opened.close();
  });

  test('passes only changed props to the SDK', async () => {
    const main = { name: 'main', ...product(), skuId: variant(0), style: { backgroundColor: '#123456' } };
    const opened = await open({ buttons: [main] });
    await waitFor(opened, 'main loaded');
    await set(opened, { buttons: [{ ...main, style: { ...main.style } }] });
    await set(opened, { buttons: [{ ...main, skuId: variant(1) }] });
    expect((await waitFor(opened, 'main loaded', 2))[1]).toMatchObject({ sku: 'AUR-1', disabled: false });
    await set(opened, { buttons: [{ ...main, skuId: undefined }] });
    expect((await waitFor(opened, 'main loaded', 3))[2]).toMatchObject({ sku: '', disabled: true });
    expect(await callsOf(opened)).toHaveLength(3);
    expect(opened.requests).toHaveLength(2);
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  test('keeps instances apart, and assigns a checkout to its instance', async () => {
    const buttons = ['one', 'two'].map((name, index) => ({ name, ...product(), skuId: variant(index) }));
    const opened = await open({ buttons });
    const [[one], [two]] = [await waitFor(opened, 'one loaded'), await waitFor(opened, 'two loaded')];
    expect([one?.sku, two?.sku]).toEqual(['AUR-0', 'AUR-1']);
    expect(one?.instanceId).not.toBe(two?.instanceId);
    const second = opened.page.locator('[data-service-placement-type=button]').nth(1);
    await second.locator('iframe').contentFrame().getByRole('button', { name: 'Pre-order' }).click();
    expect(await waitFor(opened, 'two clicked')).toMatchObject([{ instanceId: two?.instanceId, sku: 'AUR-1' }]);
    expect(await waitFor(opened, 'two step')).toEqual([{ stepName: 'Shipping', stepNumber: 0 }]);
    const names = (await callsOf(opened)).map(([who]) => who);
    expect(names).not.toContain('one clicked');
    expect(names).not.toContain('one step');
    await opened.close();
  });

  test('leaves no listener or frame behind', async () => {
    const main = { name: 'main', ...product(), skuId: variant(0) };
    const opened = await open({ buttons: [main], price: product(), left: product().productId });
    await waitFor(opened, 'main loaded');
    await waitFor(opened, 'price loaded');
    await set(opened, { buttons: [] });
    await expect.poll(() => framesOf(opened)).toBe(1);
    await set(opened, { buttons: [main] });
    await waitFor(opened, 'main loaded', 2);
    expect(await framesOf(opened)).toBe(2);
    await opened.page.evaluate('end()');
    expect(await framesOf(opened)).toBe(0);
    expect(await opened.page.evaluate('listeners.size')).toBe(0);
    const before = (await callsOf(opened)).length;
    await opened.page.evaluate(`dispatchEvent(new CustomEvent('Service:PlacementLoaded', { detail: calls[0][1] }))`);
    expect(await callsOf(opened)).toHaveLength(before);
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  test('does not leak in a hundred mounts and unmounts', async () => {
    const main = { name: 'main', ...product(), skuId: variant(0) };
    const opened = await open({ buttons: [main] });
    await waitFor(opened, 'main loaded');
    const before = await opened.page.evaluate('listeners.size');
    for (let round = 0; round < 100; round += 1) {
      await set(opened, { buttons: [] });
      await set(opened, { buttons: [main] });
    }
    await opened.page.waitForFunction(`document.querySelector('[data-service-state=ready]')`);
    await expect.poll(() => opened.page.evaluate('listeners.size')).toBe(before);
    await expect.poll(() => framesOf(opened)).toBe(1);
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  // Older versions have no hidden trees.
  if (react === 19)
    test('stays unchanged in a hidden tree', async () => {
      const opened = await open({ activity: 'visible', inActivity: { ...product(), skuId: variant(0) } });
      await waitFor(opened, 'activity loaded');
      const frame = await (await frameOf(opened.page, 'button')).frameElement();
      await set(opened, { activity: 'hidden' });
      // React ends the effects of a hidden tree when the page is idle, not in the commit that hides it.
      await opened.page.waitForFunction('listeners.size === 0');
      await set(opened, { activity: 'visible', inActivity: { ...product(), skuId: variant(1) } });
      expect((await waitFor(opened, 'activity loaded', 2))[1]).toMatchObject({ sku: 'AUR-1' });
      expect(await frame.evaluate((element) => element.isConnected)).toBe(true);
      expect(opened.requests).toHaveLength(2);
      await opened.close();
    });

  test('waits for a product, and unmounts without one', async () => {
    const opened = await open({ buttons: [{ name: 'main' }], price: { productId: null } });
    await opened.page.waitForFunction(`'Service' in window`);
    expect(await framesOf(opened)).toBe(0);
    await set(opened, { buttons: [{ name: 'main', ...product() }] });
    await waitFor(opened, 'main loaded');
    await set(opened, { buttons: [{ name: 'main', productId: '' }] });
    await expect.poll(() => framesOf(opened)).toBe(0);
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  test('is rendered on a server and hydrated without a warning', async () => {
    const start = { buttons: [{ name: 'main', ...product() }], price: product(), left: product().productId };
    const server = `${APP}\nimport { renderToString } from 'react-dom/server';
      export const markup = renderToString(<App {...${propsOf(start)}} />);`;
    const { markup } = await runOnServer(server, react);
    expect(markup).toContain('<div data-service-placement-type="button"></div>');
    expect(markup).toContain('loading');
    const opened = await openStorePage(stage, pageOf(script, start, String(markup)));
    await waitFor(opened, 'main loaded');
    await waitFor(opened, 'price loaded');
    expect((await callsOf(opened)).map(([who]) => who)).not.toContain('recovered');
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  test('reads the stock of the present product only', async () => {
    const opened = await open({ left: null });
    const output = opened.page.locator('output');
    expect(await output.textContent()).toBe('none');
    await set(opened, { left: product().productId });
    await output.filter({ hasText: '20' }).waitFor();
    await opened.page.route('**/api/v1/availability*', (route) => route.abort());
    await opened.page.evaluate('refresh()');
    await output.filter({ hasText: 'network_error' }).waitFor();
    await opened.page.unroute('**/api/v1/availability*');
    await opened.page.evaluate('refresh()');
    await output.filter({ hasText: '20' }).waitFor();
    await set(opened, { left: '404404' });
    await output.filter({ hasText: 'product_not_found' }).waitFor();
    await opened.close();
  });

  test('shows the status page once, and reloads it for another token', async () => {
    const opened = await open({ status: { mode: 'guest' } });
    const status = () => frameOf(opened.page, 'status');
    await (await status()).waitForSelector('input');
    const asked = opened.requests.length;
    await set(opened, { status: { mode: 'guest' }, arranges: true });
    expect(await framesOf(opened)).toBe(1);
    expect(opened.requests).toHaveLength(asked);
    await opened.page.evaluate(`dispatchEvent(new CustomEvent('Service:ArrangeReturnClicked', { detail: {} }))`);
    await waitFor(opened, 'arrange');
    await set(opened, { status: { mode: 'logged_in', token: '' } });
    expect(opened.requests).toHaveLength(asked);
    await set(opened, { status: { mode: 'logged_in', token: 'not.a.token' } });
    await opened.page.waitForFunction(`document.querySelectorAll('iframe').length === 1`);
    await (await status()).waitForFunction(`!document.querySelector('input') && document.body.innerText.trim() !== ''`);
    await set(opened, { status: null });
    await expect.poll(() => framesOf(opened)).toBe(0);
    await opened.close();
  });

  test('reports misuse without breaking the page', async () => {
    const opened = await open({ buttons: [{ name: 'main', ...product() }] });
    await waitFor(opened, 'main loaded');
    await set(opened, { buttons: [{ name: 'main', ...product(), lineItemProperties: { __ours: 'x' } }] });
    expect(await waitFor(opened, 'error')).toEqual(['invalid_parameter']);
    expect(await framesOf(opened)).toBe(1);
    await set(opened, { buttons: [{ name: 'main', ...product() }], listen: true });
    await opened.page.waitForFunction('service === window.Service');
    await opened.close();
  });

  test('leaves the page unchanged without the service', async () => {
    const opened = await openStorePage(stage, '<!doctype html><title>Store</title>');
    await opened.page.route('**/service.js', (route) => route.abort());
    const path = `/down-${react}`;
    stage.site.pages[path] = pageOf(script, { buttons: [{ name: 'main', ...product() }], left: '1001' });
    await opened.page.goto(stage.site.url + path);
    expect(await waitFor(opened, 'error')).toEqual(['network_error']);
    expect(await opened.page.locator('output').textContent()).toBe('network_error');
    expect(await framesOf(opened)).toBe(0);
    await opened.close();
  });
});
