-- A launch that is rehearsed with simulated shoppers on a copy of the store. Only the plan and the report are kept here; no shopper of
-- a rehearsal is a person.
CREATE TABLE rehearsal (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'stopped', 'failed')),
  waitlist_id uuid NOT NULL,
  plan jsonb NOT NULL,
  shoppers integer NOT NULL CHECK (shoppers > 0),
  arrived integer NOT NULL DEFAULT 0, -- of the shoppers, so far
  stop_asked boolean NOT NULL DEFAULT false,
  report jsonb,
  failure text, -- why it failed, for the merchant
  created_at timestamptz NOT NULL DEFAULT app_now(),
  started_at timestamptz,
  ended_at timestamptz,
  claimed_until timestamptz, -- a process runs it; over: that process is gone
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist
);
CREATE UNIQUE INDEX rehearsal_one_at_a_time ON rehearsal (store_id) WHERE state IN ('waiting', 'running');
CREATE INDEX rehearsal_to_run ON rehearsal (created_at) WHERE state IN ('waiting', 'running');
CREATE INDEX rehearsal_by_age ON rehearsal (store_id, created_at DESC, id);
