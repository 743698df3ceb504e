import { type Fault, runFaults } from './faults.ts';
import type { Stage } from './stage.ts';
import type { Report } from './table.ts';

const BETWEEN_MS = 500;

/** A new version goes out: each service and the worker is replaced by a new process, which is ready before the old one ends. */
const deploy: Fault = {
  name: 'deploy of two services and a worker',
  isUnseen: true,
  async strike(stage) {
    for (const old of [...stage.services]) await replace(stage, old);
    const before = stage.worker;
    stage.worker = await stage.start('worker');
    await expectEnd(before);
  },
};

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

export function runDeploys({ times, shoppers = 24 }: { times: number; shoppers?: number }): AsyncGenerator<Report> {
  return runFaults([deploy], { times, shoppers, betweenMs: BETWEEN_MS, services: 2 });
}
