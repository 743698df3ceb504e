import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../support/instance.ts';
import { type Fault, runFaults, type Turns } from './faults.ts';
import type { Stage } from './stage.ts';
import type { Report } from './table.ts';

const SHOPPERS = 8;
const BETWEEN_MS = 1_000;
const ANY_MOMENT_MS = 1_000;
const STARTS_MAX = 20;
const BETWEEN_STARTS_MS = 250;

const service: Fault = {
  name: 'kill -9 of a service',
  async strike(stage) {
    const [victim] = stage.services;
    if (victim) stage.services[0] = await killAndStart(stage, 'serve', victim);
  },
};

const worker: Fault = {
  name: 'kill -9 of the worker',
  async strike(stage) {
    stage.worker = await killAndStart(stage, 'worker', stage.worker);
  },
};

const database: Fault = {
  name: 'kill -9 of PostgreSQL',
  async strike({ server }) {
    await anyMoment();
    await server.kill();
    await startAgain(server);
  },
};

/** The system gives the memory of killed processes back a moment later, and until then a server does not start. */
export async function startAgain(server: Stage['server']): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.start();
    } catch (error) {
      if (tries === STARTS_MAX) throw error;
      await sleep(BETWEEN_STARTS_MS);
    }
  }
}

/** Kills a service, the worker and PostgreSQL at any moment while shoppers buy and jobs run, and starts each again. */
export function runKills(turns: Turns): AsyncGenerator<Report> {
  return runFaults([service, worker, database], { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS });
}

/** Kills a process at any moment of a second, and starts another one at its address. */
export async function killAndStart(stage: Stage, role: 'serve' | 'worker', victim: Instance): Promise<Instance> {
  await anyMoment();
  await killWithChildren(victim.process.child.pid ?? 0);
  await victim.process.ended;
  // At the address of the one before, which pages and the bank know.
  const { port } = new URL(victim.url);
  const env: Record<string, string> = role === 'serve' ? { PORT: port, BASE_URL: victim.url } : { ADMIN_PORT: port };
  return { ...(await stage.start(role, env)), url: victim.url };
}

const anyMoment = () => sleep(randomInt(ANY_MOMENT_MS));

/** From the sources, the first process only starts the one that does the work; from an archive there is only one. */
async function killWithChildren(pid: number): Promise<void> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean);
  for (const one of [...children.map(Number), pid]) process.kill(one, 'SIGKILL');
}
