import { type Command, Option } from 'commander';
import { jobNotFound, retryJobs } from '../../../core/jobs/commands.ts';
import { countJobs, findJobs, JOB_STATES, type Job, type JobState, listJobs } from '../../../core/jobs/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { jobJson } from '../../merchant-json/jobs.ts';
import { formatCount, formatFields, formatTable, formatTime } from '../terminal.ts';
import { limitOption } from '../values.ts';
import { defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

/** Adds the operator's verbs for jobs: list them, show why one failed, and retry. */
export function addJobs(runner: VerbRunner, jobs: Command): void {
  addList(runner, jobs);
  const show = jobs.command('show').argument('<job>', 'its number').description('show one job, with its reason');
  defineStoreReading(runner, show, async ({ db }, { store, args: [text = ''] }) => {
    const id = jobNumber(text);
    const [job] = await findJobs(db, store.id, [id]);
    if (!job) throw jobNotFound(id);
    return { data: jobJson(job), text: jobText(job, store) };
  });
  addRetry(runner, jobs);
}

function addList(runner: VerbRunner, jobs: Command): void {
  const list = jobs
    .command('list')
    .description('list dead jobs first, then failing, running and waiting ones; finished jobs are deleted')
    .addOption(new Option('--state <state>', 'only those').choices(JOB_STATES))
    .addOption(limitOption(LIMIT_MAX, LIMIT_DEFAULT));
  defineStoreReading<{ state?: JobState; limit: number }>(runner, list, async ({ db }, { store, options }) => {
    const { limit } = options;
    const counts = await countJobs(db, store.id);
    const found = await listJobs(db, store.id, { state: options.state, limit });
    const rows = found.map((job) => [
      job.id,
      job.topic,
      job.state,
      `${job.attempts} of ${job.attemptsMax}`,
      formatTime(job.runAt, store.timeZone),
      job.reason ?? '',
    ]);
    const summary = JOB_STATES.map((state) => `${counts[state]} ${state}`).join(', ');
    const heads = ['Job', 'What', 'State', 'Tries', 'Due', 'Failed because'];
    return {
      data: { counts, jobs: found.map(jobJson) },
      text: rows.length > 0 ? `${summary}\n\n${formatTable(heads, rows)}` : `${summary}.`,
    };
  });
}

function addRetry(runner: VerbRunner, jobs: Command): void {
  const retry = jobs
    .command('retry')
    .argument('[jobs...]', 'their numbers')
    .description('run dead or failing jobs again at once, with all their tries')
    .option('--all-dead', 'all dead jobs of the store');
  defineStoreVerb<{ allDead?: boolean }>(runner, retry, async (deps, { store, args, options }) => {
    const named = args.map(jobNumber);
    const dead = options.allDead ? await listJobs(deps.db, store.id, { state: 'dead', limit: LIMIT_MAX }) : [];
    const ids = [...new Set([...named, ...dead.map(({ id }) => id)])];
    if (ids.length === 0 && !options.allDead)
      jobs.error("error: missing required argument 'job' (or say --all-dead)", {
        code: 'commander.missingArgument',
      });
    const retried = ids.length === 0 ? [] : await retryJobs(deps, store.id, ids);
    const text = ids.length === 0 ? 'No job is dead.' : `${formatCount(retried.length, 'job')} will run again, now.`;
    return { data: retried.map(jobJson), text };
  });
}

function jobNumber(text: string): number {
  const id = Number(text);
  if (/^\d{1,15}$/.test(text) && id > 0) return id;
  const message = `“${text.slice(0, 40)}” is not the number of a job, as ./service jobs list shows it.`;
  throw new AppError('invalid_parameter', message, { param: 'job' });
}

function jobText(job: Job, { timeZone }: Store): string {
  return formatFields([
    ['Job', job.id],
    ['What', job.topic],
    ['About', job.subjectId],
    ['State', job.state],
    ['Tries', `${job.attempts} of ${job.attemptsMax}`],
    ['Failed because', job.reason],
    ['Made', formatTime(job.createdAt, timeZone)],
    [
      'Due',
      job.state === 'dead' ? 'never, unless you run it again: ./service jobs retry' : formatTime(job.runAt, timeZone),
    ],
    ['Running since', job.runningSince && formatTime(job.runningSince, timeZone)],
  ]);
}
