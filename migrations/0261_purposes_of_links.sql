-- migrate: outside a transaction
-- Every link has one of the purposes already, so only the database has to look.
ALTER TABLE link VALIDATE CONSTRAINT link_purpose_check;
