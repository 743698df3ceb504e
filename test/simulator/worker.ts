import type { TestCluster } from '../support/cluster.ts';
import { type HistoryResult, runHistory } from './history.ts';
import { createHistoryDatabase } from './history-database.ts';
import { shrink } from './shrink.ts';
import { formatStep } from './step.ts';

/** A request to a worker: prepare, run one history, or end. */
export type WorkerRequest =
  | { kind: 'prepare'; cluster: TestCluster }
  | { kind: 'run'; seed: number; shrinkSeconds: number }
  | { kind: 'end' };

/** A history as the report needs it; a violation has the shortest history found. */
export type HistorySummary = Pick<HistoryResult, 'seed' | 'hash' | 'met' | 'done'> & {
  steps: number;
  broken: { rule: string; detail: string; steps: number; shortest: string[] } | null;
};

export type WorkerAnswer =
  | { kind: 'prepared' }
  | { kind: 'finished'; summary: HistorySummary }
  | { kind: 'failed'; reason: string };

// A process runs one history at a time, because ids and random numbers belong to the process.
let database: Awaited<ReturnType<typeof createHistoryDatabase>> | undefined;

process.on('message', (request: WorkerRequest) => {
  handle(request).catch((error: unknown) => {
    answer({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});

async function handle(request: WorkerRequest): Promise<void> {
  if (request.kind === 'prepare') {
    database = await createHistoryDatabase(request.cluster);
    answer({ kind: 'prepared' });
    return;
  }
  if (request.kind === 'end') {
    await database?.close();
    process.disconnect();
    return;
  }
  if (!database) throw new Error('history before the worker is prepared');
  const result = await runHistory(database, request.seed);
  const broken = result.violation && (await explain(database, result, request.shrinkSeconds));
  const { seed, hash, met, done } = result;
  answer({ kind: 'finished', summary: { seed, hash, met, done, broken, steps: countActs(result) } });
}

async function explain(
  on: NonNullable<typeof database>,
  result: HistoryResult,
  secondsMax: number,
): Promise<HistorySummary['broken']> {
  const best = await shrink(on, result, secondsMax);
  const shortest = best.steps.map((step, index) => `${formatStep(step)} → ${(best.outcomes[index] ?? []).join(' | ')}`);
  const { rule, detail } = best.violation ?? { rule: '', detail: '' };
  return { rule, detail, steps: result.steps.length, shortest };
}

const countActs = ({ steps }: HistoryResult): number => steps.reduce((sum, { acts }) => sum + acts.length, 0);

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}
