import type { Notice } from '../../core/promises/queries.ts';
import type { ClockEnd } from '../../domain/clock.ts';

export function noticeJson(notice: Notice) {
  const window = ({ version, from, until }: Notice['promise']) => ({ version, from, until });
  return {
    id: notice.id,
    reference: notice.reference,
    kind: notice.kind,
    at: notice.at.toISOString(),
    reason: notice.promise.reason,
    ship_window: window(notice.promise),
    before: window(notice.known),
    agreed: window(notice.agreed),
    days_late: notice.daysLate,
    required_by: notice.requiredBy,
    answer_by: notice.answerByAt?.toISOString() ?? null,
    silence: notice.silence,
    open: notice.open,
    time_to_answer: notice.clock && clockJson(notice.clock),
    answers: notice.answers.map(({ answer, givenBy, lines, at }) => ({
      answer,
      given_by: givenBy,
      lines,
      at: at.toISOString(),
    })),
    mail: notice.mail && { message_id: notice.mail.messageId, sent_at: notice.mail.sentAt?.toISOString() ?? null },
  };
}

export function clockJson({ at, standsStill, stoppedBy }: ClockEnd) {
  return {
    ends_at: at.toISOString(),
    stands_still: standsStill,
    stopped_by: stoppedBy.map(({ kind, beganAt, endedAt, reason }) => ({
      kind,
      began_at: beganAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      reason,
    })),
  };
}
