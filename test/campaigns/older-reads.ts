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

/** Looks at the jobs from now on. `stop` returns what those said that failed. */
export function watchJobs(stage: Stage): { stop(): Promise<string[]> } {
  const found = new Set<string>();
  let stopped = false;
  const look = async () => {
    for (; !stopped; await sleep(LOOK_MS)) {
      for (const { said } of await stage.db.query<{ said: string }>(FAILED_JOBS))
        if (!PUT_OFF.test(said)) found.add(said);
    }
  };
  const looking = look();
  return {
    async stop() {
      stopped = true;
      await looking;
      return [...found].map((said) => `a job failed while two versions ran: ${said.slice(0, 300)}`);
    },
  };
}

/** Returns in words which mails were neither sent nor dropped for a reason, once all jobs are done. */
export async function unsentMails({ db }: Stage): Promise<string[]> {
  const left = await db.query<{ kind: string; count: number }>(
    'SELECT kind, count(*) AS count FROM mail WHERE sent_at IS NULL AND dropped_why IS NULL GROUP BY 1',
  );
  return left.map(({ kind, count }) => `${count} mails of the kind ${kind} were not sent`);
}

/** Runs commands of the older code that read what was sold since `since`. Returns those that failed. */
export async function failedCommands(stage: Stage, older: Older, since: Date): Promise<string[]> {
  const [sold] = await stage.db.query<{ reference: string; slug: string }>(
    `SELECT o.reference, s.slug FROM preorder o JOIN store s ON s.id = o.store_id WHERE o.placed_at > $1 ORDER BY o.placed_at LIMIT 1`,
    [since],
  );
  if (!sold) return ['nothing was sold that the older code could read'];
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
