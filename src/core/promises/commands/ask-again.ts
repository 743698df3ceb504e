import { REMIND_DAYS } from '../../../domain/promise.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { CLOCK, type ClockRow, KNOWN_END, questionClock } from '../queries/clock.ts';
import type { QuestionKey } from './answer.ts';
import { putOff } from './silence.ts';
import { NOT_ASKED } from './unreached.ts';

const UNANSWERED = `NOT EXISTS (
  SELECT 1 FROM promise_answer a WHERE a.store_id = q.store_id AND a.notice_id = q.notice_id)`;

/**
 * Asks the open questions of a pre-order again, because its shopper has another address: nobody there has read them, and the earlier
 * links have ended. The shopper has as many days as the question gave at first. The caller has locked the pre-order.
 */
export async function askNewAddress(tx: Sql, storeId: string, preorderId: string): Promise<void> {
  const asked = await tx.query<{ noticeId: string }>(
    `WITH asked AS (
       UPDATE promise_question q
       SET answer_by = greatest(${KNOWN_END}, t.answer_by), runs_from = app_now(), put_off_until = NULL, reminded_at = NULL
       FROM store s, promise_notice n, LATERAL (
         SELECT ((app_now() AT TIME ZONE s.time_zone)::date + ((n.answer_by AT TIME ZONE s.time_zone)::date
                 - (n.at AT TIME ZONE s.time_zone)::date))::timestamp AT TIME ZONE s.time_zone AS answer_by) t
       WHERE q.store_id = $1 AND q.preorder_id = $2 AND s.id = q.store_id
         AND n.store_id = q.store_id AND n.id = q.notice_id AND ${UNANSWERED}
       RETURNING q.store_id, q.notice_id
     ), resolved AS (
       UPDATE alert a SET resolved_at = app_now() FROM asked q
       WHERE a.store_id = q.store_id AND a.code = $3 AND a.subject_id = q.notice_id AND a.resolved_at IS NULL)
     SELECT notice_id AS "noticeId" FROM asked`,
    [storeId, preorderId, NOT_ASKED],
  );
  const questions = asked.map(({ noticeId }) => ({ storeId, preorderId, noticeId }));
  await mailAgain(tx, questions, 'contact');
}

// One run handles as many as fit into a few seconds; the next run continues.
const NEAR_MAX = 500;

/** Reminds shoppers once of each question that silence answers soon. Resolves with the number of questions that were near. */
export async function remindOfQuestions(deps: Pick<Deps, 'db' | 'outbox'>): Promise<number> {
  const known = await readNear(deps.db);
  const later = known.filter(({ msLeft }) => msLeft > REMIND_DAYS * DAY_MS);
  if (later.length > 0) await putOff(deps.db, later);
  const near = known.filter((question) => !later.includes(question) && !question.clock.isOver);
  if (near.length === 0) return 0;
  await deps.db.transaction((tx) => remind(tx, near));
  deps.outbox.wake();
  return near.length;
}

const DAY_MS = 86_400_000;

/** Reads the questions that are near by their stored times. An outage may have given some of them more time. */
async function readNear(sql: Sql) {
  const rows = await sql.query<QuestionKey & { asked: ClockRow }>(
    `SELECT q.store_id AS "storeId", q.preorder_id AS "preorderId", q.notice_id AS "noticeId", ${CLOCK} AS asked
     FROM promise_question q JOIN promise_notice n ON n.store_id = q.store_id AND n.id = q.notice_id
     JOIN store s ON s.id = q.store_id
     WHERE q.reminded_at IS NULL AND ${KNOWN_END} <= (SELECT app_now()) + $1 * interval '1 day'
     ORDER BY ${KNOWN_END} LIMIT $2`,
    [REMIND_DAYS, NEAR_MAX],
  );
  return rows.map(({ asked, ...key }) => {
    const clock = questionClock(asked);
    return { ...key, clock, msLeft: clock.at.getTime() - Date.parse(asked.now) };
  });
}

/** Marks the questions, and mails about those that are open. A shopper who was asked within the last day is not reminded. */
async function remind(tx: Sql, near: readonly QuestionKey[]): Promise<void> {
  const marked = await tx.query<QuestionKey & { asks: boolean }>(
    `UPDATE promise_question q SET reminded_at = app_now() FROM promise_notice n
     WHERE (q.store_id, q.preorder_id, q.notice_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))
       AND q.reminded_at IS NULL AND n.store_id = q.store_id AND n.id = q.notice_id
     RETURNING q.store_id AS "storeId", q.preorder_id AS "preorderId", q.notice_id AS "noticeId",
       ${UNANSWERED}
       AND coalesce(q.runs_from, n.at) < ${KNOWN_END} - ($4 + 1) * interval '1 day' AS asks`,
    [...columnsOf(near), REMIND_DAYS],
  );
  await mailAgain(
    tx,
    marked.filter(({ asks }) => asks),
    'reminder',
  );
}

/** Has these questions mailed once more, each with a link of its own. */
async function mailAgain(tx: Sql, questions: readonly QuestionKey[], why: 'contact' | 'reminder'): Promise<void> {
  if (questions.length === 0) return;
  await tx.query(
    `WITH links AS (
       INSERT INTO link (store_id, id, preorder_id, purpose, detail, created_at, expires_at)
       SELECT q.store_id, gen_random_uuid(), q.preorder_id, 'answer', jsonb_build_object('noticeId', q.notice_id), app_now(),
              ${KNOWN_END} + interval '60 days'
       FROM promise_question q
       WHERE (q.store_id, q.preorder_id, q.notice_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))
       RETURNING store_id, id, preorder_id, detail)
     INSERT INTO outbox (store_id, topic, subject_id, detail)
     SELECT store_id, 'promise.noticed', preorder_id,
            detail || jsonb_build_object('kind', 'asked', 'linkId', id, 'again', $4::text) FROM links`,
    [...columnsOf(questions), why],
  );
}

function columnsOf(questions: readonly QuestionKey[]) {
  return [
    questions.map(({ storeId }) => storeId),
    questions.map(({ preorderId }) => preorderId),
    questions.map(({ noticeId }) => noticeId),
  ];
}
