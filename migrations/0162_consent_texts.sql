-- What shoppers agree to, word for word, once for all who agree to the same words. An equal text of a store has an equal id.
CREATE TABLE consent_text (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE TRIGGER consent_text_stays BEFORE UPDATE ON consent_text FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A pre-order has its words there, or for itself: one that was placed elsewhere or before this migration.
ALTER TABLE preorder ADD COLUMN consent_text_id uuid;
ALTER TABLE preorder ALTER COLUMN consent_text DROP NOT NULL;
ALTER TABLE preorder ADD CONSTRAINT preorder_agreed_to CHECK ((consent_text IS NULL) <> (consent_text_id IS NULL)) NOT VALID;
ALTER TABLE preorder ADD CONSTRAINT preorder_consent_text FOREIGN KEY (store_id, consent_text_id) REFERENCES consent_text NOT VALID;
