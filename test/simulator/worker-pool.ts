import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { TestCluster } from '../support/cluster.ts';
import type { HistorySummary, WorkerAnswer, WorkerRequest } from './worker.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

type Task = {
  cluster: TestCluster;
  seeds: readonly number[];
  /** The number of worker processes; by default one for each core. */
  processes?: number;
  shrinkSeconds: number;
  /** Options of Node for these processes. */
  execArgv?: string[];
  /** Called at the end of each history. Returns true to stop. */
  onFinished: (summary: HistorySummary) => boolean;
};

/** Runs the histories of all seeds in a worker pool. Each worker runs one history at a time. */
export async function runHistories(task: Task): Promise<void> {
  const { cluster, seeds, processes = availableParallelism(), shrinkSeconds, execArgv = [], onFinished } = task;
  const waiting = [...seeds];
  const workers = Array.from({ length: Math.min(seeds.length, processes) }, () => startWorker(execArgv));
  try {
    await Promise.all(
      workers.map(async (worker) => {
        await worker.ask({ kind: 'prepare', cluster });
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          const answer = await worker.ask({ kind: 'run', seed, shrinkSeconds });
          if (answer.kind === 'finished' && onFinished(answer.summary)) waiting.length = 0;
        }
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
}

function startWorker(execArgv: string[]) {
  const child = fork(WORKER, { execArgv });
  return {
    async ask(request: WorkerRequest): Promise<WorkerAnswer> {
      child.send(request);
      const answer = await nextAnswer(child);
      if (answer.kind === 'failed') throw new Error(answer.reason);
      return answer;
    },
    async end(): Promise<void> {
      if (!child.connected) return;
      child.send({ kind: 'end' } satisfies WorkerRequest);
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function nextAnswer(child: ChildProcess): Promise<WorkerAnswer> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', { signal: ended.signal }).then(([answer]) => answer as WorkerAnswer),
      once(child, 'exit', { signal: ended.signal }).then((): WorkerAnswer => {
        return { kind: 'failed', reason: 'a worker of the simulator ended by itself' };
      }),
    ]);
  } finally {
    ended.abort();
  }
}
