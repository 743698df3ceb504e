import { expect, test } from 'vitest';
import { isDatabaseAway, isDatabaseGone, isOutOfDescriptors } from './database-away.ts';
import { pingDatabase } from './db.ts';

test.each([
  [{ code: '57P01', message: 'terminating connection due to administrator command' }],
  [{ code: '53100', message: 'could not extend file: No space left on device' }],
  [{ code: '25006', message: 'cannot execute INSERT in a read-only transaction' }],
  [{ code: 'ERR_STREAM_DESTROYED', message: 'Cannot call write after a stream was destroyed' }],
  [new Error('Connection terminated unexpectedly')],
  [new Error('timeout expired')], // of one connection; the pool has words of its own
  [new Error('Client was closed and is not queryable')],
  [{ code: 'EHOSTUNREACH', syscall: 'connect' }],
  [{ code: 'ENETUNREACH', syscall: 'connect' }],
  [{ code: 'ENETDOWN', syscall: 'connect' }],
  [{ code: 'EHOSTDOWN', syscall: 'connect' }],
  [{ code: 'ENOENT', syscall: 'connect', address: '/run/postgresql/.s.PGSQL.5432' }],
  [{ code: 'EMFILE', syscall: 'connect' }],
  [{ code: 'EMFILE', syscall: 'getaddrinfo' }],
  [Object.assign(new AggregateError([{ code: 'EMFILE', syscall: 'connect' }]), { code: 'EMFILE' })], // of a name with two addresses
  [new Error('flush failed', { cause: new Error('Connection terminated unexpectedly') })],
])('%o is a database that is away', (error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  [null],
  ['away'],
  [new Error('unit row of a replaced hold is not locked')],
  [new Error('failed', { cause: { code: '23505' } })],
  [{ code: 'ENOENT', syscall: 'open', path: '/etc/ssl/authority.pem' }],
  [{ code: 'EMFILE', syscall: 'open', path: '/var/lib/waitlist/secrets' }],
])('%o is a fault of ours', (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

test('a server that accepts and never answers is away, as one that does not accept', async () => {
  const silent = { query: () => new Promise<never>(() => {}) };
  const failure = await pingDatabase(silent, 5).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'ETIMEDOUT' });
  expect(isDatabaseGone(failure)).toBe(true);
});

test('a connection for which no descriptor is left is known, also where it is the cause', () => {
  const refused = { code: 'EMFILE', syscall: 'connect' };
  expect(isOutOfDescriptors(new Error('a round failed', { cause: refused }))).toBe(true);
  expect(isOutOfDescriptors({ code: 'ECONNREFUSED', syscall: 'connect' })).toBe(false);
});
