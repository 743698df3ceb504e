import { describe, expect, test } from 'vitest';
import { plantedFaultNames } from '../simulator/planted-faults.ts';
import { SEEDS, useSimulator } from '../support/simulate.ts';

// Other seeds in each run. SIMULATOR_FROM=NUMBER repeats a run.
const ANY_SEEDS = ['--seeds', '12', '--from', process.env.SIMULATOR_FROM ?? 'random'];

const simulate = useSimulator();

test('finds no violation in histories of new seeds', async () => {
  const { code, said, lastLine } = await simulate(...ANY_SEEDS);
  const [drawn] = said.match(/^the first seed is drawn: .*$/m) ?? [];
  console.log(drawn ?? `the first seed was given: ${process.env.SIMULATOR_FROM}`);
  expect(lastLine, said).toMatch(/^12 seeds, .*, 0 violations$/);
  expect(code, said).toBe(0);
});

// Each run spends much of its time on starting processes or in one process, so the runs are concurrent.
describe.concurrent('the simulator', async () => {
  const names = await plantedFaultNames();

  test('shortens the history that shows a fault', async () => {
    const { said } = await simulate('--plant', 'rounding', ...SEEDS, '--shrink-seconds', '20');
    const [, whole, shortest] = /seed \d+, step (\d+);.*shows it \((\d+) steps/s.exec(said) ?? [];
    expect(Number(whole), said).toBeGreaterThan(20);
    expect(Number(shortest), said).toBeLessThan(Number(whole)); // how much depends on the time it has
  });

  test('repeats a history exactly for the same seed', async () => {
    const twice = ['--seeds', '2', '--from', '77'];
    const runs = [await simulate(...twice), await simulate(...twice)];
    const [first, second] = runs.map(({ said }) => said.match(/^seed \d+ went .*$/gm)?.sort());
    expect(first).toHaveLength(2);
    expect(second).toEqual(first);
  });

  test('refuses unknown faults and wrong arguments', async () => {
    expect(await simulate('--plant', 'nothing-of-the-kind')).toMatchObject({
      code: 2,
      lastLine: expect.stringContaining('There is no planted fault “nothing-of-the-kind”'),
    });
    expect(await simulate('--seeds', 'many')).toMatchObject({ code: 2 });
  });

  test('has enough faults to plant', () => {
    expect(names.length).toBeGreaterThanOrEqual(8);
  });
});
