-- The words that a store put in place of ours on its button and in its mails, by language. The keys are those of src/core/texts/list.ts,
-- and the bound is the largest of src/domain/own-text.ts.
CREATE TABLE store_text (
  store_id uuid NOT NULL REFERENCES store,
  language text NOT NULL CHECK (language ~ '^[a-z]{2,3}$'),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  PRIMARY KEY (store_id, language, key)
);
