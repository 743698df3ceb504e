import Type from 'typebox';
import { closeAlert } from '../../core/alerts/commands.ts';
import { type AlertRow, listAlerts } from '../../core/alerts/queries.ts';
import { readableAlert } from '../../core/alerts/readable.ts';
import { jobNotFound, retryJobs } from '../../core/jobs/commands.ts';
import { countJobs, findJobs, listJobs } from '../../core/jobs/queries.ts';
import { AppError } from '../../domain/error.ts';
import { AlertListQuery, JobList, JobListQuery, RetryBody } from '../../protocol/schema/admin-api/operations.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { alertJson } from '../merchant-json/alerts.ts';
import { jobJson } from '../merchant-json/jobs.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';
import { requestOf } from './next-steps.ts';

const ALERTS = `${ADMIN_ROOT}/alerts`;
const JOBS = `${ADMIN_ROOT}/jobs`;
const JOBS_MAX = 1_000;
const JOBS_DEFAULT = 100;

const LIST_ALERTS = reading('operations:read', {
  operationId: 'listAlerts',
  summary: 'What needs the merchant, the newest first',
  querystring: AlertListQuery,
  response: { 200: successSchema(Type.Array(Type.Ref('AdminAlert')), 'At most 500.') },
});
const RESOLVE = writing('operations:write', {
  operationId: 'resolveAlert',
  summary: 'Mark an alert as done; it comes back if its cause is still there',
  params: Type.Object({ alert_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: NoBody,
  response: {
    200: successSchema(Type.Object({ id: Type.String() }), 'Its id.'),
    404: { $ref: 'Error#', description: '`alert_not_found`' },
  },
});
const LIST_JOBS = reading('operations:read', {
  operationId: 'listJobs',
  summary: 'Background work that is not done: the dead first, then failing, running and waiting',
  querystring: JobListQuery,
  response: { 200: successSchema(JobList, 'How many there are, and the first of them.') },
});
const GET_JOB = reading('operations:read', {
  operationId: 'getJob',
  summary: 'One job, with its reason',
  params: Type.Object({ job_id: Type.Integer({ minimum: 1 }) }),
  response: {
    200: successSchema(Type.Ref('AdminJob'), 'The job.'),
    404: { $ref: 'Error#', description: '`job_not_found`' },
  },
});
const RETRY = writing('operations:write', {
  operationId: 'retryJobs',
  summary: 'Run dead or failing jobs again at once, with all their tries',
  body: RetryBody,
  response: {
    200: successSchema(Type.Object({ jobs: Type.Array(Type.Ref('AdminJob')) }), 'Those that are not done yet.'),
    404: { $ref: 'Error#', description: '`job_not_found`' },
  },
});

/** Registers alerts: list, resolve. */
export function registerAlerts({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(ALERTS, LIST_ALERTS, async (request) => {
    const { all = false } = request.query;
    const asker = askerOf(request);
    const alerts = await listAlerts(deps.db, asker.store.id, { resolved: all });
    return success(alerts.map((alert) => ({ ...alertJson(readableAlert(asker, alert)), next: nextOf(alert) })));
  });

  app.post(`${ALERTS}/:alert_id/resolve`, RESOLVE, async (request, reply) => {
    const { store } = askerOf(request);
    const { alert_id } = request.params;
    return perform(request, reply, {
      action: 'alert.resolve',
      async run({ db }) {
        await closeAlert(db, store.id, alert_id);
        return { subject: alert_id };
      },
      answer: async (_, { subject }) => ({ id: subject }),
    });
  });
}

function nextOf({ nextStep, about }: AlertRow) {
  return nextStep && { step: nextStep, about, ...requestOf(nextStep, about) };
}

/** Registers background work: list, one job, run again. */
export function registerJobs({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(JOBS, LIST_JOBS, async (request) => {
    const { id } = askerOf(request).store;
    const { state, limit = JOBS_DEFAULT } = request.query;
    const counts = await countJobs(deps.db, id);
    return success({ counts, jobs: (await listJobs(deps.db, id, { state, limit })).map(jobJson) });
  });

  app.get(`${JOBS}/:job_id`, GET_JOB, async (request) => {
    const { job_id } = request.params;
    const [job] = await findJobs(deps.db, askerOf(request).store.id, [job_id]);
    if (!job) throw jobNotFound(job_id);
    return success(jobJson(job));
  });

  app.post(`${JOBS}/retry`, RETRY, async (request, reply) => {
    const { store } = askerOf(request);
    const { jobs = [], all_dead = false } = request.body;
    if (jobs.length === 0 && !all_dead) {
      throw new AppError('missing_parameter', 'Say which: jobs or all_dead.', { param: 'jobs' });
    }
    return perform(request, reply, {
      action: 'job.retry',
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
    });
  });
}
