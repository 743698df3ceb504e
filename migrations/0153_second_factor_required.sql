-- A store may demand that everybody who works in it has a second factor.
ALTER TABLE store ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
