-- migrate: outside a transaction
-- Times that are over, as far as is known, the first first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_due_runs_out ON payment_due (greatest(deadline, put_off_until)) WHERE ended_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS promise_question_runs_out ON promise_question (greatest(answer_by, put_off_until));
-- Mails that wait for their server.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_waiting ON mail (created_at, id) WHERE sent_at IS NULL AND dropped_at IS NULL;
