-- Erasures and nightly audits that take their time.

-- An erasure that is under way, or ended a moment ago: a hold that was asked for before its end is refused, since its contact
-- would be written behind the erasure's back. Rows go some minutes after the end.
CREATE TABLE erasure_guard (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL, -- of the erasure
  who text NOT NULL, -- a hash of the customer key, which is not kept here
  refuses_until timestamptz NOT NULL, -- a lease while it runs, its end afterwards
  PRIMARY KEY (store_id, id)
);

ALTER TABLE audit
  -- A process that audits the store keeps it until then, and says so again as it goes on.
  ADD COLUMN claimed_until timestamptz,
  -- How many of the rules are proven, and what broke them: another process goes on from there.
  ADD COLUMN rules_done integer NOT NULL DEFAULT 0 CHECK (rules_done >= 0),
  ADD COLUMN found jsonb;
