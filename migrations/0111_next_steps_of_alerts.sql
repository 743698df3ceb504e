-- What can be done about an alert, by a name that each surface words itself, and what it is done to.
ALTER TABLE alert ADD COLUMN next_step text;
ALTER TABLE alert ADD COLUMN about text;
