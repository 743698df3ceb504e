// Jobs tell and end within minutes; a worker that was down for a night is no fault in the books.
const TIME_GIVEN = '1 day';

/** What is always true of what shoppers were promised: each lists what breaks it, as subject and detail; $1 is the store. */
export const PROMISE_RULES: Record<string, string> = {
  'Who waits was told of the window that holds, once there was time.': `
    SELECT o.reference AS subject, format('bought under %s, %s holds', min(p.version), q.version) AS detail
    FROM preorder_line l
    JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id
    JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
    JOIN promise p ON p.store_id = l.store_id AND p.id = l.promise_id
    JOIN LATERAL (SELECT id, version, created_at FROM promise q WHERE q.store_id = l.store_id AND q.batch_id = l.batch_id
                  ORDER BY version DESC LIMIT 1) q ON q.version > p.version
    WHERE l.store_id = $1 AND (l.state = 'placed' OR l.due_from = 'placed')
      AND greatest(q.created_at, o.placed_at) < app_now() - interval '${TIME_GIVEN}'
      AND NOT EXISTS (SELECT 1 FROM promise_notice n
                      WHERE n.store_id = o.store_id AND n.preorder_id = o.id AND n.promise_id = q.id)
    GROUP BY o.store_id, o.id, q.version`,
  'A question about a moved date ends when its time is over.': `
    SELECT o.reference AS subject, format('answer by %s', q.answer_by) AS detail
    FROM promise_question q JOIN preorder o ON o.store_id = q.store_id AND o.id = q.preorder_id
    WHERE q.store_id = $1 AND q.answer_by < app_now() - interval '${TIME_GIVEN}'`,
  'A question is open until something is known to have ended it.': `
    SELECT o.reference AS subject, format('asked at %s, open: %s, answer: %s', n.at, q.notice_id IS NOT NULL, a.answer) AS detail
    FROM promise_notice n
    JOIN preorder o ON o.store_id = n.store_id AND o.id = n.preorder_id
    LEFT JOIN promise_question q ON q.store_id = n.store_id AND q.preorder_id = n.preorder_id AND q.notice_id = n.id
    LEFT JOIN LATERAL (SELECT a.answer FROM promise_answer a WHERE a.store_id = n.store_id AND a.notice_id = n.id
                       ORDER BY a.id DESC LIMIT 1) a ON true
    WHERE n.store_id = $1 AND n.kind = 'asked'
      AND CASE WHEN q.notice_id IS NULL THEN a.answer IS NULL ELSE a.answer <> 'wait' END`,
};
