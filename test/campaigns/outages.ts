import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, runFaults, type Turns } from './faults.ts';
import type { Report } from './table.ts';

// Time to sell between two outages, so that jobs are in flight when the next begins.
const BETWEEN_MS = 3_000;
const SHOPPERS = 8;

/** The database stops and comes back, as in a restart (every second time like a power cut), while shoppers buy and jobs run. */
const databaseAway = (seconds: number): Fault => ({
  name: `database away for ${seconds} s`,
  async strike({ server }, turn) {
    await server.stop(turn % 2 === 0 ? 'fast' : 'immediate');
    await sleep(seconds * 1_000);
    await server.start();
  },
});

export function runOutages({ seconds, ...turns }: Turns & { seconds: readonly number[] }): AsyncGenerator<Report> {
  return runFaults(seconds.map(databaseAway), { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS });
}
