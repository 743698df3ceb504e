import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

test.each([
  [{ code: '57P01', message: 'terminating connection due to administrator command' }],
  [{ code: '53100', message: 'could not extend file: No space left on device' }],
  [{ code: '25006', message: 'cannot execute INSERT in a read-only transaction' }],
  [{ code: 'ERR_STREAM_DESTROYED', message: 'Cannot call write after a stream was destroyed' }],
  [new Error('Connection terminated unexpectedly')],
  [new Error('timeout expired')], // of one connection; the pool has words of its own
  [new Error('Client was closed and is not queryable')],
  [new Error('flush failed', { cause: new Error('Connection terminated unexpectedly') })],
])('%o is a database that is away', (error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  [null],
  ['away'],
  [new Error('unit row of a replaced hold is not locked')],
  [new Error('failed', { cause: { code: '23505' } })],
])('%o is a fault of ours', (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
