-- A write of the private API that was done, so that a repeated request does nothing more. It holds ids and sums, never a shopper's data:
-- the answer of a repeated request is read again.
CREATE TABLE api_write (
  store_id uuid NOT NULL REFERENCES store,
  principal text NOT NULL, -- `token:ID` or `staff:ID`
  target text NOT NULL, -- method and path
  key text NOT NULL, -- Idempotency-Key
  body_hash bytea NOT NULL, -- SHA-256
  done jsonb, -- null while a write that works outside of a transaction is being done
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, principal, target, key)
);
CREATE INDEX api_write_created_at ON api_write (created_at);

-- Who changed what in a store: for the merchant, who must be able to ask.
CREATE TABLE activity (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL, -- version 7, so that the key is the order in time
  at timestamptz NOT NULL DEFAULT app_now(),
  by_kind text NOT NULL CHECK (by_kind IN ('token', 'staff', 'command_line')),
  by_id text,
  by_name text NOT NULL,
  action text NOT NULL, -- such as `waitlist.update`
  subject text NOT NULL, -- the id or reference that the merchant knows
  before jsonb NOT NULL, -- the changed fields alone, without a shopper's data
  after jsonb NOT NULL,
  request_id text,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX activity_subject ON activity (store_id, subject, id);
