-- The store's page about the shopper's right of withdrawal, which the law of some countries wants beside terms and privacy. Null is none.
ALTER TABLE store ADD COLUMN withdrawal_url text;
