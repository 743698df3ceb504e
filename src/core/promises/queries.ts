import { AppError } from '../../domain/error.ts';
import type { Answer, Silence } from '../../domain/promise.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import { dayIn } from '../../domain/store-time.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';
import { WAITS } from '../preorders/queries/waiting.ts';
import { ASKING_MAIL } from './queries/asking.ts';
import { CLOCK, type ClockRow, type QuestionClock, questionClock } from './queries/clock.ts';

export type PromisedWindow = ShipWindow & { id: string; version: number; reason: string };

/** Evidence that a pre-order was told or asked of a moved date, with its result. */
export type Notice = {
  id: string;
  preorderId: string;
  reference: string;
  waitlistId: string;
  batchId: string;
  kind: 'told' | 'asked';
  at: Date;
  /** The new window. */
  promise: PromisedWindow;
  /** The window that the shopper knew until then. */
  known: PromisedWindow;
  /** The window that the shopper last agreed to. */
  agreed: PromisedWindow;
  daysLate: number;
  requiredBy: 'merchant' | 'law' | null;
  /** The last day on which an answer counts, in the store's calendar. */
  answerBy: string | null;
  /** The moment at which that day ends. */
  answerByAt: Date | null;
  /** The meaning of silence, as the shopper was told. */
  silence: Silence | null;
  answers: { answer: Answer; givenBy: AnswerSource; lines: number; at: Date }[];
  /** The clock of the question; null once the question has ended. */
  clock: QuestionClock | null;
  /** The question can be answered now: there is time left, and line items wait. */
  open: boolean;
  /** The mail of the notice, the last one that asked; null before it exists, and where it was not kept. */
  mail: { messageId: string; sentAt: Date | null } | null;
};

export type AnswerSource = 'link' | 'status_page' | 'merchant' | 'clock';

const windowJson = (table: string) =>
  `json_build_object('id', ${table}.id, 'version', ${table}.version, 'reason', ${table}.reason,
                     'from', ${table}.ships_from, 'until', ${table}.ships_until)`;

const MAIL = "json_build_object('messageId', m.message_id, 'sentAt', m.sent_at)";

const NOTICE = `
  SELECT n.id, n.preorder_id AS "preorderId", o.reference, o.waitlist_id AS "waitlistId", n.batch_id AS "batchId",
         n.kind, n.at, ${windowJson('p')} AS promise, ${windowJson('k')} AS known, ${windowJson('g')} AS agreed,
         n.days_late AS "daysLate", n.required_by AS "requiredBy", n.answer_by AS "toldAnswerBy", n.silence,
         s.time_zone AS "timeZone", CASE WHEN q.notice_id IS NOT NULL THEN ${CLOCK} END AS asked,
         coalesce((SELECT json_agg(json_build_object('answer', a.answer, 'givenBy', a.given_by, 'lines', a.lines,
                                                     'at', a.at) ORDER BY a.id)
                   FROM promise_answer a WHERE a.store_id = n.store_id AND a.notice_id = n.id), '[]') AS answers,
         EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = n.store_id AND l.preorder_id = n.preorder_id
                 AND l.batch_id = n.batch_id AND ${WAITS}) AS awaits,
         CASE n.kind WHEN 'asked' THEN (SELECT ${MAIL} FROM ${ASKING_MAIL} m)
           ELSE (SELECT ${MAIL} FROM mail m WHERE m.store_id = n.store_id AND m.preorder_id = n.preorder_id
                   AND m.kind = 'date_moved' AND m.dedupe = n.id::text) END AS mail
  FROM promise_notice n
  JOIN store s ON s.id = n.store_id
  JOIN preorder o ON o.store_id = n.store_id AND o.id = n.preorder_id
  JOIN promise p ON p.store_id = n.store_id AND p.id = n.promise_id
  JOIN promise k ON k.store_id = n.store_id AND k.id = n.known_id
  JOIN promise g ON g.store_id = n.store_id AND g.id = n.agreed_id
  LEFT JOIN promise_question q ON q.store_id = n.store_id AND q.preorder_id = n.preorder_id AND q.notice_id = n.id`;

type NoticeRow = Omit<Notice, 'answers' | 'mail' | 'answerBy' | 'answerByAt' | 'open' | 'clock'> & {
  toldAnswerBy: Date | null;
  timeZone: string;
  /** The clock of the question; null once the question has ended. */
  asked: ClockRow | null;
  awaits: boolean;
  answers: (Omit<Notice['answers'][number], 'at'> & { at: string })[]; // JSON has no dates
  mail: { messageId: string; sentAt: string | null } | null;
};

function toNotice({ toldAnswerBy, timeZone, asked, awaits, ...row }: NoticeRow): Notice {
  const mail = row.mail && { ...row.mail, sentAt: row.mail.sentAt === null ? null : new Date(row.mail.sentAt) };
  const clock = asked && questionClock(asked);
  // An open question may have been given more time than the notice said.
  const answerByAt = clock ? clock.at : toldAnswerBy;
  return {
    ...row,
    mail,
    clock,
    answerByAt,
    open: clock !== null && !clock.isOver && awaits,
    answerBy: answerByAt && lastDay(answerByAt, timeZone),
    answers: row.answers.map((answer) => ({ ...answer, at: new Date(answer.at) })),
  };
}

/** Reads a notice by its id; null when the store has no such notice. */
export async function findNotice(sql: Sql, storeId: string, id: string): Promise<Notice | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql.query<NoticeRow>(`${NOTICE} WHERE n.store_id = $1 AND n.id = $2`, [storeId, id]);
  return row ? toNotice(row) : null;
}

/** Reads every notice of a pre-order, the oldest first. */
export async function readNoticesOf(sql: Sql, storeId: string, preorderId: string): Promise<Notice[]> {
  const rows = await sql.query<NoticeRow>(
    `${NOTICE} WHERE n.store_id = $1 AND n.preorder_id = $2 ORDER BY n.at, n.id`,
    [storeId, preorderId],
  );
  return rows.map(toNotice);
}

/**
 * Reads which pre-orders, these or those of a customer, have an open question that nobody has answered. Resolves with the last day for
 * the answer by the id of the pre-order, the first one due first.
 */
export async function readAnswersNeeded(
  sql: Sql,
  storeId: string,
  { preorderIds, customerKey }: { preorderIds?: readonly string[]; customerKey?: string },
): Promise<Map<string, string>> {
  const rows = await sql.query<{ preorderId: string; asked: ClockRow }>(
    `SELECT q.preorder_id AS "preorderId", ${CLOCK} AS asked
     FROM preorder o JOIN promise_question q ON q.store_id = o.store_id AND q.preorder_id = o.id
     JOIN promise_notice n ON n.store_id = q.store_id AND n.id = q.notice_id JOIN store s ON s.id = q.store_id
     WHERE o.store_id = $1 AND ($2::uuid[] IS NULL OR o.id = ANY($2)) AND ($3::text IS NULL OR o.customer_key = $3)
       AND NOT EXISTS (SELECT 1 FROM promise_answer a WHERE a.store_id = n.store_id AND a.notice_id = n.id)
       AND EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id
                     AND l.batch_id = q.batch_id AND ${WAITS})`,
    [storeId, preorderIds ?? null, customerKey ?? null],
  );
  const open = rows.map(({ preorderId, asked }) => ({ preorderId, asked, clock: questionClock(asked) }));
  const due = open
    .filter(({ clock }) => !clock.isOver)
    .sort((one, other) => Number(one.clock.at) - Number(other.clock.at));
  const days = new Map<string, string>();
  for (const { preorderId, asked, clock } of due) {
    if (!days.has(preorderId)) days.set(preorderId, lastDay(clock.at, asked.timeZone));
  }
  return days;
}

/** Returns the day that ends at this moment. */
const lastDay = (end: Date, timeZone: string) => dayIn(new Date(end.getTime() - 1_000), timeZone);

export type NoticeFilter = {
  waitlistId?: string | undefined;
  preorderId?: string | undefined;
  promiseId?: string | undefined;
};

/** Reads a page of a store's notices in the order of their ids, which is roughly the order of their times. */
export async function listNotices(
  sql: Sql,
  storeId: string,
  { waitlistId, preorderId, promiseId, after, limit }: NoticeFilter & { after?: string | undefined; limit: number },
): Promise<Notice[]> {
  const rows = await sql.query<NoticeRow>(
    `${NOTICE} WHERE n.store_id = $1 AND ($2::uuid IS NULL OR o.waitlist_id = $2)
       AND ($3::uuid IS NULL OR n.preorder_id = $3) AND ($4::uuid IS NULL OR n.promise_id = $4)
       AND ($5::uuid IS NULL OR n.id > $5)
     ORDER BY n.id LIMIT $6`,
    [storeId, waitlistId ?? null, preorderId ?? null, promiseId ?? null, after ?? null, limit],
  );
  return rows.map(toNotice);
}

export type PromiseRow = PromisedWindow & {
  waitlistId: string;
  batchId: string;
  /** The position of the batch in the waitlist, from 1. */
  batch: number;
  productTitle: string;
  createdAt: Date;
  madeBy: string;
  /** It is the newest promise of the batch. */
  current: boolean;
  /** Numbers of pre-orders, by the kind and the result of their notice. */
  told: number;
  asked: number;
  waits: number;
  cancels: number;
  open: number;
};

const ended = (answers: string) =>
  `count(*) FILTER (WHERE (SELECT a.answer FROM promise_answer a WHERE a.store_id = n.store_id AND a.notice_id = n.id
                           ORDER BY a.id DESC LIMIT 1) IN (${answers}))::int`;

const PROMISE = `
  SELECT p.id, p.version, p.reason, p.ships_from AS "from", p.ships_until AS until, b.waitlist_id AS "waitlistId",
         p.batch_id AS "batchId", b.position AS batch, t.title AS "productTitle", p.created_at AS "createdAt",
         p.made_by AS "madeBy", c.told, c.asked, c.waits, c.cancels, c.open,
         NOT EXISTS (SELECT 1 FROM promise q WHERE q.store_id = p.store_id AND q.batch_id = p.batch_id
                     AND q.version > p.version) AS current
  FROM promise p
  JOIN batch b ON b.store_id = p.store_id AND b.id = p.batch_id
  JOIN waitlist w ON w.store_id = b.store_id AND w.id = b.waitlist_id
  JOIN product t ON t.store_id = w.store_id AND t.id = w.product_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE n.kind = 'told')::int AS told, count(*) FILTER (WHERE n.kind = 'asked')::int AS asked,
           ${ended("'wait', 'silence_wait'")} AS waits, ${ended("'cancel', 'silence_cancel'")} AS cancels,
           count(*) FILTER (WHERE EXISTS (
             SELECT 1 FROM promise_question q WHERE q.store_id = n.store_id AND q.preorder_id = n.preorder_id
               AND q.notice_id = n.id)
             AND NOT EXISTS (SELECT 1 FROM promise_answer a WHERE a.store_id = n.store_id AND a.notice_id = n.id))::int
             AS open
    FROM promise_notice n WHERE n.store_id = p.store_id AND n.promise_id = p.id) c`;

export type PromiseFilter = {
  waitlistId?: string | undefined;
  batchId?: string | undefined;
  /** The id of the last promise of the page before. */
  after?: string | undefined;
  limit?: number;
};

/** Reads promises of a batch, a waitlist or the store, the newest first; 500 of them unless there is a limit. */
export async function listPromises(
  sql: Sql,
  storeId: string,
  { waitlistId, batchId, after, limit = 500 }: PromiseFilter,
): Promise<PromiseRow[]> {
  return sql.query<PromiseRow>(
    `${PROMISE} WHERE p.store_id = $1 AND ($2::uuid IS NULL OR b.waitlist_id = $2) AND ($3::uuid IS NULL OR b.id = $3)
       AND ($4::uuid IS NULL OR (p.created_at, p.id) < (SELECT created_at, id FROM promise WHERE store_id = $1 AND id = $4))
     ORDER BY p.created_at DESC, p.id DESC LIMIT $5`,
    [storeId, waitlistId, batchId, after, limit],
  );
}

/** Reads a promise. Throws `promise_not_found`, also for a promise of another store and for text that is no id. */
export async function readPromise(sql: Sql, storeId: string, id: string): Promise<PromiseRow> {
  const [row] = isUuid(id)
    ? await sql.query<PromiseRow>(`${PROMISE} WHERE p.store_id = $1 AND p.id = $2`, [storeId, id])
    : [];
  if (!row) throw new AppError('promise_not_found', 'There is no such promise in this store.', { param: 'promise' });
  return row;
}
