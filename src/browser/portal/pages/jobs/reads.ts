import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { textOf } from '../../texts.ts';
import type { Tone } from '../../ui/badge.tsx';

export type Job = Schemas['AdminJob'];
export type JobState = Job['state'];

export const JOB_TONES: Record<JobState, Tone> = { dead: 'bad', failing: 'warn', running: 'busy', waiting: 'neutral' };
export const JOB_STATES = Object.keys(JOB_TONES) as JobState[];

/** Says what a job does. A topic that is newer than this page is told by its name. */
export const jobName = (topic: string): string => textOf(`job.${topic}`) ?? topic;

/** Says in the reader's language why the last try failed; undefined for a fault without a code. */
export const reasonText = ({ reason_code: code }: Job): string | undefined =>
  code === null ? undefined : (textOf(`job.reason.${code}`) ?? textOf(`fault.${code}`));

export function useJobs(state: JobState | undefined) {
  return useData(keyOf(`jobs?${state ?? ''}`), async () => {
    const query = state ? { state } : {};
    return bodyOf(await api.GET('/admin/api/v1/jobs', { params: { query } })).data;
  });
}

export function useJob(id: number): Loaded<Job> {
  return useData(keyOf(`jobs/${id}`), async () => {
    const params = { path: { job_id: id } };
    return bodyOf(await api.GET('/admin/api/v1/jobs/{job_id}', { params })).data;
  });
}

/** Has jobs run again at once, with all their tries. */
export async function runAgain(which: { jobs: number[] } | { all_dead: true }): Promise<void> {
  bodyOf(await api.POST('/admin/api/v1/jobs/retry', { body: which }));
  changed(keyOf('jobs'));
  changed(keyOf('alerts'));
}
