import { expect, test } from 'vitest';
import { plantedFaultNames } from '../simulator/planted-faults.ts';
import { SEEDS, useSimulator } from '../support/simulate.ts';

// Faults that the first seeds do not meet, or meet late. These seeds are sound without them as well.
const LATER_SEEDS: Record<string, string[]> = {
  'disputed-all-the-same': ['--seeds', '4', '--from', '26'],
  'fifo-off-by-one': ['--seeds', '27', '--from', '14'],
  'lost-webhook': ['--seeds', '6', '--from', '139'],
};

const simulate = useSimulator();
const names = await plantedFaultNames();

test('finds no violation in forty histories of months, and meets every command and fault', async () => {
  const { code, said, lastLine } = await simulate(...SEEDS);
  expect(lastLine, said).toMatch(/^40 seeds, \d+ steps \(\d+ a history\), \d+ faults, 0 violations$/);
  expect(Number(/\((\d+) a history\)/.exec(lastLine)?.[1])).toBeGreaterThanOrEqual(200);
  expect(code, said).toBe(0);
});

// Each run spends much of its time on starting processes or in one process, so the runs are concurrent.
test.concurrent.each(names)('finds the planted fault %s', async (name) => {
  const { code, said } = await simulate('--plant', name, ...(LATER_SEEDS[name] ?? SEEDS), '--shrink-seconds', '0');
  expect(said, 'the patch no longer fits the sources').not.toContain('no longer fits');
  expect(said).toContain('VIOLATION: ');
  expect(code).toBe(1);
});
