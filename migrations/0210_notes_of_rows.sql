-- Which parts of a row became something else than the row says.
ALTER TABLE import_row ADD COLUMN notes jsonb;
