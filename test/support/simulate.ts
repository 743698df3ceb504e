import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { startFastCluster } from '../simulator/history-database.ts';

const MAIN = fileURLToPath(new URL('../simulator/main.ts', import.meta.url));

// The planted faults run on the seeds that are sound without them, so a violation comes from the fault.
export const SEEDS = ['--seeds', '40', '--from', '1'];

export type SimulatorRun = { code: number; said: string; lastLine: string };

/**
 * Returns a function that runs `npm run simulate -- …` without the installation before it. All runs of a file share a server,
 * because most are shorter than its start.
 */
export function useSimulator(): (...args: string[]) => Promise<SimulatorRun> {
  let cluster: Awaited<ReturnType<typeof startFastCluster>>;
  beforeAll(async () => {
    cluster = await startFastCluster();
  });
  afterAll(() => cluster.stop());
  return (...args) =>
    new Promise((resolve) => {
      const options = { maxBuffer: 50_000_000, env: { ...process.env, DATABASE_URL: cluster.adminUrl } };
      execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        const lines = stdout.trimEnd().split('\n');
        resolve({ code, said: stdout + stderr, lastLine: lines.at(-1) ?? '' });
      });
    });
}
