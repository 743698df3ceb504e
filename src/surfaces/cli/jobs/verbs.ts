import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import type { AnswerOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as operations from '../../../protocol/schema/admin-api/operations.ts';
import { addAskingVerb } from '../asking.ts';
import { formatCount, formatFields, formatTable, momentIn } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

/** Adds the operator's verbs for jobs: list them, show why one failed, and retry. */
export function addJobs(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listJobs, text: jobsTable });
  addAskingVerb(verbs, 'show <job-id>', { operation: operations.getJob, text: jobText });
  addAskingVerb(verbs, 'retry [jobs...]', {
    operation: operations.retryJobs,
    text: ({ jobs }) =>
      jobs.length === 0 ? 'No job is dead.' : `${formatCount(jobs.length, 'job')} will run again, now.`,
  });
}

function jobsTable({ counts, jobs }: AnswerOf<typeof operations.listJobs>, { timeZone }: Store): string {
  const summary = Object.entries(counts)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
  if (jobs.length === 0) return `${summary}.`;
  const rows = jobs.map((job) => [
    job.id,
    job.topic,
    job.state,
    `${job.attempts} of ${job.attempts_max}`,
    momentIn(timeZone, job.run_at),
    job.reason ?? '',
  ]);
  return `${summary}\n\n${formatTable(['Job', 'What', 'State', 'Tries', 'Due', 'Failed because'], rows)}`;
}

function jobText(job: operations.AdminJob, { timeZone }: Store): string {
  const isDead = job.state === 'dead';
  return formatFields([
    ['Job', job.id],
    ['What', job.topic],
    ['About', job.subject_id],
    ['State', job.state],
    ['Tries', `${job.attempts} of ${job.attempts_max}`],
    ['Failed because', job.reason],
    ['Made', momentIn(timeZone, job.created_at)],
    ['Due', isDead ? 'never, unless you run it again: ./service jobs retry' : momentIn(timeZone, job.run_at)],
    ['Running since', momentIn(timeZone, job.running_since)],
  ]);
}
