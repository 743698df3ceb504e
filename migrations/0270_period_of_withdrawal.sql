-- How long shoppers may withdraw from a contract, and for which goods the law excludes it. Existing stores go on with what the law says.
ALTER TABLE store
  ADD COLUMN withdrawal_days integer, -- null: as many as the law gives
  ADD COLUMN withdrawal_for text NOT NULL DEFAULT 'law',
  ADD COLUMN withdrawal_counts_from text NOT NULL DEFAULT 'order',
  ADD CONSTRAINT store_withdrawal_check CHECK (
    withdrawal_days BETWEEN 14 AND 365 AND withdrawal_for IN ('law', 'everyone')
    AND withdrawal_counts_from IN ('order', 'line')) NOT VALID;

-- Null: not excluded. What holds for a pre-order is what its shopper read in the checkout.
ALTER TABLE waitlist
  ADD COLUMN withdrawal_exclusion text,
  ADD CONSTRAINT waitlist_withdrawal_exclusion_check CHECK (withdrawal_exclusion IN (
    'market_price', 'personalised', 'perishable', 'hygiene', 'mixed', 'vintage', 'media', 'periodical')) NOT VALID;
ALTER TABLE checkout ADD COLUMN withdrawal_exclusion text;
ALTER TABLE preorder ADD COLUMN withdrawal_exclusion text;
