-- Whether shoppers read the lowest price of 30 days beside a struck one. Existing stores do what the law says.
ALTER TABLE store
  ADD COLUMN lowest_price text NOT NULL DEFAULT 'law',
  ADD CONSTRAINT store_lowest_price_check CHECK (lowest_price IN ('law', 'always', 'never')) NOT VALID;
