-- A copy by logical replication finds a row by its key. The waitlist of a row may be null, so the key is a number of its own. Counts are
-- few and written some times a minute, so the table may be written again under its lock.
ALTER TABLE measure ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE measure ADD PRIMARY KEY (store_id, id);
