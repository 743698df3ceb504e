-- How many second factors in a row were wrong: somebody else may know the password.
ALTER TABLE staff_member ADD COLUMN refused_factors integer NOT NULL DEFAULT 0;
