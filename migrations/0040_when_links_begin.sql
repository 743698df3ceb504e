-- A link that somebody asked for counts from when its mail is handed over, not from when it was asked for.
ALTER TABLE link ADD COLUMN begins_at timestamptz;
