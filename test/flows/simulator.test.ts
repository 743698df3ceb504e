import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFastCluster } from '../simulator/history-database.ts';
import { plantedFaultNames } from '../simulator/planted-faults.ts';

const MAIN = fileURLToPath(new URL('../simulator/main.ts', import.meta.url));

// The planted faults run on the seeds that are sound without them, so a violation comes from the fault.
const SEEDS = ['--seeds', '40', '--from', '1'];

// Faults that the first seeds do not meet, or meet late. These seeds are sound without them as well.
const LATER_SEEDS: Record<string, string[]> = {
  'fifo-off-by-one': ['--seeds', '27', '--from', '14'],
  'lost-webhook': ['--seeds', '40', '--from', '61'],
};

// Other seeds in each run. SIMULATOR_FROM=NUMBER repeats a run.
const ANY_SEEDS = ['--seeds', '12', '--from', process.env.SIMULATOR_FROM ?? 'random'];

// One server for all runs, because most runs are shorter than the start of a server.
let cluster: Awaited<ReturnType<typeof startFastCluster>>;
beforeAll(async () => {
  cluster = await startFastCluster();
});
afterAll(() => cluster.stop());

type Run = { code: number; said: string; lastLine: string };

/** Runs `npm run simulate -- …` without the installation before it. */
function simulate(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 50_000_000, env: { ...process.env, DATABASE_URL: cluster.adminUrl } };
    execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      const lines = stdout.trimEnd().split('\n');
      resolve({ code, said: stdout + stderr, lastLine: lines.at(-1) ?? '' });
    });
  });
}

test('finds no violation in forty histories of months, and meets every command and fault', async () => {
  const { code, said, lastLine } = await simulate(...SEEDS);
  expect(lastLine, said).toMatch(/^40 seeds, \d+ steps \(\d+ a history\), \d+ faults, 0 violations$/);
  expect(Number(/\((\d+) a history\)/.exec(lastLine)?.[1])).toBeGreaterThanOrEqual(200);
  expect(code, said).toBe(0);
});

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

  test.each(names)('finds the planted fault %s', async (name) => {
    const { code, said } = await simulate('--plant', name, ...(LATER_SEEDS[name] ?? SEEDS), '--shrink-seconds', '0');
    expect(said, 'the patch no longer fits the sources').not.toContain('no longer fits');
    expect(said).toContain('VIOLATION: ');
    expect(code).toBe(1);
  });
});
