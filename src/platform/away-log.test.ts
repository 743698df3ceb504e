import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a database that does not answer is said once, and how many lines that spared when it answers again', async () => {
  const said: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      said.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  const log = createLog('info', destination);
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const slow = Object.assign(new Error('canceling statement'), { code: '57014' });
  for (let count = 0; count < 3; count += 1) log.error({ err: gone }, 'a round failed');
  log.error({ err: slow }, 'a statement took too long');
  vi.advanceTimersByTime(10_000);
  log.error({ err: gone }, 'a round failed');
  expect(said).toEqual([
    'a round failed',
    'the database does not answer; further lines about it are only counted until it does',
    'a statement took too long',
    'the database answers again',
    'a round failed',
    'the database does not answer; further lines about it are only counted until it does',
  ]);
});

test('transactions that were left idle are one warning, and no error', async () => {
  const said: [number, string][] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      const { level, msg } = JSON.parse(String(chunk));
      said.push([level, msg]);
      done();
    },
  });
  const log = createLog('info', destination);
  const idle = Object.assign(new Error('The transaction waited for too long.'), { code: '25P03' });
  for (let count = 0; count < 3; count += 1) log.error({ err: idle }, 'a round failed');
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([
    [
      40,
      'the database ended a transaction that this process left idle for too long; further lines about it are only counted until that ends',
    ],
    [40, 'no more transactions were ended'],
  ]);
});

test('connections for which no descriptor is left are one line, which does not blame the database', async () => {
  const said: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      said.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  const log = createLog('info', destination);
  const out = Object.assign(new Error('connect EMFILE 127.0.0.1:5432'), { code: 'EMFILE', syscall: 'connect' });
  for (let count = 0; count < 3; count += 1) log.error({ err: out }, 'request failed');
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([
    'request failed',
    'no file descriptor is left for a connection to the database; further lines about it are only counted until that ends',
    'there are file descriptors for connections to the database again',
  ]);
});
