import { countOpenAlerts } from '../../../core/alerts/queries.ts';
import { readAuditOverdue } from '../../../core/audits/queries.ts';
import { readLastBackup } from '../../../core/backups/queries.ts';
import { countAllJobs } from '../../../core/jobs/queries.ts';
import { readSignsOfLife } from '../../../core/outages/queries.ts';
import { countDueWords } from '../../../core/preorders/queries/words.ts';
import type { Database } from '../../../platform/db.ts';
import { days, type Finding, failed, look, ok, warning } from './finding.ts';

const SILENT_S_MAX = 180; // workers say twice a minute that they run
const LATE_S_MAX = 600;
const DAY_AND_MORE_S = 26 * 3_600;
const DUE_WORDS_MAX = 10_000; // as many as a fast sale leaves behind for a minute
const PRUNE_S_MAX = 6 * 3_600;

/** Looks at whether the work behind the pages is done, and what waits for a person. */
export function lookAtWork(db: Database): Promise<Finding>[] {
  const signs = readSignsOfLife(db);
  signs.catch(() => {}); // the looks that wait for it say so
  return [
    look('worker', async () => {
      const seconds = (await signs)?.workerSeconds;
      const todo = 'Start a worker, and read its log.';
      if (seconds === undefined) return failed('None has ever run.', todo);
      if (seconds > SILENT_S_MAX) return failed(`None has run for ${days(seconds)}.`, todo);
      return ok(`One said ${Math.round(seconds)} s ago that it runs.`);
    }),
    look('jobs', () => seeJobs(db)),
    look('backup', async () => {
      const last = await readLastBackup(db);
      const todo = 'Run ./service backup each day (docs/guides/backups.md).';
      if (last === null) return warning('None was made by ./service backup.', todo);
      const says = `The last good one is ${days(last.ageSeconds)} old.`;
      if (last.ageSeconds > DAY_AND_MORE_S) return failed(says, todo);
      return last.verifiedAt === null ? warning(`${says} It was not tried.`, 'Leave out --no-verify.') : ok(says);
    }),
    look('audit', async () => {
      const overdue = await readAuditOverdue(db);
      if (overdue <= DAY_AND_MORE_S) return ok('Every store that is due was audited in its night.');
      return failed(
        `The books of a store have been due for ${days(overdue)}.`,
        'Run ./service ledger audit, and read the log of the workers.',
      );
    }),
    look('prune', async () => {
      const seconds = (await signs)?.prunedSeconds ?? null;
      const todo = 'A worker does it each hour: read its log.';
      if (seconds === null) return warning('Old rows have not been removed yet.', todo);
      const says = `Old rows were removed ${days(seconds)} ago.`;
      return seconds > PRUNE_S_MAX ? failed(says, todo) : ok(says);
    }),
    look('search', async () => {
      const waiting = await countDueWords(db, DUE_WORDS_MAX);
      if (waiting < DUE_WORDS_MAX) return ok('Pre-orders are found by what they say now.');
      const says = `Changes of more than ${waiting} pre-orders wait to be found by the search.`;
      return warning(says, 'A worker catches up with two hundred in a second: read its log if they do not get fewer.');
    }),
    look('alerts', async () => {
      const open = await countOpenAlerts(db);
      if (open.length === 0) return ok('None is open.');
      const says = open.map(({ code, count }) => `${code} ${count}`).join(', ');
      return warning(`Open: ${says}.`, 'Run ./service alerts list for each store: it says what to do.');
    }),
  ];
}

async function seeJobs(db: Database) {
  const jobs = await countAllJobs(db);
  const dead = jobs.filter(({ state }) => state === 'dead').reduce((sum, { count }) => sum + count, 0);
  if (dead > 0)
    return failed(`${dead} gave up.`, 'Run ./service jobs list for their reasons, then ./service jobs retry.');
  const late = Math.max(
    0,
    ...jobs.filter(({ state }) => state === 'waiting').map(({ oldestSeconds }) => oldestSeconds),
  );
  if (late > LATE_S_MAX)
    return warning(`The oldest has waited for ${days(late)}.`, 'See whether workers run and what they log.');
  return ok(`${jobs.reduce((sum, { count }) => sum + count, 0)} are in the queue, none is dead or late.`);
}
