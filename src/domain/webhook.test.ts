import { describe, expect, test } from 'vitest';
import { AppError } from './error.ts';
import {
  checkEndpointDescription,
  checkEndpointUrl,
  RETRY_DELAYS_MS,
  retryAfterMs,
  retryDelayMs,
  verdictOf,
} from './webhook.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

test('tries go on for three days and then end', () => {
  const total = RETRY_DELAYS_MS.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBeGreaterThanOrEqual(3 * DAY_MS);
  expect(total * 1.1).toBeLessThan(4 * DAY_MS);
  expect(retryDelayMs(RETRY_DELAYS_MS.length, 0)).toBe(DAY_MS);
  expect(retryDelayMs(RETRY_DELAYS_MS.length + 1, 0)).toBeNull();
});

test('a wait is never shorter than planned, and at most a tenth longer', () => {
  for (const [index, planned] of RETRY_DELAYS_MS.entries()) {
    expect(retryDelayMs(index + 1, 0)).toBe(planned);
    expect(retryDelayMs(index + 1, 0.5)).toBe(planned * 1.05);
    expect(retryDelayMs(index + 1, 0.999_999)).toBeLessThanOrEqual(planned * 1.1);
  }
});

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [301, 'failed'],
  [307, 'failed'],
  [400, 'failed'],
  [404, 'failed'],
  [410, 'gone'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
])('%i is %s', (status, verdict) => expect(verdictOf(status)).toBe(verdict));

const NOW = new Date('2026-06-01T12:00:00Z');
test.each([
  [undefined, 0],
  ['', 0],
  ['soon', 0],
  ['-5', 0],
  ['0', 0],
  ['30', 30_000],
  ['Mon, 01 Jun 2026 12:01:00 GMT', 60_000],
  ['Mon, 01 Jun 2020 12:01:00 GMT', 0],
  ['999999999', 3_600_000],
  ['99999999999999999999', 0],
])('Retry-After %s asks for %i ms', (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms));

describe('the address of an endpoint', () => {
  const refused = (text: string, plainHttp = false) => {
    try {
      return checkEndpointUrl(text, { plainHttp });
    } catch (error) {
      return error instanceof AppError ? `${error.code} ${error.info.param}` : 'a fault';
    }
  };

  test.each(['https://shop.example/hooks', 'https://shop.example:8443/hooks?key=1', 'https://[2606:4700::1111]/'])(
    '%s is taken as it is',
    (url) => expect(checkEndpointUrl(url, { plainHttp: false })).toBe(url),
  );
  test.each([
    '',
    'shop.example/hooks',
    'http://shop.example/hooks',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:password@shop.example/',
    'https://user@shop.example/',
    'https://shop.example/#part',
    'https://shop.example/#',
    `https://shop.example/${'a'.repeat(2_000)}`,
    'https://',
    'https://exa mple.com/',
  ])('%s is refused', (url) => expect(refused(url)).toBe('invalid_parameter url'));

  test('plain http is taken only where the operator allows private targets', () => {
    expect(refused('http://127.0.0.1:9000/hooks', true)).toBe('http://127.0.0.1:9000/hooks');
    expect(refused('ftp://127.0.0.1/', true)).toBe('invalid_parameter url');
  });

  test('has a description of limited length', () => {
    expect(checkEndpointDescription('ERP')).toBe('ERP');
    expect(() => checkEndpointDescription('a'.repeat(201))).toThrow(AppError);
  });
});
