-- A waitlist may leave a variant to the store's own shelf while that has units. Existing waitlists go on as they are.
ALTER TABLE waitlist ADD COLUMN shelf_first boolean NOT NULL DEFAULT false;
