-- migrate: outside a transaction
-- Every store has the defaults and no waitlist excludes anything, so only the database has to look.
ALTER TABLE store VALIDATE CONSTRAINT store_withdrawal_check;
ALTER TABLE waitlist VALIDATE CONSTRAINT waitlist_withdrawal_exclusion_check;
