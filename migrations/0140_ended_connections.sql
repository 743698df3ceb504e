-- The merchant removed us on the platform, which told so: other words than for a secret that no longer works.
ALTER TABLE connection ADD COLUMN ended_at timestamptz;
