-- The payments in which the provider's books and ours differed the last time. They are compared every night until they agree.
ALTER TABLE payment_account ADD COLUMN differing_refs text[] NOT NULL DEFAULT '{}';
