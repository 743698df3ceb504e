import { readOutcome } from '../../core/people/outcome.ts';
import type { PrivacyRequest } from '../../core/people/queries/privacy-requests.ts';

/** Returns what a platform asked on behalf of a person as JSON. */
export const privacyRequestJson = ({ id, platform, what, email, askedAt, dueAt, outcome, doneAt }: PrivacyRequest) => ({
  id,
  platform,
  what,
  email,
  asked_at: askedAt.toISOString(),
  due_at: dueAt.toISOString(),
  outcome,
  outcome_code: outcome === null ? null : (readOutcome(outcome)?.code ?? null),
  outcome_value: (outcome !== null && readOutcome(outcome)?.value) || null,
  done_at: doneAt?.toISOString() ?? null,
});
