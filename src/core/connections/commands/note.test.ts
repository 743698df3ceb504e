import { PassThrough } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { CommerceError, type CommerceErrorKind } from '../../../integrations/commerce/port.ts';
import { logFailure } from './note.ts';

test.each<[CommerceErrorKind, string]>([
  ['unauthorised', 'error'],
  ['unreachable', 'warn'],
  ['throttled', 'warn'],
])('a platform that is %s is logged as %s', (kind, level) => {
  const stream = new PassThrough();
  const log = pino({ formatters: { level: (label) => ({ level: label }) } }, stream);
  logFailure({ log }, { storeId: 'a store' }, new CommerceError(kind, 'It says no.'));
  expect(JSON.parse(String(stream.read()))).toMatchObject({ level, storeId: 'a store' });
});
