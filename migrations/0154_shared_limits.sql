-- Limits against guessing, counted for all processes together: by a keyed hash, the time at which the bucket will be empty.
-- Unlogged: a crash may forget them, and no backup needs them.
CREATE UNLOGGED TABLE shared_limit (
  key text PRIMARY KEY,
  empty_at timestamptz NOT NULL
);
CREATE INDEX shared_limit_by_age ON shared_limit (empty_at);
