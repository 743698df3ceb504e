import type { JobTopic } from '../../src/core/jobs/topics.ts';
import type { JobHandlers } from '../../src/core/jobs/worker.ts';
import { handlerOf } from '../../src/core/jobs/worker.ts';
import { claimMessages } from '../../src/core/webhooks/commands/claim.ts';
import { deliver } from '../../src/core/webhooks/commands/deliver.ts';
import type { Process } from './process.ts';
import { outcomeOf, Violation } from './violation.ts';
import type { World } from './world.ts';

type Job = { id: number; topic: JobTopic; payload: Parameters<JobHandlers[JobTopic]>[0] };

// Like graphile-worker: a job that failed so often waits for a person, and here none comes.
const TRIES_MAX = 25;
const SECOND_MS = 1_000;
const MESSAGES_MAX = 20;

/** Runs one worker: dispatches the outbox, then runs the due jobs. */
export async function work(world: World, process: Process): Promise<string> {
  await world.outages.startWorker(process);
  await process.dispatch();
  return `${await runJobs(world, process)} jobs`;
}

async function runJobs(world: World, process: Process): Promise<number> {
  let done = 0;
  for (const job of await dueJobs(world)) {
    if (process.isDead()) break;
    if (world.jobsTaken.has(job.id)) continue; // the other worker is running it
    world.jobsTaken.add(job.id);
    try {
      await handlerOf(process.handlers, job.topic)(job.payload);
      await world.sql.query('SELECT 1 FROM graphile_worker.complete_jobs($1::bigint[])', [[job.id]]);
      done += 1;
    } catch (error) {
      postpone(world, job, outcomeOf(error));
    } finally {
      world.jobsTaken.delete(job.id);
    }
  }
  return done;
}

async function dueJobs(world: World): Promise<Job[]> {
  const jobs = await world.sql.query<Job>(
    `SELECT j.id, t.identifier AS topic, j.payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
  );
  return jobs.filter(({ id }) => (world.jobsFailed.get(id)?.until ?? 0) <= world.now());
}

/** Retries a job by the history's clock, because the queue itself would use real time. */
function postpone(world: World, { id, topic }: Job, reason: string): void {
  const tries = (world.jobsFailed.get(id)?.tries ?? 0) + 1;
  if (tries >= TRIES_MAX)
    throw new Violation('Every job finds its end', `${topic} failed ${tries} times, last: ${reason}`);
  world.jobsFailed.set(id, { tries, until: world.now() + Math.exp(Math.min(10, tries)) * SECOND_MS });
}

/** Delivers the due webhook messages. */
export async function deliverWebhooks(world: World, process: Process): Promise<number> {
  await world.outages.startWorker(process);
  const claimed = await claimMessages(process.deps.db, MESSAGES_MAX);
  for (const message of claimed) {
    if (process.isDead()) break;
    await deliver(process.deps, message).catch((error: unknown) => world.swallow(error));
  }
  return claimed.length;
}
