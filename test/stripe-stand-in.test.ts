import { expect, test } from 'vitest';
import { stripeDigits } from '../packages/stripe-stand-in/src/currencies.ts';
import { html, trustedHtml } from '../packages/stripe-stand-in/src/html.ts';
import { repeat } from '../packages/stripe-stand-in/src/loop.ts';
import { isLoopbackAddress, isLoopbackHost } from '../packages/stripe-stand-in/src/loopback.ts';

// Small parts of the stand-in for Stripe, which imports nothing of the service.

test('its loop goes on after a failed round, and reports the failure', async () => {
  const errors: unknown[] = [];
  let rounds = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const loop = repeat(1, {
    async run() {
      rounds += 1;
      if (rounds === 3) resolve();
      throw new Error(`round ${rounds}`);
    },
    onError: (error) => errors.push(error),
  });
  await promise;
  await loop.stop();
  expect(errors.slice(0, 2)).toEqual([new Error('round 1'), new Error('round 2')]);
});

test('its loop can be woken from a pause and during a round', async () => {
  let rounds = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const loop = repeat(3_600_000, {
    async run() {
      rounds += 1;
      await new Promise(setImmediate);
      if (rounds === 2) loop.wake();
      if (rounds === 3) resolve();
    },
    onError: () => {},
  });
  while (rounds < 1) await new Promise(setImmediate);
  await new Promise((done) => setTimeout(done, 5));
  loop.wake();
  await promise;
  await loop.stop();
  expect(rounds).toBe(3);
});

test('its loop stops after the running round', async () => {
  let rounds = 0;
  const round = Promise.withResolvers<void>();
  const loop = repeat(0, {
    async run() {
      rounds += 1;
      await round.promise;
    },
    onError: () => {},
  });
  let stopped = false;
  const stopping = loop.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  round.resolve();
  await stopping;
  expect(rounds).toBe(1);
});

test('its pages escape values, in text and in quoted attributes', () => {
  const hostile = `"><img src=x onerror='alert(1)'>&amp;`;
  const { markup } = html`<a title="${hostile}">${[html`<b>${hostile}</b>`]}${null}</a>`;
  expect(markup.replaceAll(/<\/?[ab]>|<a title="[^"<>']*">/g, '')).not.toMatch(/["'<>]|&(?!#\d+;)/);
  expect(html`<style>${trustedHtml('a > b {}')}</style>`.markup).toBe('<style>a > b {}</style>');
});

test('it knows the names of loopback', () => {
  expect(['127.0.0.1:4003', 'localhost', '[::1]:80', 'LOCALHOST:1'].map(isLoopbackHost)).not.toContain(false);
  expect(['rebound.example', '127.0.0.1.example', '', 'localhost.example:4003'].map(isLoopbackHost)).not.toContain(
    true,
  );
  expect(['127.0.0.1', '::1', '0.0.0.0', '::'].map(isLoopbackAddress)).toEqual([true, true, false, false]);
});

test('it knows the decimals of Stripe’s amounts', () => {
  expect(['eur', 'jpy', 'kwd', 'isk'].map(stripeDigits)).toEqual([2, 0, 3, 2]);
});
