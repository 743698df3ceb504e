import type { AlertRow } from '../../core/alerts/queries.ts';

export function alertJson(alert: AlertRow) {
  return {
    id: alert.id,
    code: alert.code,
    subject_id: alert.subjectId,
    message: alert.message,
    message_code: alert.messageCode,
    message_values: alert.messageValues,
    next: alert.nextStep && { step: alert.nextStep, about: alert.about },
    created_at: alert.createdAt.toISOString(),
    resolved_at: alert.resolvedAt?.toISOString() ?? null,
  };
}
