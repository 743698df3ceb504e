import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { createClientAddresses } from './client-address.ts';

afterEach(() => void vi.useRealTimers());

/** Returns what finds addresses, what asks from a peer, and the proxies that it told of. */
function watch(trustProxy: readonly string[]) {
  const told: string[] = [];
  const addresses = createClientAddresses({
    trustProxy,
    onUntrustedForward: () => {},
    onUntrustedProxy: (address) => void told.push(address),
  });
  const ask = (peer: string, forwarded: string) =>
    addresses.of({
      socket: { remoteAddress: peer },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage);
  const askForMany = (peer: string, before: (shopper: string) => string) =>
    Array.from({ length: 5 }, (_, index) => ask(peer, before(`198.51.100.${index}`)));
  return { told, ask, askForMany };
}

test('a proxy before which TRUST_PROXY names nothing is told once', () => {
  const { told, askForMany } = watch([]);
  expect(new Set(askForMany('10.0.0.7', (shopper) => shopper))).toEqual(new Set(['10.0.0.7']));
  askForMany('10.0.0.7', (shopper) => shopper);
  expect(told).toEqual(['10.0.0.7']);
});

test('a client that forges one name is no proxy', () => {
  const { told, ask } = watch([]);
  for (let times = 0; times < 5; times += 1) ask('192.0.2.1', '198.51.100.1');
  expect(told).toEqual([]);
});

test('addresses of one /64 that forge names are one, and keep no real proxy from being told', () => {
  const { told, askForMany } = watch(['10.0.0.1']);
  for (let host = 1; host <= 40; host += 1) askForMany('10.0.0.1', (shopper) => `${shopper}, 2001:db8:1:2::${host}`);
  askForMany('10.0.0.1', (shopper) => `${shopper}, 203.0.113.9`);
  expect(told).toEqual(['2001:db8:1:2::1', '203.0.113.9']);
});

test('strangers that forge from many networks keep it for an hour at most', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { told, askForMany } = watch(['10.0.0.1']);
  for (let network = 1; network <= 40; network += 1)
    askForMany('10.0.0.1', (shopper) => `${shopper}, 192.0.2.${network}`);
  expect(told).toHaveLength(20);
  askForMany('10.0.0.1', (shopper) => `${shopper}, 203.0.113.9`);
  vi.advanceTimersByTime(3_600_000);
  // Each shopper of the proxy comes with an address that was not seen before.
  askForMany('10.0.0.1', (shopper) => `${shopper.replace('100', '101')}, 203.0.113.9`);
  expect(told.at(-1)).toBe('203.0.113.9');
});
