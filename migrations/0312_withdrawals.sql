-- Declarations of withdrawal, and their receipts.

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
  ended_at timestamptz,
  answer text NOT NULL DEFAULT '', -- what the merchant did, or why not
  -- proven: it was declared by a link that only the customer of the pre-order gets, or by a session that such a link opened.
  proven boolean NOT NULL DEFAULT false,
  -- When its pre-order was looked for; null before. The declaration is stored first, whatever becomes of that.
  looked_at timestamptz DEFAULT now(),
  -- The service looked, and cannot decide: the period of what was sent is over, or nobody can see whether a seal is broken.
  left_to_person boolean NOT NULL DEFAULT false,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK ((ended_at IS NULL) = (state = 'declared'))
);
CREATE INDEX withdrawal_list ON withdrawal (store_id, declared_at DESC, id);
CREATE INDEX withdrawal_by_preorder ON withdrawal (store_id, preorder_id) WHERE preorder_id IS NOT NULL;
CREATE INDEX withdrawal_to_act_on ON withdrawal (declared_at) WHERE state = 'declared' AND acted_at IS NULL;
CREATE INDEX withdrawal_by_customer ON withdrawal (store_id, customer_key);
CREATE INDEX withdrawal_to_look_for ON withdrawal (declared_at) WHERE looked_at IS NULL;
CREATE INDEX withdrawal_declared ON withdrawal (store_id, preorder_id) WHERE state = 'declared' AND preorder_id IS NOT NULL;
CREATE INDEX withdrawal_to_follow ON withdrawal (acted_at) WHERE state = 'declared' AND acted_at IS NOT NULL;

CREATE FUNCTION keep_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name NOT IN (OLD.name, '') OR NEW.email NOT IN (OLD.email, '') OR NEW.items NOT IN (OLD.items, '')
     OR NEW.reference NOT IN (OLD.reference, '') OR NEW.postal_code NOT IN (OLD.postal_code, '') OR NEW.locale <> OLD.locale
     OR NEW.proven <> OLD.proven
     OR (NEW.declared_at <> OLD.declared_at AND NOT EXISTS (
       SELECT 1 FROM store WHERE mode = 'test' AND id = nullif(current_setting('app.ages_store', true), '')::uuid)) THEN
    RAISE EXCEPTION 'what was declared never changes';
  END IF;
  RETURN NEW;
END $$;

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

-- Which line items a declaration names, where the page knew them. None: all of them, or those that the words name.
CREATE TABLE withdrawal_line (
  store_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  line_id uuid NOT NULL,
  PRIMARY KEY (store_id, withdrawal_id, line_id),
  FOREIGN KEY (store_id, withdrawal_id) REFERENCES withdrawal,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);

-- What comes back after a withdrawal, where it was sent before.
CREATE TABLE goods_return (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT app_now(),
  send_by date NOT NULL, -- the last day on which the shopper sends it, on the store's clock
  address text NOT NULL, -- where to, as the store had it
  carrier text NOT NULL DEFAULT '',
  tracking_number text NOT NULL DEFAULT '',
  tracking_link text NOT NULL DEFAULT '',
  proof_at timestamptz, -- when the first proof of sending was given
  ended_at timestamptz,
  -- received: the goods came back · proof: their proof of sending was enough · closed: the merchant ended the withdrawal
  outcome text CHECK (outcome IN ('received', 'proof', 'closed')),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, withdrawal_id) REFERENCES withdrawal,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX goods_return_open ON goods_return (store_id, withdrawal_id) WHERE ended_at IS NULL;
CREATE INDEX goods_return_by_withdrawal ON goods_return (store_id, withdrawal_id, opened_at);
CREATE INDEX goods_return_by_preorder ON goods_return (store_id, preorder_id);
CREATE INDEX goods_return_proven ON goods_return (proof_at) WHERE ended_at IS NULL AND proof_at IS NOT NULL;

CREATE TABLE goods_return_line (
  store_id uuid NOT NULL,
  return_id uuid NOT NULL,
  line_id uuid NOT NULL,
  given_back bigint NOT NULL DEFAULT 0, -- what it got back at the end of the return, in minor units
  PRIMARY KEY (store_id, return_id, line_id),
  FOREIGN KEY (store_id, return_id) REFERENCES goods_return,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX goods_return_line_by_line ON goods_return_line (store_id, line_id);

CREATE TRIGGER withdrawal_keeps_evidence BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION keep_evidence();
CREATE TRIGGER withdrawal_is_kept BEFORE DELETE ON withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_line_is_kept BEFORE UPDATE OR DELETE ON withdrawal_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
