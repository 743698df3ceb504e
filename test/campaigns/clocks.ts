import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { shiftClock } from '../support/core.ts';
import { type Fault, runFaults, type Turns } from './faults.ts';
import type { Report } from './table.ts';

const SHOPPERS = 8;
const BETWEEN_MS = 2_000;
const STEPPED_MS = 3_000;
const PROCESS_STEP_S_MAX = 2 * 60 * 60;
const DATABASE_STEP_S_MAX = 5 * 60;

const STEPS = fileURLToPath(new URL('clock-steps.mjs', import.meta.url));

/** Ahead and back in turn: a machine's clock is put right in both directions. */
const stepOf = (turn: number, secondsMax: number) => (turn % 2 === 0 ? 1 : -1) * (1 + randomInt(secondsMax));

function processes(folder: string): Fault {
  const file = join(folder, 'clock');
  return {
    name: 'clock of the processes steps',
    async env() {
      await writeFile(file, '0');
      return { NODE_OPTIONS: `--import=${STEPS}`, CLOCK_FILE: file };
    },
    async strike(_stage, turn) {
      await writeFile(file, String(stepOf(turn, PROCESS_STEP_S_MAX) * 1_000));
      await sleep(STEPPED_MS);
      await writeFile(file, '0');
    },
  };
}

const database: Fault = {
  name: 'clock of the database steps',
  async strike({ db }, turn) {
    const seconds = stepOf(turn, DATABASE_STEP_S_MAX);
    await shiftClock(db, seconds);
    await sleep(STEPPED_MS);
    await shiftClock(db, -seconds);
  },
};

/** The clocks of the processes, and the clock that the database keeps for the service, step and step back while shoppers buy and jobs run. */
export async function* runClocks(turns: Turns): AsyncGenerator<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  try {
    yield* runFaults([processes(folder), database], { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
