-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS promise_question_to_remind ON promise_question (greatest(answer_by, put_off_until)) WHERE reminded_at IS NULL;
