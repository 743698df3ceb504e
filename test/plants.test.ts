import { expect, test } from 'vitest';
import { plantedFiles, plantNames } from './simulator/plants.ts';

// That each is found takes the simulator a minute (test/flows/simulator.test.ts); that it can be planted is seen at once.
test.each(await plantNames())('the planted fault %s fits the sources', async (name) => {
  expect(await plantedFiles(name)).not.toEqual([]);
});
