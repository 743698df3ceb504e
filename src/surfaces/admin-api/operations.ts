import { closeAlert } from '../../core/alerts/commands.ts';
import { type AlertRow, listAlerts } from '../../core/alerts/queries.ts';
import { readableAlert } from '../../core/alerts/readable.ts';
import { jobNotFound, retryJobs } from '../../core/jobs/commands.ts';
import { countJobs, findJobs, type Job, listJobs } from '../../core/jobs/queries.ts';
import { codeOfReason } from '../../core/jobs/reason.ts';
import { AppError } from '../../domain/error.ts';
import * as operations from '../../protocol/schema/admin-api/operations.ts';
import { jsonOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { requestOf } from './next-steps.ts';

const JOBS_MAX = 1_000;
const JOBS_DEFAULT = 100;

/** Registers alerts: list, resolve. */
export function registerAlerts({ reads, writes }: AdminRoutes): void {
  reads(operations.listAlerts, async (asker, { all = false }, { db }) =>
    (await listAlerts(db, asker.store.id, { resolved: all })).map((alert) => alertJson(readableAlert(asker, alert))),
  );
  writes(operations.resolveAlert, ({ store }, { alert_id: id }) => ({
    async run({ db }) {
      await closeAlert(db, store.id, id);
      return { subject: id };
    },
    answer: async (_, { subject }) => ({ id: subject }),
  }));
}

const alertJson = ({ nextStep, about, ...alert }: AlertRow) =>
  jsonOf(operations.AdminAlert, {
    ...alert,
    next: nextStep && { step: nextStep, about, ...requestOf(nextStep, about) },
  });

/** Registers background work: list, one job, run again. */
export function registerJobs({ reads, writes }: AdminRoutes): void {
  reads(operations.listJobs, async ({ store }, { state, limit = JOBS_DEFAULT }, { db }) => {
    const counts = await countJobs(db, store.id);
    return { counts, jobs: (await listJobs(db, store.id, { state, limit })).map(jobJson) };
  });
  reads(operations.getJob, async ({ store }, { job_id: id }, { db }) => {
    const [job] = await findJobs(db, store.id, [id]);
    if (!job) throw jobNotFound(id);
    return jobJson(job);
  });
  writes(operations.retryJobs, ({ store }, { jobs = [], all_dead = false }) => {
    if (jobs.length === 0 && !all_dead) {
      throw new AppError('missing_parameter', 'Say which: jobs or all_dead.', { param: 'jobs' });
    }
    return {
      async run(joined) {
        const dead = all_dead ? await listJobs(joined.db, store.id, { state: 'dead', limit: JOBS_MAX }) : [];
        const ids = [...new Set([...jobs, ...dead.map(({ id }) => id)])];
        if (ids.length > 0) await retryJobs(joined, store.id, ids);
        return { subject: store.slug, outcome: { jobs: ids } };
      },
      // A job that is done by then is deleted.
      answer: async ({ db }, { outcome }) => ({
        jobs: (await findJobs(db, store.id, outcome.jobs as number[])).map(jobJson),
      }),
    };
  });
}

const jobJson = (job: Job) =>
  jsonOf(operations.AdminJob, { ...job, reasonCode: job.reason === null ? null : codeOfReason(job.reason) });
