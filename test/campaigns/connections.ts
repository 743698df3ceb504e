import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, runFaults, type Turns } from './faults.ts';
import type { Report } from './table.ts';
import type { Mood } from './wire.ts';

const SHOPPERS = 8;
const BETWEEN_MS = 2_000;
const STRUCK_MS = 3_000;
// Each connection is ended again and again, so that some end in the middle of a statement, a commit or its answer.
const ENDS = 10;

const ended = (how: 'cut' | 'reset'): Fault => ({
  name: `connections to the database ${how}`,
  async strike({ ways }) {
    for (let left = ENDS; left > 0; left -= 1) {
      ways.database.end(how);
      await sleep(STRUCK_MS / ENDS);
    }
  },
});

const disturbed = (mood: Mood, name: string): Fault => ({
  name,
  async strike({ ways }) {
    ways.database.be(mood);
    await sleep(STRUCK_MS);
    ways.database.be('whole');
  },
});

/** Ends, slows, silences and breaks the connections to the database while shoppers buy and jobs run. */
export function runConnections(turns: Turns): AsyncGenerator<Report> {
  const faults = [
    ended('cut'),
    ended('reset'),
    disturbed('slow', 'connections to the database slowed'),
    disturbed('half', 'answers of the database half'),
    disturbed('silent', 'connections to the database silent'),
  ];
  return runFaults(faults, { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS });
}
