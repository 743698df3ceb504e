import type { Job } from '../../core/jobs/queries.ts';
import { codeOfReason } from '../../core/jobs/reason.ts';

export function jobJson(job: Job) {
  return {
    id: job.id,
    topic: job.topic,
    subject_id: job.subjectId,
    state: job.state,
    attempts: job.attempts,
    attempts_max: job.attemptsMax,
    reason: job.reason,
    reason_code: job.reason === null ? null : codeOfReason(job.reason),
    created_at: job.createdAt.toISOString(),
    run_at: job.runAt.toISOString(),
    running_since: job.runningSince?.toISOString() ?? null,
  };
}
