-- All that is wrong with a row, where that is more than one thing: code, param and message have the first.
ALTER TABLE import_row ADD COLUMN refusals jsonb;
