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
