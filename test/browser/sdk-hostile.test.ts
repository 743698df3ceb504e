import { describe, expect, test } from 'vitest';
import { BUTTON, openStorePage, PRICE, productPage, useStage } from '../support/placement-page.ts';

const stage = useStage();

const LOAD = `Service.load({ placementType: 'button', productId, skuId: variants[0] });`;

// Arguments that no developer intends but pages pass in practice.
const NONSENSE = `
  const cyclic = {}; cyclic.self = cyclic;
  const broken = new Proxy({}, { get() { throw new Error('the page broke'); }, ownKeys() { throw new Error('the page broke'); } });
  const nonsense = [undefined, null, 5, NaN, Symbol('x'), broken, 'x'.repeat(1_000_000), cyclic, [], () => {}, true];
  const outcome = (call) => { try { call(); return 'taken'; } catch (error) { return error.code ?? error.message; } };`;

describe('nonsense', () => {
  test('as any argument of any method is accepted or refused with a code at once, and breaks nothing', async () => {
    const html = productPage(stage, BUTTON + PRICE, '');
    const { page, hears, problems, requests, close } = await openStorePage(stage, html);
    const outcomes = (await page.evaluate(`(() => { ${NONSENSE}
      const calls = nonsense.flatMap((value) => [
        () => Service.init(value), () => Service.init({ apiKey: value, locale: value, measures: value }),
        () => Service.load(value), () => Service.load({ placementType: value, productId }),
        () => Service.update(value), () => Service.update({ placementType: value }),
        () => Service.on(value, () => {}), () => Service.on('PlacementLoaded', value === nonsense[9] ? null : value),
        () => Service.off(value, () => {}), () => Service.off('PlacementLoaded', value),
        () => Service.loadPreorderStatusPage(value),
        () => Service.loadPreorderStatusPage({ mode: value, token: value }),
        () => Service.setCustomerData(value),
      ]);
      const results = calls.map(outcome);
      Service.setCustomerData(null);
      return results;
    })()`)) as string[];
    const codes = [
      'already_initialised',
      'container_not_found',
      'invalid_parameter',
      'missing_parameter',
      'not_loaded',
    ];
    expect(outcomes.filter((one) => one !== 'taken' && !codes.includes(one))).toEqual([]);
    expect(outcomes).toContain('invalid_parameter');
    // No partial effect: no frame exists, no document was requested.
    expect(await page.locator('iframe').count()).toBe(0);
    expect(requests.filter((address) => address.includes('/frames/'))).toEqual([]);
    await page.evaluate(LOAD);
    expect(await hears('PlacementLoaded')).toMatchObject([{ disabled: false }]);
    expect(problems).toEqual([]);
    await close();
  });

  test('within an option is refused with its code or used as text', async () => {
    const { page, problems, close } = await openStorePage(stage, productPage(stage, '', ''));
    const outcomes = (await page.evaluate(`(() => { ${NONSENSE}
      return nonsense.flatMap((value) => [
        { style: { color: value } }, { labelStyle: value },
        { lineItemProperties: { engraving: value } }, { lineItemProperties: [value] },
        { lineItemProperties: [{ name: 'engraving', value }] }, { lineItemProperties: value },
      ].map((options) => outcome(() => Service.load({ placementType: 'button', productId, ...options }))));
    })()`)) as string[];
    // An accepted option fails later, because its container is missing.
    expect(new Set(outcomes)).toEqual(new Set(['container_not_found', 'invalid_parameter']));
    expect(problems).toEqual([]);
    await close();
  });

  test('from an asynchronous method rejects', async () => {
    const { page, problems, close } = await openStorePage(stage, productPage(stage, '', ''));
    const codes = (await page.evaluate(`(async () => { ${NONSENSE}
      const codes = [];
      for (const value of [undefined, null, Symbol('x'), broken, cyclic, [], true])
        codes.push(await Service.fetchAvailability({ productId: value }).then(() => 'taken', ({ code }) => code));
      return codes;
    })()`)) as string[];
    expect(new Set(codes)).toEqual(new Set(['missing_parameter', 'invalid_parameter']));
    expect(problems).toEqual([]);
    await close();
  });

  test('as a name of an event is only a name', async () => {
    const { page, hears, close } = await openStorePage(stage, productPage(stage, BUTTON, ''));
    await page.evaluate(
      `for (const name of ['__proto__', 'constructor', 'toString', '']) { Service.on(name, () => {}); Service.off(name, () => {}); } ${LOAD}`,
    );
    await hears('PlacementLoaded');
    expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
    await close();
  });
});

test.each([
  ['in a template', `<template>${BUTTON}</template>`],
  ['in a shadow root', `<div><template shadowrootmode="open">${BUTTON}</template></div>`],
])('a container %s is not found', async (_, body) => {
  const { page, close } = await openStorePage(stage, productPage(stage, body, ''));
  await expect(page.evaluate(LOAD)).rejects.toThrow('container_not_found');
  await close();
});

describe('a page that', () => {
  const patches: [string, string][] = [
    [
      'freezes the prototypes',
      `for (const it of [Object, Array, Function, Promise, Map, String]) Object.freeze(it.prototype);`,
    ],
    [
      'wraps what the SDK uses',
      `for (const [on, name] of [[JSON, 'parse'], [JSON, 'stringify'], [window, 'fetch'], [EventTarget.prototype, 'addEventListener'], [EventTarget.prototype, 'removeEventListener'], [Array.prototype, 'map'], [MessagePort.prototype, 'postMessage']]) {
         const own = on[name];
         on[name] = function (...given) { return own.apply(this, given); };
       }
       window.MutationObserver = class extends MutationObserver {};
       window.IntersectionObserver = class extends IntersectionObserver {};`,
    ],
    [
      'adds to the prototypes',
      `Array.prototype.first = function () { return this[0]; }; Object.prototype.own = () => {};`,
    ],
  ];
  test.each(patches)('%s has its button', async (_, patch) => {
    const html = productPage(stage, BUTTON, LOAD).replace('<head>', `<head><script>${patch}</script>`);
    const { hears, problems, close } = await openStorePage(stage, html);
    expect(await hears('PlacementLoaded')).toMatchObject([{ sku: 'AUR-0', disabled: false }]);
    expect(problems).toEqual([]);
    await close();
  });

  test('is flooded with forged and replayed messages still answers, and ignores them all', async () => {
    const capture = `<script>addEventListener('message', ({ data }) => { window.hello ??= data; });</script>`;
    const html = productPage(stage, BUTTON + PRICE, LOAD).replace('<head>', `<head>${capture}`);
    const { page, hears, heard, problems, close } = await openStorePage(stage, html);
    await hears('PlacementLoaded');
    await page.evaluate(`new Promise((resolve) => {
      const forged = { ...hello, title: 'forged', view: { ...hello.view, height: 1, disabled: true } };
      for (let sent = 0; sent < 10_000; sent++) postMessage(forged, '*', sent % 10 ? [] : [new MessageChannel().port2]);
      addEventListener('message', ({ data }) => data === 'last' && resolve());
      postMessage('last', '*');
    })`);
    await page.evaluate(`Service.update({ placementType: 'button', skuId: variants[1] })`);
    expect(await hears('PlacementLoaded', 2)).toMatchObject([{}, { sku: 'AUR-1', disabled: false }]);
    expect(await page.locator('iframe').getAttribute('title')).toBe('Pre-order: Aurora Jacket');
    expect(await heard('PlacementFailed')).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  test('mounts and unmounts 200 times keeps none of our frames and listeners', async () => {
    const spy = `<script>window.kept = 0;
      for (const [name, by] of [['addEventListener', 1], ['removeEventListener', -1]]) {
        const own = window[name];
        window[name] = function (type, ...rest) { if (type === 'message') kept += by; return own.call(this ?? window, type, ...rest); };
      }</script>`;
    const html = productPage(stage, '<div id="app"></div>', '').replace('<head>', `<head>${spy}`);
    const { page, problems, close } = await openStorePage(stage, html);
    await page.evaluate(`(async () => {
      for (let times = 0; times < 200; times++) {
        app.innerHTML = ${JSON.stringify(BUTTON)};
        ${LOAD}
        app.replaceChildren();
        await undefined; // the SDK cleans up in a microtask
      }
    })()`);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.evaluate('kept')).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

test('has 12 placements requests one script and a document for each', async () => {
  const many = Array.from({ length: 12 }, (_, id) => BUTTON.replace('>', ` data-service-instance-id="${id}">`)).join(
    '',
  );
  const html = productPage(
    stage,
    many,
    `for (let id = 0; id < 12; id++) Service.load({ placementType: 'button', instanceId: String(id), productId, skuId: variants[0] });`,
  );
  const { hears, requests, problems, close } = await openStorePage(stage, html);
  await hears('PlacementLoaded', 12);
  expect(requests).toHaveLength(13);
  expect(problems).toEqual([]);
  await close();
});
