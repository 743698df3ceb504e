-- What an operator needs: alerts, audits, backups, erasures, limits, rehearsals.

CREATE TABLE alert (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  code text NOT NULL,
  subject_id uuid NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  resolved_at timestamptz,
  -- What can be done about an alert, by a name that each surface words itself, and what it is done to.
  next_step text,
  about text,
  -- Which text an alert has, and what it speaks of, so that each reader gets it in their language. Null of alerts raised before.
  message_code text,
  message_values jsonb,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX alert_once ON alert (store_id, code, subject_id) WHERE resolved_at IS NULL;

-- One row a store and night: which process has it, and what it found.
CREATE TABLE audit (
  store_id uuid NOT NULL REFERENCES store,
  night date NOT NULL, -- of the store's time zone
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  findings integer CHECK (findings >= 0),
  claimed_until timestamptz,
  rules_done integer NOT NULL DEFAULT 0 CHECK (rules_done >= 0),
  found jsonb,
  -- Within a rule that is not proven yet, the last key that is.
  rule_after uuid,
  PRIMARY KEY (store_id, night)
);

-- Backups that ended well, so that their age can be watched.
CREATE TABLE backup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  made_at timestamptz NOT NULL, -- the moment that the backup shows
  bytes bigint NOT NULL,
  encrypted boolean NOT NULL,
  verified_at timestamptz -- when it was restored into a scratch database, and its books were right; null: not tried
);

-- That somebody was erased, not who: what is left of them carries `erased-` and this id where their customer key was.
CREATE TABLE erasure (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now(),
  checkouts integer NOT NULL CHECK (checkouts >= 0),
  preorders integer NOT NULL CHECK (preorders >= 0),
  -- null: line items in waitlists that still sell with a limit per customer keep the key that they are counted by.
  finished_at timestamptz,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX erasure_unfinished ON erasure (store_id, id) WHERE finished_at IS NULL;

-- An erasure that is under way, or ended a moment ago: a hold that was asked for before its end is refused, since its contact
-- would be written behind the erasure's back. Rows go some minutes after the end.
CREATE TABLE erasure_guard (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL, -- of the erasure
  who text NOT NULL, -- a hash of the customer key, which is not kept here
  refuses_until timestamptz NOT NULL, -- a lease while it runs, its end afterwards
  PRIMARY KEY (store_id, id)
);
-- Every batch of holds asks for the erasures of its own customers; a store may have any number.
CREATE INDEX erasure_guard_by_customer ON erasure_guard (store_id, who);

-- What a platform asks by law on behalf of people: their data, or to be erased. `erase_store`: of a whole store that left the platform.
CREATE TABLE privacy_request (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  platform text NOT NULL, -- the kind of platform that asked
  what text NOT NULL CHECK (what IN ('export', 'erase', 'erase_store')),
  email text, -- until it is done
  customer_key text, -- finds it when the person is erased
  order_refs text[] NOT NULL, -- the platform's ids of the orders that it is about
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  due_at timestamptz NOT NULL,
  next_at timestamptz DEFAULT app_now(), -- when the service tries it; null if it is a person's turn, or done
  outcome text, -- what was done, or what it waits for
  done_at timestamptz,
  PRIMARY KEY (store_id, id),
  CHECK (done_at IS NULL OR next_at IS NULL AND email IS NULL AND outcome IS NOT NULL)
);
CREATE INDEX privacy_request_next ON privacy_request (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX privacy_request_by_time ON privacy_request (store_id, asked_at DESC, id);
CREATE INDEX privacy_request_by_person ON privacy_request (store_id, customer_key) WHERE customer_key IS NOT NULL;

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
  -- Why a rehearsal failed, as a code: screens say it in their reader's language. Null where it did not fail, or failed before this column.
  failure_code text,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist
);
CREATE UNIQUE INDEX rehearsal_one_at_a_time ON rehearsal (store_id) WHERE state IN ('waiting', 'running');
CREATE INDEX rehearsal_to_run ON rehearsal (created_at) WHERE state IN ('waiting', 'running');
CREATE INDEX rehearsal_by_age ON rehearsal (store_id, created_at DESC, id);

-- Limits against guessing, counted for all processes together: by a keyed hash, the time at which the bucket will be empty.
-- Unlogged: a crash may forget them, and no backup needs them.
CREATE UNLOGGED TABLE shared_limit (
  key text PRIMARY KEY,
  empty_at timestamptz NOT NULL
);
CREATE INDEX shared_limit_by_age ON shared_limit (empty_at);

-- How far a background round has come in a table that it goes through again and again. Null: from the beginning.
CREATE TABLE walk (
  round text PRIMARY KEY,
  after_store uuid,
  after_id uuid
);

-- When a worker last said that it lives.
CREATE TABLE worker_life (
  one boolean DEFAULT true PRIMARY KEY CHECK (one),
  alive_at timestamptz NOT NULL,
  -- When old rows were last removed from every table that is pruned, so that this can be watched.
  pruned_at timestamptz
);
