-- Declarations by which people withdraw from a contract. What was declared is evidence: it never changes, except that an erasure
-- empties what names the person. What became of a declaration does change.
CREATE TABLE withdrawal (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  declared_at timestamptz NOT NULL DEFAULT app_now(),
  locale text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  reference text NOT NULL, -- as it was typed; empty: the person did not name it, like the postcode
  postal_code text NOT NULL,
  items text NOT NULL, -- empty: everything
  customer_key text NOT NULL,
  preorder_id uuid, -- null: none was found
  matched_by_hand boolean NOT NULL DEFAULT false, -- a person said which pre-order it is, so a person acts on it
  state text NOT NULL DEFAULT 'declared' CHECK (state IN ('declared', 'undone', 'settled', 'refused')),
  acted_at timestamptz, -- when the service cancelled what it names, once nobody could undo it any more
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'declared')),
  answer text NOT NULL DEFAULT '', -- what the merchant did, or why not
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX withdrawal_list ON withdrawal (store_id, declared_at DESC, id);
CREATE INDEX withdrawal_by_preorder ON withdrawal (store_id, preorder_id) WHERE preorder_id IS NOT NULL;
CREATE INDEX withdrawal_to_act_on ON withdrawal (declared_at) WHERE state = 'declared' AND acted_at IS NULL;
CREATE INDEX withdrawal_by_customer ON withdrawal (store_id, customer_key);

CREATE FUNCTION keep_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name NOT IN (OLD.name, '') OR NEW.email NOT IN (OLD.email, '') OR NEW.items NOT IN (OLD.items, '')
     OR NEW.reference NOT IN (OLD.reference, '') OR NEW.postal_code NOT IN (OLD.postal_code, '') OR NEW.locale <> OLD.locale
     OR (NEW.declared_at <> OLD.declared_at AND NOT EXISTS (
       SELECT 1 FROM store WHERE mode = 'test' AND id = nullif(current_setting('app.ages_store', true), '')::uuid)) THEN
    RAISE EXCEPTION 'what was declared never changes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_keeps_evidence BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION keep_evidence();
CREATE TRIGGER withdrawal_is_kept BEFORE DELETE ON withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The receipts of a declaration: one for the address that it names, one for that of its pre-order where this is another.
CREATE TABLE withdrawal_receipt (
  store_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  recipient text NOT NULL CHECK (recipient IN ('declarant', 'contact')),
  try_at timestamptz NOT NULL DEFAULT app_now(),
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  message_id text, -- of the mail that was sent
  failure text, -- why it is never sent; also the last try of one that waits
  PRIMARY KEY (store_id, withdrawal_id, recipient),
  FOREIGN KEY (store_id, withdrawal_id) REFERENCES withdrawal
);
CREATE INDEX withdrawal_receipt_due ON withdrawal_receipt (try_at) WHERE sent_at IS NULL AND try_at < 'infinity';

ALTER TABLE link DROP CONSTRAINT link_purpose_check;
ALTER TABLE link ADD CONSTRAINT link_purpose_check
  CHECK (purpose IN ('cancel', 'manage', 'pay', 'card', 'answer', 'withdrawal')) NOT VALID;
