import type { TestCluster } from '../support/cluster.ts';
import { prepareGround } from './ground.ts';
import { runHistory, type Told } from './history.ts';
import { shrink } from './shrink.ts';
import { formatStep } from './step.ts';

/** A request to a worker: prepare, run one history, or end. */
export type Order =
  | { kind: 'prepare'; cluster: TestCluster }
  | { kind: 'live'; seed: number; shrinkSeconds: number }
  | { kind: 'end' };

/** A history as the report needs it; a violation has the shortest history found. */
export type Lived = Pick<Told, 'seed' | 'hash' | 'met' | 'done'> & {
  steps: number;
  broken: { rule: string; detail: string; steps: number; shortest: string[] } | null;
};

export type Answer = { kind: 'prepared' } | { kind: 'lived'; lived: Lived } | { kind: 'failed'; reason: string };

// A process runs one history at a time, because ids and random numbers belong to the process.
let ground: Awaited<ReturnType<typeof prepareGround>> | undefined;

process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => {
    answer({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});

async function obey(order: Order): Promise<void> {
  if (order.kind === 'prepare') {
    ground = await prepareGround(order.cluster);
    answer({ kind: 'prepared' });
    return;
  }
  if (order.kind === 'end') {
    await ground?.close();
    process.disconnect();
    return;
  }
  if (!ground) throw new Error('history before the worker is prepared');
  const told = await runHistory(ground, order.seed);
  const broken = told.violation && (await explain(ground, told, order.shrinkSeconds));
  const { seed, hash, met, done } = told;
  answer({ kind: 'lived', lived: { seed, hash, met, done, broken, steps: countActs(told) } });
}

async function explain(on: NonNullable<typeof ground>, told: Told, secondsMax: number): Promise<Lived['broken']> {
  const best = await shrink(on, told, secondsMax);
  const shortest = best.steps.map((step, index) => `${formatStep(step)} → ${(best.outcomes[index] ?? []).join(' | ')}`);
  const { rule, detail } = best.violation ?? { rule: '', detail: '' };
  return { rule, detail, steps: told.steps.length, shortest };
}

const countActs = ({ steps }: Told): number => steps.reduce((sum, { acts }) => sum + acts.length, 0);

function answer(message: Answer): void {
  process.send?.(message);
}
