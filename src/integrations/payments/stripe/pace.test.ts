import { afterEach, describe, expect, test, vi } from 'vitest';
import { ownTurns } from '../../../platform/call-turns.ts';
import { ProviderBusy } from '../port.ts';
import { createPace, type PaceOptions } from './pace.ts';

const neverATurn = () => new Promise<number>(() => {});

function paceOf(perSecond: number | null, takeTurns?: PaceOptions['takeTurns']) {
  const turns = ownTurns();
  return createPace({
    perSecond: () => perSecond,
    takeTurns: takeTurns ?? ((count, rate) => turns('it', count, rate)),
  });
}

const many = <T>(count: number, work: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => work(at));

afterEach(() => {
  vi.useRealTimers();
});

describe('the pace', () => {
  test('keeps to the rate, with a burst of at most a tenth of a second', async () => {
    const pace = paceOf(200);
    const began = performance.now();
    await Promise.all(many(80, () => pace.turn({ soon: false })));
    expect(performance.now() - began).toBeGreaterThan((80 / 200 - 0.1) * 1_000 - 10);
  });

  test('takes no turns without a limit', async () => {
    await Promise.all(many(1_000, () => paceOf(null, neverATurn).turn({ soon: true })));
  });

  test('prefers calls that a person waits for, and leaves every fourth turn to the others', async () => {
    const pace = paceOf(1_000);
    const order: string[] = [];
    const go = (soon: boolean) => pace.turn({ soon }).then(() => order.push(soon ? 'soon' : 'later'));
    await Promise.all([...many(20, () => go(false)), ...many(20, () => go(true))]);
    const first = order.slice(0, 20);
    expect(first.filter((one) => one === 'later').length).toBeGreaterThanOrEqual(5);
    expect(first.filter((one) => one === 'soon').length).toBeGreaterThanOrEqual(13);
  });

  test.each([
    [true, 6],
    [false, 20],
  ])('rejects at once a call that could not be made in time (soon: %s)', async (soon, most) => {
    const pace = paceOf(2, neverATurn);
    const wait = () => {
      pace.turn({ soon }).catch(() => {});
    };
    for (let count = 0; count < most; count += 1) wait();
    const refused = await pace.turn({ soon }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProviderBusy);
    expect(refused).toMatchObject({ kind: 'unreachable', retryAfterSeconds: most / 2 });
  });

  test.each([
    [true, 3_000],
    [false, 10_000],
  ])('rejects a call that has waited too long (soon: %s)', async (soon, most) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = paceOf(50, neverATurn)
      .turn({ soon })
      .then(
        () => 'through',
        (error: unknown) => error,
      );
    await vi.advanceTimersByTimeAsync(most - 1);
    expect(await Promise.race([refused, Promise.resolve('waits')])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await refused).toBeInstanceOf(ProviderBusy);
  });

  test('rejects all waiting calls when turns cannot be taken, and goes on when they can', async () => {
    let broken = true;
    const pace = paceOf(100, async () => {
      if (broken) throw new Error('the database is away');
      return 0;
    });
    const results = await Promise.allSettled(many(3, () => pace.turn({ soon: false })));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    broken = false;
    await pace.turn({ soon: true });
  });
});
