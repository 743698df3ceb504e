import type { PlacementOptions, ServiceSdk } from '../../src/protocol/wire/sdk-api.ts';
import { offer } from './bench.ts';

// Loads the placements that the page's block of data names, like the script of a store's page.

type PlacementData = { storeKey: string; placements: PlacementOptions[] };

/** The SDK, which the page has loaded before. */
declare const Service: ServiceSdk;

const { storeKey, placements } = JSON.parse(document.getElementById('placements')?.textContent ?? '') as PlacementData;
let left = placements.length;
offer({
  settled: new Promise<void>((resolve) => {
    Service.on('PlacementLoaded', () => {
      left -= 1;
      if (left === 0) resolve();
    });
  }),
});
Service.init({ apiKey: storeKey });
for (const placement of placements) Service.load(placement);
