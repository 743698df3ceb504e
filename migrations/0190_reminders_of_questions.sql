-- When the shopper was reminded of a question, or it was seen that there is nothing to remind of. Null: not yet.
ALTER TABLE promise_question ADD COLUMN reminded_at timestamptz;
