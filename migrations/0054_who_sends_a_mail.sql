-- Whose claim it is: who lost the answer of the database asks again, and finds its own.
ALTER TABLE mail ADD COLUMN claimed_by uuid;
