-- What grows is walked through in parts, and a queue has its order in an index (docs/decisions/0270-walks-and-bounded-answers.md).

-- How far a background round has come in a table that it goes through again and again. Null: from the beginning.
CREATE TABLE walk (
  round text PRIMARY KEY,
  after_store uuid,
  after_id uuid
);

-- When the pre-order of the line item was placed: the order in which units are given out. Those of before are filled in by
-- 0037; where code that does not know the column places one, the default is right to the millisecond.
ALTER TABLE preorder_line ADD COLUMN placed_at timestamptz;
ALTER TABLE preorder_line ALTER COLUMN placed_at SET DEFAULT app_now();
