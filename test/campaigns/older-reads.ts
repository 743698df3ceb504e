import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_SECRET_KEY } from '../support/merchant.ts';
import { runService } from '../support/service-process.ts';
import type { Older } from './older.ts';
import type { Stage } from './stage.ts';

// Whether older code can work with what newer code wrote: while both run during an upgrade, and on the way back.

const LOOK_MS = 250;
const FAILED_JOBS = `
  SELECT DISTINCT t.identifier || ': ' || j.last_error AS said
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE j.last_error IS NOT NULL`;
const PUT_OFF = /\b4\d\d\b|ECONN|greeting/; // the mail server's own doing, not the code's

/** Looks at the jobs until `ms` are over. Returns what those said that failed. */
export async function failedJobs(stage: Stage, ms: number): Promise<string[]> {
  const found = new Set<string>();
  for (const until = performance.now() + ms; performance.now() < until; await sleep(LOOK_MS)) {
    for (const { said } of await stage.db.query<{ said: string }>(FAILED_JOBS))
      if (!PUT_OFF.test(said)) found.add(said);
  }
  return [...found].map((said) => `a job of the older code failed: ${said.slice(0, 300)}`);
}

/** Runs commands of the older code that read what the newer one sold since `since`. Returns those that failed. */
export async function failedCommands(stage: Stage, older: Older, since: Date): Promise<string[]> {
  const [sold] = await stage.db.query<{ reference: string; slug: string }>(
    `SELECT o.reference, s.slug FROM preorder o JOIN store s ON s.id = o.store_id WHERE o.placed_at > $1 ORDER BY o.placed_at LIMIT 1`,
    [since],
  );
  if (!sold) return ['the newer code sold nothing that the older one could read'];
  const folder = await mkdtemp(join(tmpdir(), 'older-reads-'));
  const store = ['--store', sold.slug];
  const commands = [
    ['preorders', 'show', sold.reference, ...store],
    ['preorders', 'list', ...store],
    ['preorders', 'export', ...store],
    ['mails', 'list', ...store],
    ['waitlists', 'list', ...store],
    ['ledger', 'audit', ...store],
    ['backup', folder],
  ];
  try {
    const found: string[] = [];
    for (const command of commands) {
      const env = { DATABASE_URL: stage.server.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder };
      const { ended, output } = runService(['service', ...command], { project: older.project, env });
      if ((await ended) !== 0) found.push(`./service ${command.join(' ')} of the older code: ${output().slice(-500)}`);
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
