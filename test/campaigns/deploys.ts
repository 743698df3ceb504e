import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../src/core/migrate.ts';
import { type Fault, runFaults, type Turns } from './faults.ts';
import { type Older, openOlder } from './older.ts';
import { failedCommands, unsentMails, watchJobs } from './older-reads.ts';
import type { Stage } from './stage.ts';
import type { Report } from './table.ts';
import { tell } from './tell.ts';

const BETWEEN_MS = 500;
const BETWEEN_STEPS_MS = 5_000; // each version serves alone for a while

type DeployOptions = Turns & { shoppers?: number };
type UpgradeOptions = DeployOptions & { from: string };

/** A new version goes out: each service and the worker is replaced by a new process, which is ready before the old one ends. */
const deploy: Fault = {
  name: 'deploy of two services and a worker',
  isUnseen: true,
  strike: replaceAll,
};

/** An older version is replaced by this one, comes back onto the newer schema, and is replaced again. */
function upgrade(older: Older, from: string): Fault {
  const found: string[] = [];
  return {
    name: `upgrade from ${from}, way back, upgrade`,
    isUnseen: true,
    older,
    async strike(stage) {
      const jobs = watchJobs(stage);
      try {
        found.push(...(await upgradeAndBack(stage, older)));
      } finally {
        found.push(...(await jobs.stop()));
      }
    },
    faultsOf: async (stage) => [...found, ...(await unsentMails(stage))],
  };
}

/** Returns in words which commands of the older code failed beside the newer one, and after the way back. */
async function upgradeAndBack(stage: Stage, older: Older): Promise<string[]> {
  const began = new Date();
  const applied = await timed('migrated', () => migrate(stage.db));
  tell(`${applied.length} migrations`);
  const to = async (step: string, project: string | undefined) => {
    stage.running.project = project;
    await timed(step, () => replaceAll(stage));
    await sleep(BETWEEN_STEPS_MS);
  };
  await sleep(BETWEEN_STEPS_MS);
  const found = await failedCommands(stage, older, began);
  const upgraded = new Date();
  await to('upgraded', undefined);
  await to('back', older.project);
  found.push(...(await failedCommands(stage, older, upgraded)));
  await to('upgraded again', undefined);
  return found;
}

async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await act();
  tell(`${what} after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return result;
}

/** Upgrades a version that `from` names to this code and goes back, under load. */
export async function* runUpgrades({ from, shoppers = 24, ...turns }: UpgradeOptions): AsyncGenerator<Report> {
  const older = await openOlder(from);
  try {
    yield* runFaults([upgrade(older, from)], { ...turns, shoppers, betweenMs: BETWEEN_MS, services: 2 });
  } finally {
    await older.remove();
  }
}

async function replaceAll(stage: Stage): Promise<void> {
  for (const old of [...stage.services]) await replace(stage, old);
  const before = stage.worker;
  stage.worker = await stage.start('worker');
  await expectEnd(before);
}

async function replace(stage: Stage, old: Stage['worker']): Promise<void> {
  const fresh = await stage.start('serve');
  stage.services.push(fresh);
  await stage.balancer?.sees(fresh.url);
  await expectEnd(old);
  stage.services.splice(stage.services.indexOf(old), 1);
}

async function expectEnd(old: Stage['worker']): Promise<void> {
  const code = await old.end();
  if (code !== 0) throw new Error(`a process ended with ${code}: ${old.process.output().slice(-1_000)}`);
}

export function runDeploys({ shoppers = 24, ...turns }: DeployOptions): AsyncGenerator<Report> {
  return runFaults([deploy], { ...turns, shoppers, betweenMs: BETWEEN_MS, services: 2 });
}
