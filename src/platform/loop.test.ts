import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { repeat } from './loop.ts';

const log = createLog('silent');

test('the loop goes on after a failed round', async () => {
  let rounds = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const loop = repeat(
    1,
    async () => {
      rounds += 1;
      if (rounds === 3) resolve();
      throw new Error('this round fails');
    },
    log,
  );
  await promise;
  await loop.stop();
  expect(rounds).toBeGreaterThanOrEqual(3);
});

test('stop waits for the running round, and no further round begins', async () => {
  let rounds = 0;
  const round = Promise.withResolvers<void>();
  const loop = repeat(
    0,
    async () => {
      rounds += 1;
      await round.promise;
    },
    log,
  );
  let stopped = false;
  const stopping = loop.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  round.resolve();
  await stopping;
  await new Promise(setImmediate);
  expect(rounds).toBe(1);
});
