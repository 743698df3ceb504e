import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { createRandom } from '../support/faults.ts';

const real = { randomUUID: crypto.randomUUID, random: Math.random, now: Date.now };

/**
 * Derives all ids, jitter and the process's time from the seed and the history's clock. The database's random function
 * stays; it only decides which of many endpoints comes first.
 */
export function seedChance(seed: number, now: () => number): void {
  const random = createRandom(seed);
  const jitter = createRandom(seed + 1); // a separate generator, because the number of its calls varies
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  crypto.randomUUID = () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[random.below(4)]}${hex(3)}-${hex(6)}${hex(6)}`;
  Math.random = () => jitter.below(2 ** 32) / 2 ** 32;
  Date.now = now;
  syncBuiltinESMExports();
}

export function restoreChance(): void {
  crypto.randomUUID = real.randomUUID;
  Math.random = real.random;
  Date.now = real.now;
  syncBuiltinESMExports();
}
