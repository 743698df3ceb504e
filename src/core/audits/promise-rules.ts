import { WAITS } from '../preorders/queries/waiting.ts';
import { detail, preorderOf, type Rule } from './rule.ts';

// Jobs send notices and end questions within minutes, but a worker may be down for a night without a fault in the books.
const TIME_GIVEN = '1 day';

/** The rules for what shoppers were promised. */
export const PROMISE_RULES: Record<string, Rule> = {
  'Who waits was told of the window that holds, once there was time.': {
    code: 'promise_not_told',
    by: 'preorder',
    broken: (within) => `
    WITH newest AS MATERIALIZED (
      SELECT DISTINCT ON (batch_id) batch_id, id, version, created_at FROM promise
      WHERE store_id = $1 ORDER BY batch_id, version DESC),
    moved AS MATERIALIZED (
      SELECT l.preorder_id, q.id AS promise_id, q.version, q.created_at, min(p.version) AS bought
      FROM preorder_line l
      JOIN newest q ON q.batch_id = l.batch_id
      JOIN promise p ON p.store_id = $1 AND p.id = l.promise_id AND p.version < q.version
      WHERE l.store_id = $1 AND ${within('l.preorder_id')} AND ${WAITS}
      GROUP BY l.preorder_id, q.id, q.version, q.created_at)
    SELECT o.reference AS subject, ${detail('promise_not_told', 'bought under %s, %s holds', 'm.bought, m.version')}
    FROM moved m
    JOIN preorder o ON o.store_id = $1 AND o.id = m.preorder_id AND ${within('o.id')}
    JOIN preorder_contact k ON k.store_id = $1 AND k.preorder_id = m.preorder_id AND ${within('k.preorder_id')}
    LEFT JOIN promise_notice n ON n.store_id = $1 AND n.preorder_id = m.preorder_id AND n.promise_id = m.promise_id
      AND ${within('n.preorder_id')}
    WHERE n.id IS NULL AND greatest(m.created_at, o.placed_at) < (SELECT app_now()) - interval '${TIME_GIVEN}'`,
  },
  // Answered questions have no row any more, and an index finds those whose time is over.
  'A question about a moved date ends when its time is over.': {
    code: 'question_overdue',
    by: 'once',
    broken: () => `
    SELECT p.reference AS subject, ${detail('question_overdue', 'answer by %s', 'q.answer_by')}
    FROM promise_question q, ${preorderOf('q.preorder_id')}
    WHERE q.store_id = $1 AND greatest(q.answer_by, q.put_off_until) < (SELECT app_now()) - interval '${TIME_GIVEN}'`,
  },
  'A question is open until something is known to have ended it.': {
    code: 'question_without_end',
    by: 'preorder',
    broken: (within) => `
    WITH asked AS MATERIALIZED (
      SELECT id, preorder_id, at FROM promise_notice
      WHERE store_id = $1 AND ${within('preorder_id')} AND kind = 'asked'),
    answered AS MATERIALIZED (
      SELECT DISTINCT ON (notice_id) notice_id, answer FROM promise_answer
      WHERE store_id = $1 AND notice_id = ANY (ARRAY(SELECT id FROM asked)) ORDER BY notice_id, id DESC),
    suspect AS MATERIALIZED (
      SELECT n.preorder_id, n.at, q.notice_id IS NOT NULL AS open, a.answer FROM asked n
      LEFT JOIN promise_question q ON q.store_id = $1 AND q.preorder_id = n.preorder_id AND q.notice_id = n.id
        AND ${within('q.preorder_id')}
      LEFT JOIN answered a ON a.notice_id = n.id
      WHERE CASE WHEN q.notice_id IS NULL THEN a.answer IS NULL ELSE a.answer <> 'wait' END)
    SELECT p.reference AS subject, ${detail('question_without_end', 'asked at %s, open: %s, answer: %s', 'n.at, n.open, n.answer')}
    FROM suspect n, ${preorderOf('n.preorder_id')}`,
  },
};
