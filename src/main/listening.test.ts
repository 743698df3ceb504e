import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { SetupError } from '../platform/setup-error.ts';
import { listenError, listenOn } from './listening.ts';

test.each([
  ['EADDRNOTAVAIL', 'PORT', /^This machine has no address fe80::1\. Set HOST to one/],
  ['EADDRNOTAVAIL', 'ADMIN_PORT', /^This machine has no address fe80::1\. Set ADMIN_HOST to one/],
  ['ENOTFOUND', 'ADMIN_PORT', /^ADMIN_HOST is fe80::1, which is not the name/],
  ['EINVAL', 'PORT', /^HOST is fe80::1, which is valid on one network alone/],
  ['EAFNOSUPPORT', 'PORT', /^The service cannot listen on fe80::1, port 4000 \(EAFNOSUPPORT\)\. Set HOST to one/],
])('%s of %s has a sentence', (code, variable, sentence) => {
  const error = Object.assign(new Error('listen'), { code });
  const found = listenError(error, { host: 'fe80::1', port: 4000, variable });
  expect(found).toBeInstanceOf(SetupError);
  expect((found as SetupError).message).toMatch(sentence);
});

test('an address of one network without that network has a sentence', async () => {
  const address = { host: 'fe80::1', port: 4000, variable: 'PORT' };
  await expect(listenOn(createServer(), address)).rejects.toThrow(SetupError);
});
