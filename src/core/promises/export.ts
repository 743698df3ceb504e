import type { Sql } from '../../platform/db.ts';
import { listNotices, type Notice, type NoticeFilter } from './queries.ts';

/** One row per notice. Times are UTC, days are the store's. It holds no personal data, only ids and dates. */
export type EvidenceRow = Record<(typeof EVIDENCE_COLUMNS)[number], string>;

/** The columns of the file, in their order. */
export const EVIDENCE_COLUMNS = [
  'reference',
  'noticed_at',
  'kind',
  'required_by',
  'reason',
  'promise_version',
  'days_late',
  'agreed_from',
  'agreed_until',
  'before_from',
  'before_until',
  'ships_from',
  'ships_until',
  'answer_by',
  'silence',
  'answer',
  'answered_at',
  'answered_by',
  'lines',
  'answers',
  'mail_id',
  'mail_sent_at',
  'waitlist_id',
  'batch_id',
  'promise_id',
  'notice_id',
] as const;

// Small enough for memory, large enough that round trips cost little.
const PAGE = 1_000;

export async function* evidenceRows(sql: Sql, storeId: string, filter: NoticeFilter): AsyncGenerator<EvidenceRow[]> {
  let after: string | undefined;
  for (;;) {
    const notices = await listNotices(sql, storeId, { ...filter, after, limit: PAGE });
    if (notices.length > 0) yield notices.map(row);
    if (notices.length < PAGE) return;
    after = notices.at(-1)?.id;
  }
}

function row(notice: Notice): EvidenceRow {
  const { agreed, known, promise, answers, mail } = notice;
  const last = answers.at(-1);
  return {
    reference: notice.reference,
    noticed_at: notice.at.toISOString(),
    kind: notice.kind,
    required_by: notice.requiredBy ?? '',
    reason: promise.reason,
    promise_version: String(promise.version),
    days_late: String(notice.daysLate),
    agreed_from: agreed.from,
    agreed_until: agreed.until,
    before_from: known.from,
    before_until: known.until,
    ships_from: promise.from,
    ships_until: promise.until,
    answer_by: notice.answerByAt?.toISOString() ?? '',
    silence: notice.silence ?? '',
    answer: last?.answer ?? '',
    answered_at: last?.at.toISOString() ?? '',
    answered_by: last?.givenBy ?? '',
    lines: last ? String(last.lines) : '',
    answers: answers.map(({ answer, givenBy, at }) => `${at.toISOString()} ${answer} (${givenBy})`).join('; '),
    mail_id: mail?.messageId ?? '',
    mail_sent_at: mail?.sentAt?.toISOString() ?? '',
    waitlist_id: notice.waitlistId,
    batch_id: notice.batchId,
    promise_id: promise.id,
    notice_id: notice.id,
  };
}
