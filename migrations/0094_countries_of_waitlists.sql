-- The countries to which a waitlist ships, of those of its store; null: all of them.
ALTER TABLE waitlist ADD COLUMN countries text[];
