-- The telephone number of the seller, for shoppers: the model instructions on withdrawal want it. Null: none.
ALTER TABLE store ADD COLUMN contact_phone text;
