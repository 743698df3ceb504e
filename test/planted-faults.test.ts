import { expect, test } from 'vitest';
import { plantedFaultNames, plantedFiles } from './simulator/planted-faults.ts';

// The simulator needs a minute to find each fault (test/flows/simulator.test.ts). This test only applies the patches.
test.each(await plantedFaultNames())('the planted fault %s fits the sources', async (name) => {
  expect(await plantedFiles(name)).not.toEqual([]);
});
