-- Every store is audited every night, in ranges: where each stopped, and whose turn it is.

-- Within a rule that is not proven yet, the last key that is.
ALTER TABLE audit ADD COLUMN rule_after uuid;

-- The next 3 o'clock of the store that it is not audited since. A store that is new waits for its second day.
ALTER TABLE store ADD COLUMN audit_due_at timestamptz NOT NULL DEFAULT now();
