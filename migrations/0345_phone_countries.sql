-- The countries where the carrier needs a telephone number, for customs or to announce a parcel. The checkout asks for it there.
ALTER TABLE store ADD COLUMN phone_countries text[] NOT NULL DEFAULT '{}';
