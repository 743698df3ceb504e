import { expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { watchedBy } from '../../platform/watch-call.ts';
import { callLog } from './call-log.ts';
import { nothingToPay } from './nothing.ts';
import { watchPayments } from './watched.ts';

/** A log of this level, and its lines. */
function keptLog(level: string) {
  let text = '';
  const log = createLog(level, {
    write(line: string) {
      text += line;
    },
  });
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line): Record<string, unknown> => JSON.parse(line));
  return { log, lines };
}

const attempt = { storeId: 's', attemptId: 'a-1', currency: 'EUR', amount: 0 };

test('at the debug level each call has a line with its result, also a call that is refused', async () => {
  const { log, lines } = keptLog('debug');
  const provider = watchPayments(nothingToPay, watchedBy(callLog(log)));
  const { ref } = await provider.create({ ...attempt, intent: 'pay' });
  await provider.confirm(ref, 'tok_of_a_card');
  await expect(provider.refund(ref, { amount: 5, currency: 'EUR' }, 'm-1')).rejects.toThrow('nothing to pay');
  await provider.forget({ ref: 'pm_of_a_card', customerRef: 'cus_of_a_person' });
  expect(await provider.hasDone(ref, 'm-1')).toBe(false);
  const common = {
    level: 20,
    msg: 'provider call',
    provider: 'free',
    ms: expect.any(Number),
    time: expect.any(String),
  };
  expect(lines()).toEqual([
    { ...common, call: 'create', attemptId: 'a-1', idempotent: 'attempt', amount: 0, currency: 'EUR', result: 'saved' },
    { ...common, call: 'confirm', ref, idempotent: 'token', result: 'saved' },
    {
      ...common,
      call: 'refund',
      ref,
      amount: 5,
      currency: 'EUR',
      movementId: 'm-1',
      idempotent: 'movement',
      result: 'refused',
    },
    { ...common, call: 'forget', idempotent: 'card', result: 'done' },
    { ...common, call: 'hasDone', ref, movementId: 'm-1', result: false },
  ]);
});

test('at the other levels there is nothing to write', () => {
  expect(callLog(keptLog('info').log)).toEqual([]);
});
